// Profiles, counts and limits that are not what they should be.
#include <gtest/gtest.h>

#include <functional>

#include "tests/harness/why/recorded.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using Edit = std::function<void(json&)>;
using Read = std::function<void(const std::filesystem::path&)>;

/// The message of what reading throws; "" where it throws nothing.
std::string complaint_of(const Read& read, const std::string& text) {
  const TemporaryFolder folder;
  try {
    read(folder.write("broken.json", text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string first_line(const std::string& file, const Edit& edit) {
  const std::string text = file_text(h200(file));
  json line = json::parse(text.substr(0, text.find('\n')));
  edit(line);
  return line.dump() + "\n";
}

void read_as_profiles(const std::filesystem::path& file) {
  read_profiles(file);
}

void read_as_counts(const std::filesystem::path& file) {
  read_counts(file);
}

void read_as_limits(const std::filesystem::path& file) {
  rates_of_limits(file);
}

TEST(Profiles, AreRefusedWithFileLineAndKey) {
  const auto complaint = [](const Edit& edit) {
    return complaint_of(read_as_profiles, first_line("cutoff.profile.jsonl", edit));
  };
  EXPECT_EQ(complaint([](json&) {}), "");
  EXPECT_TRUE(mentions(complaint([](json& line) { line["schema_version"] = 7; }),
                       {"broken.json:1", "schema_version: 7", "ci/profile"}));
  EXPECT_TRUE(mentions(complaint([](json& line) { line["kernels"] = json::array(); }),
                       {"broken.json:1", "kernels"}));
  EXPECT_TRUE(
      mentions(complaint([](json& line) { line["kernels"][0]["metrics"]["duration_s"] = 0; }),
               {"broken.json:1", "duration_s"}));
  EXPECT_TRUE(mentions(complaint([](json& line) { line.erase("record"); }), {"record"}));
  EXPECT_TRUE(mentions(complaint_of(read_as_profiles, "{"), {"broken.json:1"}));
  EXPECT_TRUE(mentions(complaint_of(read_as_profiles, ""), {"is empty"}));
}

TEST(Counts, AreRefusedWithFileLineAndKey) {
  const auto complaint = [](const Edit& edit) {
    return complaint_of(read_as_counts, first_line("counts.jsonl", edit));
  };
  EXPECT_EQ(complaint([](json&) {}), "");
  EXPECT_TRUE(mentions(complaint([](json& line) { line["schema"] = "sphlab-counts/9"; }),
                       {"broken.json:1", "sphlab-counts/9", "sphlab count"}));
  EXPECT_TRUE(mentions(complaint([](json& line) { line.erase("runs"); }), {"runs"}));
  EXPECT_TRUE(
      mentions(complaint([](json& line) { line["global_load"].erase("sectors"); }), {"sectors"}));
}

TEST(Counts, OfSeveralLaunchesAddUp) {
  const std::string line = first_line("counts.jsonl", [](json&) {});
  const TemporaryFolder folder;
  const auto once = read_counts(folder.write("once.jsonl", line));
  const auto twice = read_counts(folder.write("twice.jsonl", line + line));
  ASSERT_EQ(twice.size(), 1u);
  EXPECT_EQ(twice.front().runs, 2 * once.front().runs);
  EXPECT_EQ(twice.front().pipe_turns(), 2 * once.front().pipe_turns());
  EXPECT_EQ(twice.front().lanes_per_run(), once.front().lanes_per_run());
}

TEST(Limits, AreRefusedWithFileAndKey) {
  const auto complaint = [](const Edit& edit) {
    json document = json::parse(file_text(h200("limits.json")));
    edit(document);
    return complaint_of(read_as_limits, document.dump());
  };
  EXPECT_EQ(complaint([](json&) {}), "");
  EXPECT_TRUE(mentions(complaint([](json& limits) { limits["schema_version"] = 2; }),
                       {"broken.json", "schema_version: 2", "sphlab limits"}));
  EXPECT_TRUE(
      mentions(complaint([](json& limits) { limits["limits"][0]["summary"]["median"] = 0; }),
               {"broken.json", "limits.copy.summary.median"}));
  EXPECT_TRUE(mentions(complaint([](json& limits) { limits.erase("limits"); }),
                       {"holds no limits", "sphlab limits"}));
}

}  // namespace
}  // namespace sphlab
