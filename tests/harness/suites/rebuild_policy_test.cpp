// Rebuild policies in suites.
#include "harness/scenarios/rebuild_policy.hpp"

#include "harness/scenarios/scenario.hpp"
#include "harness/suites/suite.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// "traversal: policy" of every variant.
std::vector<std::string> names_of(const Suite& suite) {
  std::vector<std::string> names;
  for (const SuiteVariant& variant : suite.variants) {
    const std::optional<RebuildPolicy>& rebuild = variant.variant.rebuild;
    names.push_back(variant.variant.stages.at("forces").name + ": " +
                    (rebuild ? rebuild->name() : "the scenario's"));
  }
  return names;
}

/// A shipped suite with two variants, edited.
std::string with_two_variants(const std::function<void(json&)>& edit) {
  return edited("suites/dam-break-lj.json", [&](json& document) {
    document["variants"] = {
        {{"list", {{"name", "per-particle"}}}, {"forces", {{"name", "list-gather"}}}},
        {{"forces", {{"name", "par-part-noloop"}}}}};
    edit(document);
  });
}

Suite suite_with(const std::function<void(json&)>& edit) {
  const TemporaryFile file(with_two_variants(edit));
  return load_suite(file.path());
}

TEST(RebuildPolicyOfASuite, BelongsToAVariant) {
  const Suite suite = suite_with([](json& document) {
    document["variants"][0]["list_life"] = {{"interval", 20}, {"expansion", 1.1}};
  });
  ASSERT_EQ(suite.variants.size(), 2u);
  const RebuildPolicy rebuild = suite.variants[0].variant.rebuild.value();
  EXPECT_EQ(rebuild.interval, 20u);
  EXPECT_EQ(rebuild.expansion, 1.1);
  EXPECT_EQ(rebuild.trigger, RebuildTrigger::interval);
  EXPECT_FALSE(suite.variants[0].variant.stages.contains("list_life")) << "it is not a stage";
  EXPECT_FALSE(suite.variants[1].variant.rebuild.has_value());
}

TEST(RebuildPolicyOfASuite, AnArrayCrossesWithTheVariantsThatHaveNone) {
  const Suite suite = suite_with([](json& document) {
    document["variants"][1]["list_life"] = {{"interval", 2}};
    document["list_life"] = {{{"interval", 5}}, {{"trigger", "displacement"}, {"expansion", 1.05}}};
  });
  EXPECT_EQ(names_of(suite),
            (std::vector<std::string>{"list-gather: every-5", "list-gather: displacement-x1.05",
                                      "par-part-noloop: every-2"}));
  EXPECT_EQ(suite.variants[1].swept, (std::set<std::string>{"list", "forces"}));
}

TEST(RebuildPolicyOfASuite, GivesWayToOneFromOutside) {
  const TemporaryFile file(with_two_variants([](json& document) {
    document["variants"][1]["list_life"] = {{"interval", 2}};
    document["list_life"] = {{{"interval", 5}}, {{"interval", 10}}};
  }));
  EXPECT_EQ(names_of(load_suite(file.path(), {{RebuildTrigger::interval, 3, 1.0}})),
            (std::vector<std::string>{"list-gather: every-3", "par-part-noloop: every-3"}));
}

void expect_refused(const std::string& pointer, const json& value,
                    const std::vector<std::string>& words) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [&](json& document) {
    document[json::json_pointer(pointer)] = value;
  }));
  std::vector<std::string> expected = words;
  expected.push_back(file.path().string() + ": ");
  EXPECT_TRUE(mentions(input_error([&] { load_suite(file.path()); }), expected));
}

TEST(RebuildPolicyOfASuite, RefusesBadValuesByFileAndKey) {
  const std::string of_variant = "/variants/0/list_life";
  const std::string path = "variants[0].list_life";
  expect_refused(of_variant, {{"interval", 0}}, {path + ".interval", "at least 1", "found 0"});
  expect_refused(of_variant, {{"interval", 2000}}, {path + ".interval", "at most 1000"});
  expect_refused(of_variant, {{"interval", 2.5}}, {path + ".interval", "integer"});
  expect_refused(of_variant, {{"expansion", 0.9}}, {path + ".expansion", "at least 1"});
  expect_refused(of_variant, {{"expansion", 3}}, {path + ".expansion", "at most 2"});
  expect_refused(of_variant, {{"trigger", "displaced"}}, {path + ".trigger", "\"displacement\""});
  expect_refused(of_variant, {{"alpha", 1.1}}, {path, "unknown key \"alpha\""});
  expect_refused(of_variant, json::object(), {path, "at least 1"});
  expect_refused(of_variant, {{"trigger", "displacement"}},
                 {path + ".expansion", "needs at least 1.001", "interval of 1"});
  expect_refused(of_variant, {{"trigger", "displacement"}, {"expansion", 1.05}, {"interval", 5}},
                 {path + ".interval", "has no interval"});
  expect_refused("/list_life", json::array(), {"list_life", "at least 1"});
  expect_refused("/list_life", {{{"interval", 5}}, {{"trigger", "displacement"}}},
                 {"list_life[1].expansion"});
}

TEST(RebuildPolicyOfASuite, TheShippedSuiteMeasuresBothTriggers) {
  const Suite suite = load_suite(scenarios_folder() / "suites" / "list-life.json");
  std::set<std::uint32_t> intervals;
  std::set<double> expansions;
  for (const SuiteVariant& variant : suite.variants) {
    const RebuildPolicy rebuild = variant.variant.rebuild.value();
    if (rebuild.trigger == RebuildTrigger::displacement) {
      expansions.insert(rebuild.expansion);
    } else {
      intervals.insert(rebuild.interval.value());
      EXPECT_EQ(rebuild.expansion, 1.0);
    }
  }
  EXPECT_EQ(intervals, (std::set<std::uint32_t>{1, 5, 10, 20}));
  EXPECT_EQ(expansions, (std::set<double>{1.02, 1.04, 1.07, 1.1}));
  for (const SuiteScenario& scenario : suite.scenarios) {
    EXPECT_NO_THROW(load_scenario(scenarios_folder() / (scenario.scenario + ".json"),
                                  {{"particles_per_height", 8}}));
  }
}

}  // namespace
}  // namespace sphlab
