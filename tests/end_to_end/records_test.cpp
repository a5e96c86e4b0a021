// The whole path: from a suite to records that keep the schema.
#include "harness/scenarios/json_document.hpp"
#include "tests/end_to_end/workspace.hpp"
#include "tests/support/example_record.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

JsonSchema record_schema() {
  return JsonSchema(
      file_text(std::filesystem::path(SPHLAB_SOURCE_DIR) / "harness/records/record.schema.json"));
}

class Records : public Workspace {};

TEST_F(Records, KeepTheSchema) {
  const Edit with_every_cache = [](json& document) {
    document["policy"]["cache"] = {"loop", "flushed", "warm"};
    document["variants"].erase(1);
  };
  ASSERT_TRUE(
      succeeds(sphlab({"run", suite(with_every_cache), "--output", path("records.jsonl")})));
  const JsonSchema schema = record_schema();
  const auto all = records(path("records.jsonl"));
  ASSERT_GT(all.size(), 0u);
  std::set<std::string> states;
  std::set<std::string> scopes;
  std::set<std::string> caches;
  for (const json& record : all) {
    EXPECT_NO_THROW(schema.check(record, "records.jsonl"));
    EXPECT_EQ(record.at("validity").at("status"), "ok");
    EXPECT_EQ(record.at("toolchain").at("name"), toolchain);
    states.insert(record.at("scenario").at("state").at("label"));
    scopes.insert(record.at("scope"));
    caches.insert(record.at("cache"));
  }
  EXPECT_EQ(states, (std::set<std::string>{"initial", "step-4"}));
  EXPECT_EQ(scopes, (std::set<std::string>{"step", "stage", "kernel"}));
  EXPECT_EQ(caches, (std::set<std::string>{"loop", "flushed", "warm"}));
  const auto all_ids = requested_ids(path("records.jsonl"));
  EXPECT_EQ(std::set<std::string>(all_ids.begin(), all_ids.end()).size(), all.size());
}

// The suite of tasks, on the host: what a traversal prepares is a stage and is counted, its
// candidates are those that it looks at, and a record says how full the cells are.
TEST_F(Records, OfTasksTellTheirStagesCountsAndCandidates) {
  ASSERT_TRUE(succeeds(
      sphlab({"run", "tasks-smoke", "--toolchain", toolchain, "--output", path("records.jsonl")})));
  std::map<std::string, double> candidates;
  std::map<std::string, std::set<std::string>> stages;
  for (const json& record : records(path("records.jsonl"))) {
    EXPECT_EQ(record.at("validity").at("status"), "ok");
    if (record.at("scenario").at("name") != "random-box") continue;
    const json& cells = record.at("scenario").at("state").at("cells");
    EXPECT_EQ(cells.at("filled"), 27);
    EXPECT_EQ(cells.at("mean"), 60);
    EXPECT_GT(cells.at("fullest"), 60);
    const std::string variant = record.at("variant");
    const bool in_tasks = variant.find("tasks") != std::string::npos;
    const bool in_groups = variant.find("warp-tiles") != std::string::npos;
    EXPECT_EQ(record.contains("prepared"), in_tasks || in_groups) << variant;
    if (in_groups) {
      EXPECT_GE(record.at("prepared").at("groups"), 27) << "one in each cell";
    }
    if (in_tasks) {
      const json& prepared = record.at("prepared");
      const bool merges = variant.find("hierarchical") != std::string::npos;
      const double merged = prepared.at("merged_tasks");
      EXPECT_GE(prepared.at("single_tasks").get<double>() + 2 * merged, 54) << "two in each cell";
      EXPECT_EQ(merged > 0, merges) << variant;
      EXPECT_EQ(prepared.at("sparse_particles"), 0);
      EXPECT_FALSE(prepared.contains("candidate_pairs")) << "those are work";
    }
    stages[variant].insert(record.at("stage").get<std::string>());
    if (record.at("stage") == "forces")
      candidates[variant] = record.at("work").at("candidate_pairs");
  }
  const std::string narrowed = "hierarchical-tasks-xz+perpendicular";
  EXPECT_TRUE(stages.at("cta-tasks").contains("tasks"));
  EXPECT_FALSE(stages.at("cta-tasks").contains("tiles"));
  EXPECT_TRUE(stages.at(narrowed).contains("tasks"));
  EXPECT_TRUE(stages.at(narrowed).contains("tiles"));
  EXPECT_EQ(candidates.at("cta-tasks"), candidates.at("rows"));
  EXPECT_EQ(candidates.at("cta-tasks+morton-tiles"), candidates.at("rows"));
  EXPECT_LT(candidates.at("hierarchical-tasks-x+perpendicular"), candidates.at("rows"));
  EXPECT_LT(candidates.at(narrowed), candidates.at("hierarchical-tasks-x+perpendicular"));
}

TEST_F(Records, OfAFailedVariantKeepTheSchema) {
  Record record = example_record();
  record.samples = {};
  record.summary = summarise({});
  record.validity = {"the neighbour list overflows", {{"list", std::nullopt, 0.0, false}}};
  EXPECT_NO_THROW(record_schema().check(to_json(record), "record"));
}

TEST_F(Records, ThatBreakTheSchemaAreSeen) {
  const JsonSchema schema = record_schema();
  const json good = to_json(example_record());
  EXPECT_NO_THROW(schema.check(good, "record"));
  json bad = good;
  bad["surprise"] = 1;
  EXPECT_THROW(schema.check(bad, "record"), InputError);
  bad = good;
  bad["device"].erase("driver");
  EXPECT_THROW(schema.check(bad, "record"), InputError);
  bad = good;
  bad["samples"]["time_s"][0] = nullptr;
  EXPECT_THROW(schema.check(bad, "record"), InputError);
  bad = good;
  bad["summary"]["median_s"] = nullptr;
  EXPECT_THROW(schema.check(bad, "record"), InputError) << "a valid record has a median";
  bad = good;
  bad["validity"]["checks"][0]["passed"] = false;
  EXPECT_THROW(schema.check(bad, "record"), InputError) << "a valid record has passed its checks";
}

TEST_F(Records, OfAsynchronousCallsTellTheirNumberAndOthersDoNot) {
  const JsonSchema schema = record_schema();
  Record record = example_record();
  record.policy.calls = 200;
  EXPECT_THROW(schema.check(to_json(record), "record"), InputError) << "one call a sample";
  record.scope = "asynchronous-calls";
  EXPECT_THROW(schema.check(to_json(record), "record"), InputError) << "the cache is warm";
  record.cache = "warm";
  EXPECT_NO_THROW(schema.check(to_json(record), "record"));
  record.policy.calls.reset();
  EXPECT_THROW(schema.check(to_json(record), "record"), InputError) << "of how many calls?";
}

TEST_F(Records, OfAScenarioGoToTheDevicesFolder) {
  // Points that do not move: the policy of a run that no suite sets takes many samples.
  ASSERT_TRUE(succeeds(sphlab({"run", "random-box", "--set", "cells_per_side=3", "--toolchain",
                               toolchain, "--variant", "par-part-noloop"})));
  const std::filesystem::path results = folder.path() / "results";
  ASSERT_TRUE(std::filesystem::exists(results));
  const auto device = std::filesystem::directory_iterator(results)->path();
  EXPECT_TRUE(device.filename().string().starts_with("host-"));
  for (const json& record : records((device / "random-box.jsonl").string())) {
    EXPECT_EQ(record.at("variant"), "par-part-noloop");
  }
}

}  // namespace
}  // namespace sphlab
