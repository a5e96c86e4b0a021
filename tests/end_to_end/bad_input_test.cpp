// What users get wrong: each ends with one clear line and the documented exit code.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class BadInput : public Workspace {
 protected:
  Finished run(const std::string& target) const {
    return sphlab({"run", target, "--output", path("records.jsonl")});
  }
  void TearDown() override {
    EXPECT_FALSE(std::filesystem::exists(path("records.jsonl"))) << "nothing was measured";
  }
};

TEST_F(BadInput, MalformedJson) {
  const auto file = folder.write("broken.json", "{\n  \"name\": \"x\",\n  oops\n}\n").string();
  EXPECT_TRUE(fails(run(file), ExitCode::bad_input, {"broken.json", "line 3"}));
  EXPECT_TRUE(fails(sphlab({"simulate", file, "--output", path("out")}), ExitCode::bad_input,
                    {"broken.json", "line 3"}));
}

TEST_F(BadInput, UnknownKey) {
  const Edit misspell = [](json& document) { document["geometrie"] = 1; };
  EXPECT_TRUE(fails(run(scenario(misspell)), ExitCode::bad_input, {"tank.json", "geometrie"}));
  const Edit misspell_suite = [](json& document) { document["polizy"] = 1; };
  EXPECT_TRUE(fails(run(suite(misspell_suite)), ExitCode::bad_input, {"little.json", "polizy"}));
}

TEST_F(BadInput, WrongUnit) {
  const Edit edit = [](json& document) { document["physics"]["sound_speed"]["unit"] = "km/h"; };
  EXPECT_TRUE(
      fails(run(scenario(edit)), ExitCode::bad_input, {"physics.sound_speed.unit", "km/h", "m/s"}));
}

TEST_F(BadInput, WrongType) {
  const Edit edit = [](json& document) { document["physics"]["sound_speed"]["value"] = "fast"; };
  EXPECT_TRUE(
      fails(run(scenario(edit)), ExitCode::bad_input, {"physics.sound_speed.value", "fast"}));
}

TEST_F(BadInput, ZeroAndNegativeSpacing) {
  for (const double length : {0.0, -0.2}) {
    const Edit edit = [&](json& document) {
      document["geometry"]["spacing"]["reference_length"]["value"] = length;
    };
    EXPECT_TRUE(fails(run(scenario(edit)), ExitCode::bad_input, {"spacing.reference_length"}));
  }
  EXPECT_TRUE(fails(sphlab({"run", scenario(), "--set", "particles_per_depth=-3"}),
                    ExitCode::bad_input, {"particles_per_depth"}));
}

TEST_F(BadInput, MoreParticlesThanMemory) {
  constexpr long long pages_of_40_gib = (40LL << 30) / 4096;
  if (sysconf(_SC_PHYS_PAGES) > pages_of_40_gib) {
    GTEST_SKIP() << "the largest scenario would fit into this machine's memory";
  }
  const Edit edit = [](json& document) {
    document["parameters"]["particles_per_depth"]["maximum"] = 1000;
    document["time_stepping"]["dt"]["value"] = 1e-7;
  };
  EXPECT_TRUE(fails(sphlab({"run", scenario(edit), "--set", "particles_per_depth=630"}),
                    ExitCode::out_of_memory, {"tank", "bytes"}));
}

TEST_F(BadInput, WhatDoesNotFitIsRefusedBeforeItsParticlesAreMade) {
  // two million particles of 75 MB, with lists of 540 GB
  const Edit edit = [](json& document) {
    document["parameters"]["particles_per_depth"]["maximum"] = 1000;
    document["time_stepping"]["dt"]["value"] = 1e-7;
    document["list"]["capacity"] = 65536;
  };
  const std::string large = scenario(edit);
  const long usual = sphlab({"list", "packs"}).most_kib;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", large, "--output", path("records.jsonl")},
        {"simulate", large, "--output", path("out")},
        {"verify", large}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--set", "particles_per_depth=80", "--toolchain", "simt-w32",
                                       "--variant", "list-gather+per-particle"});
    const Finished refused = sphlab(arguments);
    EXPECT_TRUE(fails(refused, ExitCode::out_of_memory, {"'tank'", "particles", "bytes"}));
    EXPECT_LT(refused.most_kib, usual + 40 * 1024) << command.front();
  }
}

TEST_F(BadInput, IntegersThatNothingHolds) {
  const std::string text = file_text(scenario());
  const std::string key = "\"interval\":10";
  const std::size_t at = text.find(key);
  ASSERT_NE(at, std::string::npos);
  const auto file = folder.write(
      "tank.json", std::string(text).replace(at, key.size(), "\"interval\":9223372036854775808"));
  EXPECT_TRUE(
      fails(run(file.string()), ExitCode::bad_input, {"tank.json: list.interval", "9223372036"}));
}

TEST_F(BadInput, UnknownParameter) {
  EXPECT_TRUE(fails(sphlab({"run", scenario(), "--set", "particles_per_deth=6"}),
                    ExitCode::bad_input, {"particles_per_deth", "particles_per_depth"}));
}

TEST_F(BadInput, SettingsThatAreNone) {
  for (const char* setting : {"particles_per_depth", "=6", "particles_per_depth=six",
                              "particles_per_depth=6x", "particles_per_depth=nan"}) {
    EXPECT_TRUE(fails(sphlab({"run", scenario(), "--set", setting}), ExitCode::usage, {"--set"}));
  }
}

TEST_F(BadInput, UnknownStrategyNamesTheNearest) {
  const Edit edit = [](json& document) {
    document["variants"][0]["forces"]["name"] = "list-gater";
  };
  EXPECT_TRUE(fails(run(suite(edit)), ExitCode::not_available, {"list-gater", "'list-gather'"}));
  EXPECT_TRUE(fails(sphlab({"verify", scenario(), "--variant", "par-part-nolop"}),
                    ExitCode::not_available, {"par-part-nolop", "'par-part-noloop'"}));
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--variant", "list-gater"}), ExitCode::not_available,
                    {"list-gater", "list-gather+per-particle"}));
}

TEST_F(BadInput, AbsentPack) {
  const Edit edit = [](json& document) { document["toolchains"] = {"simt-w33"}; };
  EXPECT_TRUE(fails(run(suite(edit)), ExitCode::not_available, {"simt-w33"}));
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--toolchain", "simt-w33"}), ExitCode::not_available,
                    {"simt-w33", "'simt-w32'"}));
}

TEST_F(BadInput, AbsentDevice) {
  EXPECT_TRUE(
      fails(sphlab({"run", suite(), "--device", "7"}), ExitCode::not_available, {"device 7"}));
}

TEST_F(BadInput, AbsentRuntime) {
  if (std::filesystem::exists("/dev/kfd")) GTEST_SKIP() << "this machine has a HIP device";
  const Edit edit = [](json& document) { document["device"] = "hip"; };
  EXPECT_TRUE(fails(run(suite(edit)), ExitCode::not_available, {"no hip device"}));
}

TEST_F(BadInput, UnknownScenario) {
  const std::string shipped_ones = scenarios_folder().string();
  EXPECT_TRUE(fails(sphlab({"run", "dam-brake-lj", "--scenario-dir", shipped_ones}),
                    ExitCode::bad_input, {"dam-break-lj"}));
  EXPECT_TRUE(fails(sphlab({"verify", "random-bax", "--scenario-dir", shipped_ones}),
                    ExitCode::bad_input, {"random-box"}));
}

/// The pack of 64 lanes has few physics, and the others have others.
TEST_F(BadInput, PhysicsThatNoPackComputes) {
  const std::string viscous = (scenarios_folder() / "dam-break-lj-viscous.json").string();
  if (sphlab({"list", "packs"}).output.find("simt-w64") == std::string::npos)
    GTEST_SKIP() << "no such pack";
  for (const char* command : {"run", "best", "verify", "simulate"}) {
    std::vector<std::string> words{command, viscous, "--toolchain", "simt-w64"};
    if (words.front() == "simulate") words.insert(words.end(), {"--output", path("out")});
    EXPECT_TRUE(fails(sphlab(words), ExitCode::not_available,
                      {"no pack computes wcsph-lj-viscous", "'dam-break-lj-viscous'",
                       "looked at: simt-w64", "SPHLAB_MATRIX", "--pack-dir"}))
        << command;
  }
}

TEST_F(BadInput, WrongCommandLine) {
  EXPECT_TRUE(fails(sphlab({}), ExitCode::usage, {"--help"}));
  EXPECT_TRUE(fails(sphlab({"verfy"}), ExitCode::usage, {"did you mean 'verify'"}));
  EXPECT_TRUE(fails(sphlab({"run", "quick", "--outptu", "x"}), ExitCode::usage, {"'--output'"}));
  EXPECT_TRUE(fails(sphlab({"list", "pack"}), ExitCode::usage, {"did you mean 'packs'"}));
  EXPECT_TRUE(fails(sphlab({"--color", "blue", "list"}), ExitCode::usage, {"blue"}));
}

TEST_F(BadInput, ScenarioThatCannotBeSimulated) {
  EXPECT_TRUE(fails(sphlab({"simulate", (scenarios_folder() / "random-box.json").string(),
                            "--output", path("out")}),
                    ExitCode::bad_input, {"no time stepping"}));
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", path("out"), "--until", "-1"}),
                    ExitCode::usage, {"--until"}));
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", path("out"), "--variant",
                            "omp-asymmetric", "--memory-budget", "1000"}),
                    ExitCode::usage, {"--memory-budget", "auto-cells", "omp-asymmetric"}));
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", path("out"), "--variant",
                            "auto-cells", "--toolchain", "cpu-gcc*"}),
                    ExitCode::not_available, {"auto-cells", "ranges-merged"}));
}

}  // namespace
}  // namespace sphlab
