// The commands as they are meant to be used.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/cli/wrapping.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Commands : public Workspace {};

TEST_F(Commands, HelpDocumentsEveryExitCode) {
  const Finished help = sphlab({"--help"});
  ASSERT_TRUE(succeeds(help));
  for (const ExitCode code :
       {ExitCode::ok, ExitCode::failure, ExitCode::usage, ExitCode::bad_input,
        ExitCode::out_of_memory, ExitCode::not_available, ExitCode::verification, ExitCode::device,
        ExitCode::output, ExitCode::interrupted}) {
    EXPECT_TRUE(mentions(help.output, {fmt::format("\n{:>5}  ", static_cast<int>(code))}));
  }
  EXPECT_TRUE(mentions(help.output, {"Examples:", "simulate", "SPHLAB_PACK_PATH"}));
}

constexpr std::array subjects{"packs",      "devices",  "scenarios", "suites",   "physics",
                              "strategies", "variants", "formats",   "resources"};

TEST_F(Commands, ListShowsWhatThereIs) {
  const Finished all = sphlab({"list", "--scenario-dir", scenarios_folder().string()});
  ASSERT_TRUE(succeeds(all));
  for (const char* subject : subjects)
    EXPECT_TRUE(mentions(all.output, {fmt::format("sphlab list {} ", subject)}));
  const Finished scenarios =
      sphlab({"list", "scenarios", "--scenario-dir", scenarios_folder().string(), "dam-break-lj"});
  EXPECT_TRUE(mentions(scenarios.output, {"dam-break-lj", "particles_per_height=32", "Dam break"}));
  EXPECT_EQ(scenarios.output.find("still-water"), std::string::npos);
  EXPECT_TRUE(fails(sphlab({"list", "variants", "--physics", "wcsph-lj", "par-part-nolop"}),
                    ExitCode::not_available, {"did you mean 'par-part-noloop'"}));
}

TEST_F(Commands, ListsMarkWhatRunsHereAndEndNoDescriptionWithinANumber) {
  const Finished listed = sphlab({"list", "scenarios"});
  ASSERT_TRUE(succeeds(listed));
  EXPECT_TRUE(mentions(listed.output, {"name (* runs here)", "dam-break-lj* "}));
  EXPECT_EQ(listed.output.find(" 1\n"), std::string::npos);
  const auto row_of = [&](const char* subject, const char* name) {
    return nlohmann::json::parse(sphlab({"list", subject, name, "--json"}).output).at(0);
  };
  EXPECT_EQ(row_of("scenarios", "dam-break-lj").at("physics"), "wcsph-lj");
  EXPECT_EQ(row_of("scenarios", "dam-break-lj").at("runs_here"), true);
  EXPECT_EQ(row_of("suites", "quick").at("runs_here"), true);
  EXPECT_EQ(row_of("suites", "cpu-compilers").at("device"), "host");
}

/// A suite that is for a device that nobody has, of the name of a scenario, and another.
class ForAnotherDevice : public Commands {
 protected:
  ForAnotherDevice() {
    suite([](nlohmann::json& document) {
      leave_least(document);
      document["device"] = "hip";
      document["toolchains"] = {"hipcc-99"};
    });
    std::filesystem::create_directories(folder.path() / "suites");
    for (const char* name : {"tank.json", "alone.json"})
      std::filesystem::copy(path("little.json"), folder.path() / "suites" / name);
  }
  Finished run(const char* target) const {
    return sphlab({"run", target, "--scenario-dir", folder.path().string(), "--toolchain",
                   toolchain, "--variant", "par-part-noloop", "--output", path("records.jsonl")});
  }
};

TEST_F(ForAnotherDevice, ASuiteGivesWayToTheScenarioOfItsName) {
  const Finished finished = run("tank");
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.errors, {"is for hip (hipcc-99)", "scenario 'tank' instead"}));
  for (const nlohmann::json& record : records(path("records.jsonl")))
    EXPECT_EQ(record.at("scenario").at("name"), "tank");
}

TEST_F(ForAnotherDevice, ASuiteAloneSaysForWhichAndWhatRunsHere) {
  EXPECT_TRUE(fails(run("alone"), ExitCode::not_available,
                    {"is for hip", "no hip device", "sphlab list suites", "tank.json"}));
}

TEST_F(Commands, AScenarioExtendsAShippedOneFromAnyFolder) {
  folder.write("mine.json", R"({"schema_version": 1, "name": "mine", "extends": "still-water",
      "description": "Mine.", "end_time": {"value": 0.01, "unit": "s"}})");
  for (const char* command : {"verify", "run"}) {
    std::vector<std::string> words{
        command,     "mine.json",       "--set",       "particles_per_depth=4",
        "--variant", "par-part-noloop", "--toolchain", toolchain};
    if (words.front() == "run") words.insert(words.end(), {"--output", "mine.jsonl"});
    EXPECT_TRUE(succeeds(sphlab(words))) << command;
  }
}

TEST_F(Commands, ListFitsIntoEightyColumns) {
  std::vector<std::vector<std::string>> lists{{"list"}};
  for (const char* subject : subjects)
    lists.push_back({"list", subject, "--scenario-dir", scenarios_folder().string()});
  for (const auto& list : lists) {
    const Finished listed = sphlab(list);
    ASSERT_TRUE(succeeds(listed));
    std::istringstream lines(listed.output);
    for (std::string line; std::getline(lines, line);) {
      // one that tells a file that did not load keeps its path whole
      const bool is_problem = line.starts_with("not loaded: ");
      EXPECT_TRUE(is_problem || visible_width(line) <= 80) << line;
    }
  }
}

TEST_F(Commands, ListsAreJsonForScripts) {
  const auto rows = [&](const std::vector<std::string>& arguments) {
    const Finished listed = sphlab(arguments);
    EXPECT_TRUE(succeeds(listed));
    return nlohmann::json::parse(listed.output);
  };
  EXPECT_EQ(rows({"list", "--json"}).at("packs").at("names").at(0).is_string(), true);
  const nlohmann::json elastic = rows({"list", "physics", "elastic", "--json"}).at(0);
  EXPECT_EQ(elastic.at("passes"), (nlohmann::json{"density", "strain", "forces"}));
  EXPECT_EQ(elastic.at("constants").at(0).at("key"), "youngs_modulus");
  EXPECT_EQ(elastic.at("constants").at(0).at("unit"), "Pa");
  EXPECT_TRUE(elastic.at("constants").at(0).at("default").is_null());
  const nlohmann::json packs = rows({"list", "packs", toolchain, "--json"});
  ASSERT_EQ(packs.size(), 1u);
  EXPECT_EQ(packs[0].at("warp_width"), 32);
  EXPECT_TRUE(packs[0].at("unusable").is_null());
  const nlohmann::json strategies = rows({"list", "strategies", "--stage", "forces", "--physics",
                                          "wcsph-lj", "--toolchain", toolchain, "--json"});
  ASSERT_GT(strategies.size(), 0u);
  for (const nlohmann::json& row : strategies) {
    EXPECT_EQ(row.at("stage"), "forces");
    EXPECT_EQ(row.at("toolchains"), nlohmann::json({toolchain}));
  }
}

TEST_F(Commands, ListShowsTheCompilersResourcesWithoutADevice) {
  std::filesystem::copy(
      std::string(SPHLAB_BINARY_DIR) + "/test-packs/failing/libsphlab-kernels-failing.so",
      folder.path());
  folder.write("libsphlab-kernels-failing.resources.json",
               R"([{"symbol": "_Z1fv", "kernel": "forces_kernel", "architecture": "sm_90",
                    "registers": 47, "stack_bytes": 0, "spill_bytes": 12, "shared_bytes": 0}])");
  const Finished listed = sphlab({"list", "resources", "--pack-dir", folder.path().string()});
  ASSERT_TRUE(succeeds(listed));
  EXPECT_TRUE(mentions(listed.output, {"failing", "sm_90", "47", "12", "forces_kernel"}));
}

TEST_F(Commands, ASuiteMayBeNothingButAnotherOne) {
  suite(leave_least);
  const auto more = folder.write("more.json", R"({"schema_version": 1, "name": "more",
      "description": "As the other.", "extends": "little"})");
  ASSERT_TRUE(succeeds(sphlab({"run", more.string(), "--output", path("records.jsonl")})));
  for (const nlohmann::json& record : records(path("records.jsonl")))
    EXPECT_EQ(record.at("suite"), "more");
}

TEST_F(Commands, VerifyPassesOnASoundPack) {
  const Finished verified = sphlab({"verify", scenario(), "--toolchain", toolchain});
  ASSERT_TRUE(succeeds(verified));
  EXPECT_TRUE(mentions(verified.output, {"par-part-noloop", "accelerations", "passed", "All "}));
}

TEST_F(Commands, VerifyTakesANamedVariantInEveryListFormat) {
  const Finished verified =
      sphlab({"verify", scenario(), "--toolchain", toolchain, "--every-list-format", "--variant",
              "list-gather+per-particle"});
  ASSERT_TRUE(succeeds(verified));
  EXPECT_TRUE(mentions(verified.output,
                       {"list-gather+per-particle ", "list-gather+per-particle+split-chunk-4",
                        "list-gather+per-particle+separate-interleaved"}));
  EXPECT_EQ(verified.output.find("par-part-noloop"), std::string::npos);
}

TEST_F(Commands, SimulateWritesFramesAndAHistory) {
  const Finished simulated =
      sphlab({"simulate", scenario(), "--until", "0.002", "--every", "0.0005", "--output",
              path("out"), "--toolchain", toolchain, "--variant", "par-part-noloop"});
  ASSERT_TRUE(succeeds(simulated));
  std::istringstream history(file_text(path("out/energy.csv")));
  std::string header;
  std::getline(history, header);
  const auto columns = std::count(header.begin(), header.end(), ',');
  std::size_t rows = 0;
  for (std::string line; std::getline(history, line); ++rows) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns);
    EXPECT_TRUE(line.ends_with(",0")) << "no particle is lost: " << line;
  }
  EXPECT_EQ(rows, 5u);
  const std::string collection = file_text(path("out/particles.pvd"));
  for (std::size_t frame = 0; frame < rows; ++frame) {
    const std::string name = fmt::format("particles_{:05}.vtp", frame);
    EXPECT_TRUE(mentions(collection, {name}));
    EXPECT_TRUE(std::filesystem::exists(path("out/" + name)));
  }
  for (const auto& entry : std::filesystem::directory_iterator(path("out"))) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
}

TEST_F(Commands, SimulateTellsWhereARunHasEndedAndWhyNotAtUntil) {
  const Finished simulated =
      sphlab({"simulate", scenario(), "--until", "0.0005", "--every", "0.0001", "--output",
              path("out"), "--toolchain", toolchain, "--variant", "par-part-noloop", "--life",
              "interval=20,expansion=1.1"});
  ASSERT_TRUE(succeeds(simulated));
  const std::string history = file_text(path("out/energy.csv"));
  const std::size_t last = history.rfind('\n', history.size() - 2) + 1;
  const double end = std::stod(history.substr(last));
  EXPECT_GT(end, 0.0005);
  EXPECT_TRUE(mentions(
      simulated.errors,
      {"2 frames and energy.csv in ",
       fmt::format("the last at {:.6g} s, step 20, {:.2g} s behind --until", end, end - 0.0005),
       "the cycle of 20 steps that reaches its time"}));
}

}  // namespace
}  // namespace sphlab
