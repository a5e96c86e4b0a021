// What is kept of a section that was cut short.
#include "harness/campaigns/kept_section.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace sphlab::test {
namespace {

KeptSection kept_section() {
  ContenderSamples samples;
  samples.step.time_s = {1, 2};
  samples.stages["forces"].time_s = {3};
  samples.asynchronous["forces"].calls = 4;
  samples.runs.steps = 5;
  samples.mark_cost = -6;
  samples.rebuilds = 7;
  samples.repetition.evaluations = 8;
  samples.repetition.last_error = std::numeric_limits<float>::infinity();
  KeptSection section{"t1.5", "hash", 9, {1, 2, 3, 4, 5}, {}};
  section.contenders["key"] = {"it diverged", {{{"forces", {{"block", 64}}}}, {}}, samples};
  return section;
}

TEST(KeptSection, GoesOnWithEveryRoundAndSample) {
  const std::string written = to_json(kept_section()).dump();
  const KeptSection section = kept_section_from_json(nlohmann::json::parse(written));
  EXPECT_EQ(section.state, "t1.5");
  EXPECT_EQ(section.next_order, 9u);
  const RoundsDone& rounds = section.rounds;
  EXPECT_EQ((std::vector{rounds.blocks, rounds.stages_alone, rounds.calls_alone, rounds.runs,
                         rounds.energy}),
            (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  const KeptContender& contender = section.contenders.at("key");
  EXPECT_EQ(contender.status, "it diverged");
  EXPECT_EQ(contender.tuning.tuned.at("forces").at("block"), 64u);
  EXPECT_EQ(contender.samples.stages.at("forces").time_s, std::vector<double>{3});
  EXPECT_EQ(contender.samples.asynchronous.at("forces").calls, 4u);
  EXPECT_EQ(contender.samples.runs.steps, 5u);
  EXPECT_EQ(contender.samples.mark_cost, -6);
  EXPECT_EQ(contender.samples.rebuilds, 7u);
  EXPECT_EQ(contender.samples.repetition.evaluations, 8u);
  EXPECT_EQ(to_json(section).dump(), written);
}

TEST(KeptSection, WhatLacksRoundsIsRefused) {
  nlohmann::json written = to_json(kept_section());
  written.erase("calls_alone");
  EXPECT_THROW(kept_section_from_json(written), nlohmann::json::exception);
}

}  // namespace
}  // namespace sphlab::test
