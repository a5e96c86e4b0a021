// The physics of examples/own-physics is verified in motion, and its mutants are not: formulations
// of the same packs, each an example with one thing wrong in its kernels.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

struct Example {
  const char* name;
  const char* parameter;
  int value;  ///< of the parameter: small enough for the host executor
};
constexpr Example grains{"grains", "grains_per_side", 5};
constexpr Example mixture{"lennard-jones-mixture", "molecules_per_side", 6};
constexpr Example gas{"gaussian-gas", "particles_per_side", 6};
constexpr Example spheres{"growing-spheres", "spheres_per_side", 8};

class OwnPhysics : public Workspace {
 protected:
  /// Verifies the scenario of an example. @param physics in place of the example's.
  Finished verify(const Example& example, const std::string& physics,
                  const std::string& toolchains) const {
    const std::string shipped = std::string(SPHLAB_SOURCE_DIR) + "/examples/own-physics/scenarios/";
    json scenario = json::parse(file_text(shipped + example.name + ".json"));
    scenario.at("physics").at("name") = physics;
    scenario.at("parameters").at(example.parameter).at("default") = example.value;
    const auto file = folder.write("scenario.json", scenario.dump());
    return sphlab({"verify", file.string(), "--pack-dir",
                   SPHLAB_BINARY_DIR "/test-packs/own-physics", "--toolchain", toolchains,
                   "--output", path(physics + ".jsonl")});
  }
  /// Verifies a layer of gas in a box whose faces along it meet.
  Finished verify_in_box(const std::string& physics) const {
    json scenario = json::parse(
        file_text(SPHLAB_SOURCE_DIR "/examples/own-physics/scenarios/gaussian-gas.json"));
    scenario["physics"]["name"] = physics;
    json& geometry = scenario["geometry"];
    geometry["periodic"] = "xy";
    geometry["domain"]["size"]["value"] = {0.1, 0.1, 0.4};
    geometry["fluid"][0]["lower"]["value"] = {0, 0, 0.15};
    const auto file = folder.write("scenario.json", scenario.dump());
    return sphlab({"verify", file.string(), "--set", "particles_per_side=10", "--pack-dir",
                   SPHLAB_BINARY_DIR "/test-packs/own-physics", "--toolchain",
                   "own-physics-mutants-*", "--output", path(physics + ".jsonl")});
  }
  /// The names of the checks that failed, each once, without what they say of the state.
  std::set<std::string> failed(const std::string& physics) const {
    std::set<std::string> names;
    for (const json& line : lines_of(path(physics + ".jsonl"))) {
      for (const json& one : line.value("failed", json::array()))
        names.insert(one.at("check").get<std::string>());
    }
    return names;
  }
};

TEST_F(OwnPhysics, IsVerifiedInMotionOfEachExample) {
  for (const Example& example : {grains, mixture, gas, spheres}) {
    const Finished finished = verify(example, example.name, "own-physics-*");
    EXPECT_TRUE(succeeds(finished)) << example.name << finished.output;
    const std::string lines = file_text(path(std::string(example.name) + ".jsonl"));
    EXPECT_TRUE(
        mentions(lines, {"own-physics-simt-w32", "own-physics-cpu-", "list-gather",
                         "par-part-noloop", "initial, moving", "accelerations after timing"}))
        << example.name;
  }
}

TEST_F(OwnPhysics, WrongOneIsTold) {
  const struct {
    Example example;
    const char *mutant, *check;
  } rows[] = {{grains, "dashpot-of-the-wrong-sign", "accelerations"},
              {grains, "contacts-by-place-in-memory", "contacts: held-0"},
              {grains, "forgotten-sliding", "forces: slid-0"},
              {mixture, "mixing-rules-swapped", "accelerations"},
              {gas, "density-without-itself", "density-sum: relative-density"},
              {spheres, "radius-of-the-larger", "accelerations"}};
  for (const auto& row : rows) {
    const Finished finished = verify(row.example, row.mutant, "own-physics-mutants-*");
    EXPECT_TRUE(fails(finished, ExitCode::verification, {"checks failed"})) << row.mutant;
    EXPECT_EQ(failed(row.mutant).count(row.check), 1u)
        << row.mutant << ": " << json(failed(row.mutant));
  }
}

TEST_F(OwnPhysics, IsVerifiedAcrossTheFacesOfAPeriodicBox) {
  const Finished finished = verify_in_box("periodic-gas");
  EXPECT_TRUE(succeeds(finished)) << finished.output;
  EXPECT_TRUE(mentions(file_text(path("periodic-gas.jsonl")),
                       {"initial, moving", "pairs counted", "density-sum: relative-density",
                        "accelerations after timing"}));
  EXPECT_TRUE(fails(verify_in_box("gaussian-gas"), ExitCode::bad_input,
                    {"physics.name", "do not reach across its faces", "\"periodic-gas\""}));
}

/// What remembers a contact must be advanced once a step, and a scheme that evaluates twice is
/// told.
TEST_F(OwnPhysics, HistoryIsAdvancedByASchemeThatDoes) {
  const std::string shipped = SPHLAB_SOURCE_DIR "/examples/own-physics/scenarios/grains.json";
  json scenario = json::parse(file_text(shipped));
  scenario.at("time_stepping").at("integrator") = "predictor-corrector";
  const auto file = folder.write("scenario.json", scenario.dump());
  const Finished finished =
      sphlab({"verify", file.string(), "--pack-dir", SPHLAB_BINARY_DIR "/test-packs/own-physics"});
  EXPECT_TRUE(fails(finished, ExitCode::not_available, {"grains", "slid-0", "symplectic-euler"}));
}

}  // namespace
}  // namespace sphlab
