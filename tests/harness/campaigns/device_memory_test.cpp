// Campaigns on a device whose memory lacks, which nobody has foreseen.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/campaign_records.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/small_device.hpp"

namespace sphlab::test {
namespace {

/// Two traversals of the CPU in two states.
Suite two_variants() {
  Suite suite = host_suite("memory");
  suite.toolchains = {"cpu-gcc-*"};
  suite.policy.isolated_samples = 0;
  suite.scenarios = {
      {"still-water", {{"particles_per_depth", 4}}, {{0, {}}, {4, {}}}, suite.policy}};
  for (const char* traversal : {"omp-list", "omp-asymmetric"}) {
    suite.variants.emplace_back();
    suite.variants.back().variant.stages["forces"].name = traversal;
  }
  return suite;
}

std::set<std::string> statuses_of(const std::vector<Record>& records) {
  std::set<std::string> statuses;
  for (const Record& record : records) statuses.insert(record.validity.status);
  return statuses;
}

TEST(DeviceMemory, VariantsThatDoNotFitTogetherTakeTurnsInIt) {
  const Suite suite = two_variants();
  const std::vector<Record> expected = records_of(suite, host_with_memory(std::size_t{1} << 40));
  const std::size_t all = made_up_memory().most_taken;
  const std::vector<Record> records = records_of(suite, host_with_memory(all - 1));
  EXPECT_GT(made_up_memory().refused, 0u);
  EXPECT_EQ(statuses_of(records), std::set<std::string>{"ok"});
  ASSERT_EQ(records.size(), expected.size());
  for (std::size_t k = 0; k < records.size(); ++k) {
    EXPECT_EQ(requested_id(records[k]), requested_id(expected[k]));
    EXPECT_EQ(records[k].samples.block, expected[k].samples.block) << "each sample once";
    EXPECT_EQ(records[k].tuning, expected[k].tuning);
  }
}

TEST(DeviceMemory, AVariantThatDoesNotFitAloneIsNotInvalid) {
  const std::vector<Record> records = records_of(two_variants(), host_with_memory(1000));
  ASSERT_EQ(records.size(), 4u) << "a step of each variant in each state";
  for (const Record& record : records)
    EXPECT_TRUE(mentions(record.validity.status, {"does not fit: ", "needs", "are available"}));
}

TEST(DeviceMemory, WhatARuntimeLacksIsMemory) {
  Runtime runtime(host_with_memory(100), 0);
  EXPECT_THROW(DeviceBuffer<std::uint32_t>(runtime, 1000), OutOfMemory);
  EXPECT_THROW(runtime.check(2, "launch a graph"), OutOfMemory);
  EXPECT_THROW(runtime.check(1, "launch a graph"), DeviceError);
}

}  // namespace
}  // namespace sphlab::test
