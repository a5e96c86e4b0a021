#include "harness/suites/suite.hpp"

#include <algorithm>
#include <filesystem>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/list_format.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

Suite load_shipped(const std::string& name) {
  return load_suite(scenarios_folder() / "suites" / (name + ".json"));
}

std::string error_with(const std::string& pointer, const json& value) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [&](json& document) {
    document[json::json_pointer(pointer)] = value;
  }));
  const std::string message = input_error([&] { load_suite(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

TEST(Suite, DamBreakMeasuresTheIterationsItPromises) {
  const Suite suite = load_shipped("dam-break-lj");
  EXPECT_EQ(suite.device, "cuda");
  EXPECT_EQ(suite.toolchains, (std::vector<std::string>{"nvcc-*", "clang-19", "clang-16"}));
  ASSERT_EQ(suite.scenarios.size(), 4u);
  const auto iterations = [&](std::size_t i) {
    const MeasuringPolicy& policy = suite.scenarios[i].policy;
    return policy.blocks * policy.cycles_per_block * 10;
  };
  EXPECT_EQ(iterations(0), 1000u);
  EXPECT_EQ(iterations(1), 300u);
  EXPECT_EQ(suite.scenarios[0].policy.stop_relative_spread, 0);
  EXPECT_EQ(suite.scenarios[0].states.at(0).label(), "initial");
  EXPECT_EQ(suite.scenarios[0].states.at(1).label(), "t1.5");
  EXPECT_EQ(suite.scenarios[0].states.at(2).time, 3.0);
  EXPECT_EQ(suite.scenarios[1].policy.run_steps, 1000u) << "the paper's, from the beginning";
  EXPECT_EQ(suite.scenarios[3].parameters.at("particles_per_height"), 128);
}

TEST(Suite, VariantsNameStrategiesAndWhatIsSwept) {
  const Suite suite = load_shipped("dam-break-lj");
  ASSERT_EQ(suite.variants.size(), 5u);
  EXPECT_EQ(suite.variants[0].variant.stages.at("list").name, "warp-per-cell")
      << "the fastest, which steps to the states of all";
  EXPECT_EQ(suite.variants[1].variant.stages.at("list").name, "warp-per-cell");
  ASSERT_TRUE(suite.variants[1].variant.rebuild);
  EXPECT_EQ(suite.variants[1].variant.rebuild->trigger, RebuildTrigger::displacement)
      << "the same with a list that misses no pair";
  EXPECT_EQ(suite.variants[2].variant.stages.at("list").name, "per-particle");
  EXPECT_EQ(suite.variants[2].variant.stages.at("forces").name, "list-gather");
  EXPECT_EQ(suite.variants[2].swept, (std::set<std::string>{"list", "forces"}));
  EXPECT_EQ(suite.variants[3].variant.stages.at("forces").name, "list-per-pair-virtual");
  EXPECT_EQ(suite.variants[3].swept, (std::set<std::string>{"list"}))
      << "the initial code takes one neighbour at a time";
  EXPECT_EQ(suite.variants[4].variant.stages.count("list"), 0u);
}

TEST(Suite, AVariantNamesOrderAndSizeOfCells) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [](json& document) {
    document["variants"][1]["hash"] = {{"name", "morton"}};
    document["variants"][1]["cells_per_radius"] = 3;
  }));
  const Suite suite = load_suite(file.path());
  EXPECT_EQ(suite.variants.at(0).variant.cells_per_radius, 1u);
  EXPECT_EQ(suite.variants.at(1).variant.cells_per_radius, 3u);
  EXPECT_EQ(suite.variants.at(1).variant.stages.at("hash").name, "morton");
  EXPECT_EQ(suite.variants.at(1).variant.stages.count("cells_per_radius"), 0u);
  EXPECT_TRUE(
      mentions(error_with("/variants/0/cells_per_radius", 4), {"variants[0].cells_per_radius"}));
}

std::string error_of_variant(const json& variant) {
  return error_with("/variants/0", variant);
}

TEST(Suite, AVariantMayLeaveItsCellsToMemory) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [](json& document) {
    document["variants"][0] = {{"cell_mode", "auto"}};
    document["variants"][1] = {{"cell_mode", "auto"}, {"memory_budget", 1400000000}};
  }));
  const Suite suite = load_suite(file.path());
  ASSERT_TRUE(suite.variants.at(0).variant.automatic_cells);
  EXPECT_FALSE(suite.variants.at(0).variant.automatic_cells->memory_budget);
  EXPECT_EQ(suite.variants.at(1).variant.automatic_cells->memory_budget, 1400000000u);
  EXPECT_EQ(suite.variants.at(1).variant.name(), "auto-cells");
  EXPECT_EQ(suite.variants.at(1).swept, (std::set<std::string>{"forces"}));
  EXPECT_FALSE(suite.variants.at(2).variant.automatic_cells);
}

TEST(BadSuite, OfCellsThatMemoryDecides) {
  const json strategy = {{"name", "ranges-merged"}};
  EXPECT_TRUE(mentions(error_of_variant({{"cell_mode", "auto"}, {"forces", strategy}}),
                       {"variants[0].forces", "the cell_mode decides it"}));
  EXPECT_TRUE(mentions(error_of_variant({{"cell_mode", "auto"}, {"cells_per_radius", 2}}),
                       {"variants[0].cells_per_radius", "the cell_mode decides it"}));
  EXPECT_TRUE(mentions(error_of_variant({{"forces", strategy}, {"memory_budget", 5}}),
                       {"variants[0].memory_budget", "cell_mode"}));
  EXPECT_TRUE(mentions(error_of_variant({{"cell_mode", "fast"}}), {"variants[0].cell_mode"}));
  EXPECT_TRUE(mentions(error_of_variant({{"cell_mode", "auto"}, {"memory_budget", 0}}),
                       {"variants[0].memory_budget"}));
  EXPECT_TRUE(mentions(error_of_variant({{"runtime", "host"}}), {"variants[0]", "forces"}));
}

TEST(Suite, TellsWhetherTheHostWorksBesideADevice) {
  const std::filesystem::path folder = SPHLAB_SOURCE_DIR "/scenarios/suites";
  EXPECT_TRUE(load_suite(folder / "placement.json").works_on_host());
  EXPECT_FALSE(load_suite(folder / "ladder-gpu.json").works_on_host());
}

TEST(BadSuite, OfHalfAPlacement) {
  const json strategy = {{"name", "ranges-merged"}};
  EXPECT_TRUE(mentions(error_of_variant({{"forces", strategy}, {"placement", "forces-only"}}),
                       {"variants[0].placement", "add \"host_toolchain\""}));
  EXPECT_TRUE(mentions(error_of_variant({{"forces", strategy}, {"host_toolchain", "cpu-gcc-12"}}),
                       {"variants[0].host_toolchain", "\"placement\": \"forces-only\""}));
  EXPECT_TRUE(mentions(error_of_variant({{"forces", strategy}, {"placement", "list-only"}}),
                       {"variants[0].placement"}));
}

TEST(Suite, TuningCanBeFixed) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [](json& document) {
    document["variants"][0]["forces"]["tuning"] = {{"block", 128}, {"in-flight", 4}};
    document["variants"][0]["list"]["tuning"] = json::object();
  }));
  const SuiteVariant variant = load_suite(file.path()).variants.at(0);
  EXPECT_TRUE(variant.swept.empty());
  EXPECT_EQ(variant.variant.stages.at("forces").tuning,
            (std::map<std::string, std::uint32_t>{{"block", 128}, {"in-flight", 4}}));
  EXPECT_TRUE(variant.variant.stages.at("list").tuning.empty());
}

TEST(Suite, QuickHasVariantsForEveryDevice) {
  const Suite suite = load_shipped("quick");
  EXPECT_TRUE(suite.toolchains.empty());
  const auto forces = [&](const std::string& runtime, const std::string& toolchain) {
    std::set<std::string> names;
    for (const SuiteVariant& variant : suite.variants) {
      if (variant.applies_to(runtime, toolchain)) {
        names.insert(variant.variant.stages.at("forces").name);
      }
    }
    return names;
  };
  const std::set<std::string> gpu = {"list-gather", "par-part-noloop"};
  EXPECT_EQ(forces("cuda", "clang-19"), gpu);
  EXPECT_EQ(forces("hip", "hipcc-5.2"), gpu);
  EXPECT_EQ(forces("host", "cpu-gcc-12"), std::set<std::string>{"omp-asymmetric"});
  EXPECT_TRUE(forces("host", "simt-w32").empty());
}

TEST(Suite, AVariantMayBeForSomePhysics) {
  const Suite suite = load_shipped("cutoff");
  const auto bulk = std::find_if(suite.variants.begin(), suite.variants.end(), [](const auto& v) {
    return v.variant.stages.at("forces").name == "x-pencil-bulk";
  });
  ASSERT_NE(bulk, suite.variants.end());
  EXPECT_TRUE(bulk->is_for("lj-potential-uncut"));
  EXPECT_FALSE(bulk->is_for("lj-potential"));
  EXPECT_TRUE(suite.variants.front().is_for("lj-potential")) << "a variant that names none";
}

TEST(Suite, SmokeChangesThePolicyOfItsScenario) {
  const Suite suite = load_shipped("smoke");
  EXPECT_FALSE(suite.policy.rebuild_interval.has_value());
  EXPECT_EQ(suite.scenarios.at(0).policy.rebuild_interval, 2u);
  EXPECT_EQ(suite.scenarios.at(0).policy.blocks, suite.policy.blocks);
}

TEST(Suite, EveryShippedSuiteNamesShippedScenarios) {
  std::size_t suites = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scenarios_folder() / "suites")) {
    ++suites;
    for (const SuiteScenario& scenario : load_suite(entry.path()).scenarios) {
      const auto file = find_scenario(scenario.scenario, {scenarios_folder()});
      EXPECT_NO_THROW(describe_scenario(file, scenario.parameters)) << entry.path();
    }
  }
  EXPECT_GT(suites, 15u);
}

TEST(Suite, AVariantMayNameEveryListFormat) {
  for (const NamedListFormat& format : list_formats) {
    const TemporaryFile file(edited("suites/lists.json", [&](json& document) {
      document["variants"][0]["list_format"] = format.name;
    }));
    EXPECT_EQ(load_suite(file.path()).variants.at(0).variant.list_format, format.name);
  }
}

TEST(Suite, CacheModesAreASet) {
  const TemporaryFile file(edited("suites/smoke.json", [](json& document) {
    document["policy"]["cache"] = {"warm", "loop"};
  }));
  EXPECT_EQ(load_suite(file.path()).policy.cache,
            (std::set<CacheMode>{CacheMode::loop, CacheMode::warm}));
  EXPECT_STREQ(cache_mode_name(CacheMode::flushed), "flushed");
}

TEST(Suite, BlocksStayInOnePlaceUnlessAskedToMove) {
  EXPECT_FALSE(load_shipped("dam-break-lj").policy.relocate);
  EXPECT_TRUE(load_shipped("baseline").policy.relocate);
}

TEST(Suite, AsynchronousCallsAreAskedFor) {
  EXPECT_EQ(load_shipped("dam-break-lj").policy.asynchronous_calls, 0u);
  const TemporaryFile file(edited("suites/smoke.json", [](json& document) {
    document["policy"]["asynchronous_calls"] = 200;
    document["policy"]["asynchronous_samples"] = 3;
    document["policy"]["asynchronous_seconds"] = 0.05;
    document["policy"]["stages_alone"] = {"forces", "list"};
    document["policy"]["stages_recorded"] = {"forces", "split-cells"};
  }));
  const MeasuringPolicy policy = load_suite(file.path()).policy;
  EXPECT_EQ(policy.asynchronous_calls, 200u);
  EXPECT_EQ(policy.asynchronous_samples, 3u);
  EXPECT_EQ(policy.asynchronous_seconds, 0.05);
  EXPECT_EQ(policy.stages_alone, (std::set<std::string>{"forces", "list"}));
  EXPECT_EQ(policy.stages_recorded, (std::set<std::string>{"forces", "split-cells"}));
}

TEST(Suite, StatesComeInOrderStepsBeforeTimes) {
  const TemporaryFile file(edited("suites/dam-break-lj.json", [](json& document) {
    document["scenarios"][0]["states"] =
        json::parse(R"([{"time": 3}, {"time": 0.25}, {"step": 500}, {"step": 0}])");
    document["scenarios"][1].erase("states");
  }));
  const Suite suite = load_suite(file.path());
  std::vector<std::string> labels;
  for (const SuiteState& state : suite.scenarios[0].states) labels.push_back(state.label());
  EXPECT_EQ(labels, (std::vector<std::string>{"initial", "step-500", "t0.25", "t3"}));
  ASSERT_EQ(suite.scenarios[1].states.size(), 1u);
  EXPECT_EQ(suite.scenarios[1].states[0].label(), "initial");
}

TEST(BadSuite, NamesKeyAndRemedy) {
  EXPECT_TRUE(mentions(error_with("/device", "cude"), {"device", "\"cuda\""}));
  EXPECT_TRUE(mentions(error_with("/toolchains", "some"), {"toolchains", "\"all\""}));
  EXPECT_TRUE(
      mentions(error_with("/toolchains", json::array()), {"toolchains", "at least 1 items"}));
  EXPECT_TRUE(mentions(error_with("/variants/0/force", json::object()),
                       {"variants[0]: unknown key \"force\"", "Did you mean \"forces\""}));
  EXPECT_TRUE(
      mentions(error_with("/variants/0/forces/tuning", "swep"), {"variants[0].forces.tuning"}));
  EXPECT_TRUE(mentions(error_with("/variants/0/forces/tuning", {{"block", -1}}),
                       {"variants[0].forces.tuning.block", "at least 0"}));
  EXPECT_TRUE(
      mentions(error_with("/variants/0/forces/tuning", {{"block", 4294967296}}), {"at most"}));
  EXPECT_TRUE(mentions(error_with("/policy/blocks", 0), {"policy.blocks", "at least 1"}));
  EXPECT_TRUE(mentions(error_with("/policy/asynchronous_samples", 0),
                       {"policy.asynchronous_samples", "at least 1"}));
  EXPECT_TRUE(
      mentions(error_with("/policy/asynchronous_seconds", 0), {"policy.asynchronous_seconds"}));
  EXPECT_TRUE(mentions(error_with("/policy/stages_alone", {""}), {"policy.stages_alone[0]"}));
  EXPECT_TRUE(
      mentions(error_with("/policy/stages_recorded", {"Forces"}), {"policy.stages_recorded[0]"}));
  EXPECT_TRUE(
      mentions(error_with("/policy/cache/0", "cold"), {"policy.cache[0]", "loop, flushed, warm"}));
  EXPECT_TRUE(mentions(error_with("/scenarios/0/states/1/time", 0),
                       {"scenarios[0].states[1].time", "at least 0.0001"}));
  EXPECT_TRUE(mentions(error_with("/scenarios/0/states/1/step", 10), {"scenarios[0].states[1]"}));
  EXPECT_TRUE(mentions(error_with("/scenarios/0/parameters/particles_per_height", "many"),
                       {"scenarios[0].parameters.particles_per_height", "type number"}));
}

TEST(FindSuite, NamesTheNearest) {
  const std::vector<std::filesystem::path> folders = {scenarios_folder() / "suites"};
  EXPECT_EQ(find_suite("quick", folders), folders[0] / "quick.json");
  EXPECT_TRUE(mentions(input_error([&] { find_suite("quik", folders); }),
                       {"suite", "Did you mean \"quick\""}));
}

TEST(ToolchainSelected, TakesNamesAndPatterns) {
  EXPECT_TRUE(toolchain_selected({}, "nvcc-13.0"));
  EXPECT_TRUE(toolchain_selected({"clang-19", "cpu-*"}, "cpu-gcc-12"));
  EXPECT_FALSE(toolchain_selected({"clang-1"}, "clang-19"));
}

}  // namespace
}  // namespace sphlab
