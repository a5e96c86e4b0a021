// sphlab record: several suites by one process, each into its file.
#include "harness/suites/suite.hpp"
#include "tests/end_to_end/workspace.hpp"
#include "tests/support/with_address_space.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// Two suites that start from the same later state, and one that asks for a compiler that is not
/// there.
class RecordCommand : public Workspace {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    write("first", [](json&) {});
    write("second", [](json& document) { document["variants"].erase(0); });
    write("elsewhere", [](json& document) { document["toolchains"] = {"nvcc-0.1"}; });
  }

  std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {
        "record", path("first.json"), path("second.json"), path("elsewhere.json"), "--runtime",
        "host",   "--output",         path("recorded")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  /// Records of these suites, each in its file, with one later state for all.
  void expect_recorded_from_the_same_particles(const std::vector<std::string>& names) const {
    std::set<std::string> hashes;
    for (const std::string& name : names) {
      const auto all = records(path("recorded/" + name + ".jsonl"));
      ASSERT_FALSE(all.empty());
      for (const json& record : all) {
        EXPECT_EQ(record.at("suite"), name);
        const json& state = record.at("scenario").at("state");
        if (state.at("label") != "initial") hashes.insert(state.at("hash"));
      }
    }
    EXPECT_EQ(hashes.size(), 1u);
  }

  /// Limits of another build, device, board, host or runtime than those of here, and what is none.
  void expect_other_limits_refused(const json& of_here) const {
    const auto expect_refused = [this](const json& limits, std::vector<std::string> words) {
      const auto file = folder.write("recorded/limits.json", limits.dump());
      words.insert(words.end(), {file.string(), "remove the file"});
      EXPECT_TRUE(fails(sphlab(command({"--resume"})), ExitCode::bad_input, words));
    };
    const std::map<std::string, std::string> parts = {{"/code/revision", "revision"},
                                                      {"/device/name", "device"},
                                                      {"/device/board", "board"},
                                                      {"/device/driver", "driver"},
                                                      {"/host/cpu", "CPU"},
                                                      {"/runtime/name", "runtime"},
                                                      {"/runtime/version", "runtime version"},
                                                      {"/runtime/openmp/processors", "OpenMP"}};
    for (const auto& [key, part] : parts) {
      json foreign = of_here;
      foreign[json::json_pointer(key)] = "another";
      expect_refused(foreign, {"measured elsewhere: " + part, "another", "--output"});
    }
    json incomplete = of_here;
    incomplete.erase("device");
    expect_refused(incomplete, {"holds no limits"});
    expect_refused("", {});
  }

 private:
  void write(const std::string& name, const Edit& edit) {
    json document = json::parse(file_text(suite(edit)));
    document["name"] = name;
    folder.write(name + ".json", document.dump());
  }
};

// One recording serves both: the limits of a device take seconds.
TEST_F(RecordCommand, MeasuresEachSuiteIntoItsFileAndRefusesOrCompletesWhatIsThere) {
  const test::WithAddressSpace little(test::WithAddressSpace::of_a_small_run());
  const Finished finished = sphlab(command());
  ASSERT_TRUE(succeeds(finished));
  EXPECT_NE(finished.output.find("none of its toolchains is here (nvcc-0.1)"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("recorded/elsewhere.jsonl")));
  expect_recorded_from_the_same_particles({"first", "second"});
  const std::string limits = file_text(path("recorded/limits.json"));
  EXPECT_EQ(json::parse(limits).at("limits").size(), 4u);

  const auto size = std::filesystem::file_size(path("recorded/second.jsonl"));
  std::filesystem::remove(path("recorded/first.jsonl"));
  EXPECT_TRUE(
      fails(sphlab(command()), ExitCode::output, {"second.jsonl exists already", "--resume"}));
  EXPECT_FALSE(std::filesystem::exists(path("recorded/first.jsonl"))) << "nothing was measured";
  expect_other_limits_refused(json::parse(limits));
  EXPECT_FALSE(std::filesystem::exists(path("recorded/first.jsonl"))) << "nothing was measured";
  folder.write("recorded/limits.json", limits);
  ASSERT_TRUE(succeeds(sphlab(command({"--resume"}))));
  EXPECT_EQ(file_text(path("recorded/limits.json")), limits);
  EXPECT_TRUE(std::filesystem::exists(path("recorded/first.jsonl")));
  EXPECT_EQ(std::filesystem::file_size(path("recorded/second.jsonl")), size);
}

TEST_F(RecordCommand, HelpNamesTheToolchainsOfTheSuitesThatAreRecorded) {
  const Finished help = sphlab({"record", "--help"});
  ASSERT_TRUE(succeeds(help));
  int of_gpus = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(SPHLAB_SOURCE_DIR "/scenarios/suites")) {
    const Suite suite = load_suite(entry.path());
    if (!suite.recorded || suite.device == "host") continue;
    EXPECT_EQ(suite.device, "cuda") << suite.name << ": the help says that all are";
    EXPECT_TRUE(mentions(help.output, suite.toolchains)) << suite.name;
    ++of_gpus;
  }
  EXPECT_GT(of_gpus, 0);
}

TEST_F(RecordCommand, SaysWhatIsMeantForNoDevice) {
  EXPECT_TRUE(fails(sphlab({"record", path("first.json"), "--runtime", "hip"}),
                    ExitCode::not_available, {"no suite to record on runtime hip"}));
}

}  // namespace
}  // namespace sphlab
