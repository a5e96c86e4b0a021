// sphlab why: an explanation, or a reason.
#include <nlohmann/json.hpp>

#include "harness/cli/prose.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/records/record_lines.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class WhyCommand : public Workspace {
 protected:
  static fs::path recorded(const std::string& file) {
    return fs::path(SPHLAB_SOURCE_DIR) / "tests/harness/why/h200" / file;
  }

  /// results/nvidia-h200 with these files of what an H200 recorded.
  void place(const std::vector<std::string>& files) const {
    const fs::path results = folder.path() / "results/nvidia-h200";
    fs::create_directories(results);
    for (const std::string& file : files) fs::copy_file(recorded(file), results / file);
  }

  Finished why(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "why");
    return sphlab(std::move(arguments));
  }
};

/// Without the line ends that the width has made.
std::string in_one_line(const std::string& text) {
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) line += word + " ";
  return line;
}

testing::AssertionResult is_narrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (visible_width(line) > prose_columns) return testing::AssertionFailure() << line;
  }
  return testing::AssertionSuccess();
}

TEST_F(WhyCommand, ExplainsWhatIsRecordedHere) {
  place({"traversals.jsonl", "cutoff.jsonl", "cutoff.profile.jsonl", "limits.json"});
  const Finished finished = why({"rows"});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(
      mentions(in_one_line(finished.output), {"dam-break-lj: 1,037,232 particles", "of limit",
                                              "6.1 candidates", "Not known:", "ci/profile"}));
  EXPECT_TRUE(is_narrow(finished.output));
  const Finished profiled = why({"x-pencil-bulk"});
  ASSERT_TRUE(succeeds(profiled));
  EXPECT_TRUE(mentions(in_one_line(profiled.output), {"bound by issue", "(profile)"}));
  EXPECT_TRUE(is_narrow(profiled.output));
}

TEST_F(WhyCommand, ComparesTwo) {
  const Finished finished =
      why({"rows", "--against", "all-in-sm", "--record", recorded("traversals.jsonl"), "--counts",
           recorded("counts.jsonl")});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(in_one_line(finished.output),
                       {"A rows", "B all-in-sm", "the work is the same", "(counted)"}));
  EXPECT_TRUE(is_narrow(finished.output));
}

TEST_F(WhyCommand, WritesADocument) {
  const std::vector<std::string> asked{"rows", "--record", recorded("traversals.jsonl")};
  std::vector<std::string> printed = asked;
  printed.insert(printed.end(), {"--json", "-"});
  const Finished alone = why(printed);
  ASSERT_TRUE(succeeds(alone));
  EXPECT_EQ(json::parse(alone.output).at("schema"), "sphlab-why/1");
  std::vector<std::string> written = asked;
  written.insert(written.end(), {"--json", path("why.json")});
  const Finished both = why(written);
  ASSERT_TRUE(succeeds(both));
  EXPECT_TRUE(mentions(both.output, {"A step takes"}));
  EXPECT_EQ(json::parse(file_text(path("why.json"))), json::parse(alone.output));
}

TEST_F(WhyCommand, ListsRowsThatMatch) {
  const Finished finished = why({"all-in-sm", "--record", recorded("cutoff.jsonl"), "--list"});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.output, {"3,276,800", "327,680", "random-box-uncut"}));
  EXPECT_TRUE(is_narrow(finished.output));
}

TEST_F(WhyCommand, AsksWhereSeveralAreMeant) {
  place({"traversals.jsonl", "cutoff.jsonl"});
  EXPECT_TRUE(fails(why({"all-in-sm"}), ExitCode::usage,
                    {"dam-break-lj", "random-box-uncut", "--scenario"}));
  EXPECT_TRUE(succeeds(why({"all-in-sm", "--scenario", "random-box-uncut"})));
  EXPECT_TRUE(succeeds(why({"list-gather"})));  // of which one variant alone is recorded
}

TEST_F(WhyCommand, SaysWhatIsNotThere) {
  EXPECT_TRUE(fails(why({"rows"}), ExitCode::not_available, {"results/", "sphlab run"}));
  place({"traversals.jsonl", "cutoff.jsonl"});
  EXPECT_TRUE(fails(why({"rovs"}), ExitCode::not_available,
                    {"'rovs'", "did you mean 'rows'", "sphlab run SCENARIO --variant rovs"}));
  const Finished far = why({"frobnicate"});
  EXPECT_TRUE(fails(far, ExitCode::not_available,
                    {"'frobnicate'", "; 'sphlab run SCENARIO --variant frobnicate'"}));
  EXPECT_EQ(far.errors.find("did you mean"), std::string::npos) << far.errors;
  EXPECT_TRUE(fails(why({"rows", "--state", "t9"}), ExitCode::not_available, {"--list"}));
  EXPECT_TRUE(fails(why({"rows", "--against", "x-pencil-bulk"}), ExitCode::not_available,
                    {"never recorded on the same particles", "scenario"}));
  EXPECT_TRUE(fails(why({"rows", "--set", "particles_per_height=1"}), ExitCode::not_available,
                    {"parameters"}));
}

TEST_F(WhyCommand, RefusesFilesOfSomethingElse) {
  EXPECT_TRUE(fails(why({"rows", "--record", path("none.jsonl")}), ExitCode::bad_input,
                    {"none.jsonl", "cannot be read"}));
  EXPECT_TRUE(fails(why({"rows", "--record", recorded("cutoff.profile.jsonl")}),
                    ExitCode::bad_input, {"cutoff.profile.jsonl", "recorded run"}));
  const fs::path future = folder.write("future.jsonl", "{\"schema_version\":3}\n\"rows\"\n");
  EXPECT_TRUE(fails(why({"rows", "--record", future}), ExitCode::bad_input,
                    {"future.jsonl:1", "schema_version: 3"}));
  EXPECT_TRUE(fails(why({"rows", "--record", recorded("traversals.jsonl"), "--limits",
                         folder.write("limits.json", "{}")}),
                    ExitCode::bad_input, {"limits.json"}));
  EXPECT_TRUE(fails(
      why({"rows", "--record", recorded("traversals.jsonl"), "--counts", recorded("limits.json")}),
      ExitCode::bad_input, {"limits.json:1"}));
  EXPECT_TRUE(fails(
      why({"rows", "--record", recorded("traversals.jsonl"), "--json", "/proc/sphlab/why.json"}),
      ExitCode::output, {"/proc/sphlab"}));
}

TEST_F(WhyCommand, LeavesOutLimitsOfAnotherDeviceAndRefusesThoseThatWereNamed) {
  place({"traversals.jsonl"});
  json limits = json::parse(file_text(recorded("limits.json")));
  limits["device"]["name"] = "NVIDIA A100";
  const std::string beside = folder.write("results/nvidia-h200/limits.json", limits.dump());
  const Finished finished = why({"rows"});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(in_one_line(finished.output), {"limits.json is of NVIDIA A100, and left out",
                                                      "no limits of NVIDIA H200"}));
  EXPECT_TRUE(fails(why({"rows", "--limits", beside}), ExitCode::bad_input,
                    {"NVIDIA A100", "NVIDIA H200", "--limits"}));
}

TEST_F(WhyCommand, TellsThatARowIsInvalid) {
  std::vector<Record> records = read_records(recorded("traversals.jsonl"));
  std::string text;
  RecordText lines;
  for (Record& record : records) {
    record.validity.status = "accelerations: 0.3 is above 2e-05";
    text += lines.lines_of(record);
    lines.accept();
  }
  EXPECT_TRUE(fails(why({"rows", "--record", folder.write("invalid.jsonl", text)}),
                    ExitCode::verification, {"invalid.jsonl", "accelerations: 0.3"}));
}

}  // namespace
}  // namespace sphlab
