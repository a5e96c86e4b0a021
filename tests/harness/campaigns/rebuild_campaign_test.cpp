// Rebuild policies in a campaign: what is recorded beside the speed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/campaigns/campaign.hpp"
#include "harness/scenarios/json_document.hpp"
#include "tests/support/campaign_records.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab::test {
namespace {

Suite suite_of_policies(const std::vector<RebuildPolicy>& policies) {
  Suite suite = host_suite("policies");
  suite.policy.cycles_per_block = 2;
  suite.scenarios = {{"still-water", {{"particles_per_depth", 4}}, {SuiteState{}}, suite.policy}};
  SuiteVariant variant;
  variant.variant.stages["forces"] = {"list-gather", {}};
  variant.variant.stages["list"] = {"per-particle", {}};
  suite.variants = with_policies({variant}, policies);
  return suite;
}

TEST(RebuildCampaign, RecordsPolicyRebuildsAndMissedPairs) {
  const std::vector<Record> records =
      records_of(suite_of_policies({{RebuildTrigger::interval, 2, 1.0},
                                    {RebuildTrigger::interval, 4, 1.1},
                                    {RebuildTrigger::displacement, std::nullopt, 1.05}}));
  const JsonSchema schema(file_text(SPHLAB_SOURCE_DIR "/harness/records/record.schema.json"));
  std::set<std::string> ids;
  std::set<std::string> variants;
  for (const Record& record : records) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope);
    EXPECT_NO_THROW(schema.check(to_json(record), record.stage));
    ids.insert(record.id);
    variants.insert(record.variant);
    ASSERT_EQ(record.validity.status, "ok");
    ASSERT_TRUE(record.list_life.has_value());
    const Record::ListLife& rebuild = *record.list_life;
    const bool on_demand = rebuild.trigger == "displacement";
    EXPECT_EQ(rebuild.interval.has_value(), !on_demand);
    if (rebuild.interval) {
      EXPECT_EQ(rebuild.rebuilds_per_step, 1.0 / static_cast<double>(*rebuild.interval));
    }
    ASSERT_TRUE(rebuild.missed_pairs.has_value());
    if (on_demand) {
      EXPECT_EQ(rebuild.missed_pairs, 0.0);
    }
    if (record.stage == "hash") {
      EXPECT_EQ(record.calls_per_step, rebuild.rebuilds_per_step);
    }
    if (record.stage == "displacement") {
      EXPECT_EQ(record.calls_per_step, 1.0);
    }
    EXPECT_EQ(record.strategies.contains("displacement"), on_demand);
    if (record.stage == "step") {
      EXPECT_EQ(record.summary.count, on_demand ? 2u : 4u);
      EXPECT_EQ(record.policy.samples_per_block, on_demand ? 1u : 2u);
    }
  }
  EXPECT_EQ(ids.size(), records.size());
  EXPECT_EQ(variants, (std::set<std::string>{"list-gather+per-particle+every-2",
                                             "list-gather+per-particle+every-4-x1.1",
                                             "list-gather+per-particle+displacement-x1.05"}));
}

// A list that the skin makes too long is recorded as invalid, with the remedy.
TEST(RebuildCampaign, RecordsASkinThatOverflowsAsInvalid) {
  const TemporaryFolder folder;
  nlohmann::json document =
      nlohmann::json::parse(file_text(SPHLAB_SOURCE_DIR "/scenarios/still-water.json"));
  document["list"]["capacity"] = 88;
  Suite suite = suite_of_policies({{RebuildTrigger::interval, 2, 1.0}});
  suite.scenarios.front().scenario = folder.write("tight.json", document.dump()).string();
  EXPECT_EQ(records_of(suite).front().validity.status, "ok");
  suite.variants.front().variant.rebuild->expansion = 1.5;
  const std::vector<Record> records = records_of(suite);
  ASSERT_EQ(records.size(), 1u);
  const std::string status = records.front().validity.status;
  EXPECT_NE(status.find("overflows"), std::string::npos) << status;
  EXPECT_NE(status.find("an expansion below 1.5"), std::string::npos) << status;
  EXPECT_EQ(records.front().list_life->expansion, 1.5);
}

}  // namespace
}  // namespace sphlab::test
