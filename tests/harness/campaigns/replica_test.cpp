// What was recorded, made again, and its stages run for a profiler.
#include "harness/campaigns/replica.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/campaigns/campaign.hpp"
#include "harness/error.hpp"
#include "harness/measure/profiled.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/host_with_ranges.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

const std::vector<std::filesystem::path> scenario_folders{SPHLAB_SOURCE_DIR "/scenarios"};
constexpr std::uint32_t block = 64;  ///< no default: a replica that forgets the tuning is found out

/// The smallest still water by two traversals, one of them with a rebuild policy of its own, the
/// other with a sort of the pack's, too.
Suite replicated_suite() {
  Suite suite = host_suite("small");
  suite.policy.cache = {CacheMode::loop, CacheMode::warm};
  suite.scenarios = {
      {"still-water", {{"particles_per_depth", 4}}, {{0, {}}, {6, {}}}, suite.policy}};
  suite.scenarios.front().policy.rebuild_interval = 2;
  SuiteVariant cells;
  cells.variant.stages["forces"] = {"par-part-noloop", {{"block", block}}};
  SuiteVariant counted = cells;
  counted.variant.stages["sort"] = {"counting", {}};
  SuiteVariant list;
  list.variant.stages["forces"] = {"list-gather", {{"block", block}}};
  list.variant.stages["list"] = {"warp-per-cell", {}};
  list.variant.rebuild = RebuildPolicy{RebuildTrigger::interval, 3, 1.05};
  suite.variants = {cells, counted, list};
  return suite;
}

class ReplicaTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CampaignCallbacks callbacks;
    callbacks.on_record = [](const Record& record) { recorded().push_back(record); };
    callbacks.is_done = [](const Record&) { return false; };
    callbacks.on_progress = [](double, const std::string&) {};
    callbacks.on_message = [](const std::string& text) { ADD_FAILURE() << text; };
    Runtime runtime(host_with_ranges(), 0);
    LaterStates later_states;
    run_campaign(replicated_suite(), runtime, {*pack_of("simt-w32").pack}, scenario_folders, {},
                 callbacks, later_states);
  }

  static std::vector<Record>& recorded() {
    static std::vector<Record> all;
    return all;
  }

  static std::vector<Record> chosen(bool (*is_chosen)(const Record&)) {
    std::vector<Record> all;
    std::copy_if(recorded().begin(), recorded().end(), std::back_inserter(all), is_chosen);
    EXPECT_FALSE(all.empty());
    return all;
  }

  static std::vector<Record> alone_and_warm() {
    return chosen([](const Record& record) { return record.cache == "warm"; });
  }

  void SetUp() override { range_calls().clear(); }

  const LoadedPack& pack() const { return *pack_of("simt-w32").pack; }

  Runtime runtime_{host_with_ranges(), 0};
  ReplicaMaker replicas_{runtime_, scenario_folders};
};

using Pairs = std::map<std::string, std::string>;

TEST_F(ReplicaTest, HasTheStrategiesAndTheTuningOfTheRecord) {
  for (const Record& record : alone_and_warm()) {
    SCOPED_TRACE(record.variant + ", " + record.stage + ", " + record.scenario.state.label);
    const Simulation& replica = replicas_.make(record, pack());
    EXPECT_EQ(replica.tuning(), record.tuning);
    EXPECT_EQ(replica.tuning().at("forces").at("block"), block);
    const auto strategies = replica.strategies();
    EXPECT_EQ(Pairs(strategies.begin(), strategies.end()), record.strategies);
    EXPECT_EQ(replica.steps_per_cycle(), record.list_life->interval);
    EXPECT_EQ(replica.list_setup().expansion, record.list_life->expansion);
    EXPECT_EQ(replica.download().size(), record.scenario.particles);
  }
}

TEST_F(ReplicaTest, IsInTheStateOfTheRecord) {
  for (const Record& record : alone_and_warm()) {
    SCOPED_TRACE(record.variant + ", " + record.scenario.state.label);
    const RunState reached = replicas_.make(record, pack()).run_state();
    EXPECT_EQ(reached.steps, record.scenario.state.step);
    EXPECT_NEAR(reached.time, record.scenario.state.time_s, 1e-3 * record.scenario.state.time_s);
  }
}

TEST_F(ReplicaTest, IsSharedByTheStagesOfOneRun) {
  const std::vector<Record> records = alone_and_warm();
  const Simulation* first = &replicas_.make(records[0], pack());
  ASSERT_EQ(records[0].variant, records[1].variant);
  ASSERT_NE(records[0].stage, records[1].stage);
  EXPECT_EQ(&replicas_.make(records[1], pack()), first);
}

TEST_F(ReplicaTest, TheStageRunsInARangeOfItsOwn) {
  for (const Record& record : alone_and_warm()) {
    range_calls().clear();
    profile_stage(runtime_, replicas_.make(record, pack()), record.stage, "record-" + record.id);
    EXPECT_EQ(range_calls(), (std::vector<std::string>{"record-" + record.id, "end"}));
  }
}

TEST_F(ReplicaTest, ALoopRunsInARangeAndThenStageByStage) {
  for (const Record& record : chosen([](const Record& r) { return r.scope == "step"; })) {
    Simulation& replica = replicas_.make(record, pack());
    const std::uint64_t before = replica.run_state().steps;
    range_calls().clear();
    profile_loop(runtime_, replica, 1, 2, "loop");
    EXPECT_EQ(replica.run_state().steps - before, 4 * replica.steps_per_cycle());
    ASSERT_GE(range_calls().size(), 2u);
    EXPECT_EQ(range_calls()[0], "loop");
    std::map<std::string, int> invocations;
    for (std::size_t k = 0; k < range_calls().size(); k += 2) {
      ASSERT_EQ(range_calls()[k + 1], "end");
      if (k > 0) ++invocations[range_calls()[k]];
    }
    for (const auto& [stage, count] : replica.stage_counts())
      EXPECT_EQ(invocations["loop/" + stage], count) << stage;
    EXPECT_EQ(invocations.size(), replica.stage_counts().size());
  }
}

TEST_F(ReplicaTest, ARangeIsClosedWhenItsWorkFails) {
  EXPECT_THROW(runtime_.profile("x", [] { throw std::invalid_argument("on purpose"); }),
               std::invalid_argument);
  EXPECT_EQ(range_calls(), (std::vector<std::string>{"x", "end"}));
}

TEST_F(ReplicaTest, AnotherScenarioThanWasRecordedIsRefused) {
  Record record = alone_and_warm().front();
  record.scenario.configuration_hash = "0000000000000000";
  try {
    replicas_.make(record, pack());
    FAIL() << "the scenario is another";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(record.id), std::string::npos) << text;
    EXPECT_NE(text.find("0000000000000000"), std::string::npos) << text;
  }
}

TEST_F(ReplicaTest, ChoicesThatThisBuildDoesNotKnowAreRefused) {
  Record later = recorded().front();
  for (const char* key : {"no_such_choice", "cells_per_radius"}) {
    later.choices = {{key, "double"}};
    try {
      recorded_variant(later);
      ADD_FAILURE() << "it was not refused";
    } catch (const InputError& error) {
      EXPECT_TRUE(mentions(error.what(), {later.id, std::string("choices.") + key}));
    }
  }
}

}  // namespace
}  // namespace sphlab::test
