// `sphlab profile` where there is no device to profile: what it chooses, and what it refuses.
#include "harness/records/record_writer.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Profile : public Workspace {
 protected:
  void SetUp() override {
    const Edit one_variant = [](nlohmann::json& document) {
      document["scenarios"][0].erase("states");
      document["variants"] = {document["variants"].back()};
      document["policy"]["isolated_samples"] = 1;
    };
    ASSERT_TRUE(succeeds(sphlab({"run", suite(one_variant), "--output", path("records.jsonl")})));
  }

  Finished profile(std::vector<std::string> options,
                   const std::string& file = "records.jsonl") const {
    options.insert(options.begin(), {"profile", path(file)});
    return sphlab(std::move(options));
  }

  /// Writes the records again, each changed.
  void change(const std::function<void(nlohmann::json&)>& edit) const {
    const auto old = records(path("records.jsonl"));
    std::filesystem::remove(path("records.jsonl"));
    RecordWriter writer(path("records.jsonl"), RecordWriter::Existing::refuse);
    for (nlohmann::json json : old) {
      edit(json);
      Record record = record_from_json(json);
      record.id = record_id(record);
      writer.append(record);
    }
  }
};

TEST_F(Profile, TheHostHasNoProfiler) {
  for (const auto& options :
       std::vector<std::vector<std::string>>{{},
                                             {"--stage", "euler"},
                                             {"--stage", "all"},
                                             {"--variant", "par-part-noloop", "--toolchain",
                                              "simt-*", "--set", "particles_per_depth=4"},
                                             {"--scenario", "tank"}}) {
    EXPECT_TRUE(fails(profile(options), ExitCode::not_available, {"no profiler", "host"}));
  }
}

TEST_F(Profile, LoopsOfStepsAreChosenLikeStages) {
  EXPECT_TRUE(fails(profile({"--loop"}), ExitCode::not_available, {"no profiler", "host"}));
  EXPECT_TRUE(fails(profile({"--loop", "--scenario", "dam-break-lj"}), ExitCode::bad_input,
                    {"no valid record of a step"}));
  EXPECT_TRUE(fails(profile({"--loop", "--stage", "list"}), ExitCode::usage, {"--stage"}));
  change([](nlohmann::json& record) {
    if (record.contains("list_life")) record["list_life"]["trigger"] = "displacement";
  });
  EXPECT_TRUE(fails(profile({"--loop"}), ExitCode::bad_input, {"at a fixed interval"}));
}

TEST_F(Profile, NoSuchRecord) {
  for (const auto& options :
       std::vector<std::vector<std::string>>{{"--stage", "census"},
                                             {"--variant", "x-pencil"},
                                             {"--toolchain", "nvcc-*"},
                                             {"--scenario", "dam-break-lj"},
                                             {"--set", "particles_per_depth=5"}}) {
    EXPECT_TRUE(fails(profile(options), ExitCode::bad_input,
                      {"records.jsonl", "no valid record", "isolated_samples"}))
        << options.front();
  }
}

TEST_F(Profile, InvalidRecordsAreNotProfiled) {
  change([](nlohmann::json& record) { record["validity"]["status"] = "a check failed"; });
  EXPECT_TRUE(fails(profile({}), ExitCode::bad_input, {"no valid record"}));
}

TEST_F(Profile, RecordsOfAnotherDevice) {
  change([](nlohmann::json& record) { record["device"]["name"] = "Another CPU"; });
  EXPECT_TRUE(fails(profile({}), ExitCode::not_available, {"Another CPU", "that was measured"}));
}

TEST_F(Profile, RecordsOfAnotherRevisionAreNoted) {
  EXPECT_EQ(profile({}).errors.find("the records are of revision"), std::string::npos);
  change([](nlohmann::json& record) { record["code"]["revision"] = "0badc0de"; });
  EXPECT_TRUE(mentions(profile({}).errors, {"the records are of revision 0badc0de"}));
}

TEST_F(Profile, AFileThatIsNoRecordedRun) {
  EXPECT_TRUE(
      fails(profile({}, "absent.jsonl"), ExitCode::bad_input, {"absent.jsonl", "No such file"}));
  folder.write("empty.jsonl", "");
  EXPECT_TRUE(fails(profile({}, "empty.jsonl"), ExitCode::bad_input, {"holds no record"}));
  folder.write("cut.jsonl", file_text(path("records.jsonl")) + "{\"id\": \"0123");
  EXPECT_TRUE(fails(profile({}, "cut.jsonl"), ExitCode::bad_input, {"cut.jsonl:"}));
}

}  // namespace
}  // namespace sphlab
