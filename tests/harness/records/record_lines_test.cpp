// A file is read whole or refused, with the key and the remedy.
#include "harness/records/record_lines.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "harness/error.hpp"
#include "harness/records/content_hash.hpp"
#include "harness/records/record_file.hpp"
#include "tests/support/example_record.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines of a file of two records.
std::vector<std::string> two_records() {
  RecordText text;
  std::string lines = text.lines_of(example_record("forces"));
  text.accept();
  return split_lines(lines + text.lines_of(example_record("list")));
}

std::vector<Record> read(const std::vector<std::string>& lines) {
  RecordLines reader;
  std::vector<Record> records;
  for (const std::string& line : lines) {
    if (const auto record = reader.read(line)) records.push_back(*record);
  }
  return records;
}

/// What is said of the lines, which must be refused as input.
std::string refusal(const std::vector<std::string>& lines) {
  try {
    read(lines);
  } catch (const InputError& error) {
    EXPECT_EQ(error.code, ExitCode::bad_input);
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

std::size_t line_of_part(const std::vector<std::string>& lines, const std::string& kind) {
  std::size_t k = 0;
  while (json::parse(lines.at(k)).value("part", "") != kind) ++k;
  return k;
}

/// A record as version 1 wrote it, one line.
std::string of_version_1(const Record& record) {
  json line = to_json(record);
  line["schema_version"] = 1;
  for (const char* key : {"stages", "kernels"}) line.erase(key);
  line["summary"].erase("below_resolution");
  line["policy"].erase("resolution_s");
  return line.dump();
}

TEST(RecordLines, ReadWhatWasWritten) {
  const std::vector<Record> records = read(two_records());
  ASSERT_EQ(records.size(), 2u);
  Record forces = example_record("forces");
  forces.recorded_at = records[0].recorded_at;
  EXPECT_EQ(to_json(records[0]), to_json(forces));
  EXPECT_EQ(records[1].stage, "list");
}

TEST(RecordLines, SayOnceWhatRecordsShare) {
  const auto lines = two_records();
  EXPECT_EQ(json::parse(lines.front()), json({{"schema_version", 2}}));
  std::map<std::string, int> kinds;
  for (const std::string& line : lines) ++kinds[json::parse(line).value("part", "")];
  EXPECT_EQ(kinds.at("session"), 1);
  EXPECT_EQ(kinds.at("toolchain"), 1);
  EXPECT_EQ(kinds.at("variant"), 1);
  EXPECT_EQ(kinds.at("policy"), 1);
  EXPECT_FALSE(has(lines.back(), "median_s")) << "it follows from the samples";
}

/// With a check of the state, and a tuning that was tried for the forces.
Record checked_in(const std::string& state, double value) {
  Record record = example_record("forces");
  record.scenario.state.label = state;
  record.validity.checks = {{"accelerations (" + state + ", moving)", value, 2e-5, true}};
  record.tuning_sweep = {{"forces", {{"block", 64}}, value, std::nullopt}};
  record.id = record_id(record);
  return record;
}

TEST(RecordLines, SayOnceWhatWasCheckedAndTried) {
  const std::vector<Record> written = {checked_in("initial", 1e-7), checked_in("step-20", 3e-7)};
  RecordText text;
  std::string lines = text.lines_of(written[0]);
  text.accept();
  lines += text.lines_of(written[1]);
  std::map<std::string, int> kinds;
  for (const std::string& line : split_lines(lines)) ++kinds[json::parse(line).value("part", "")];
  EXPECT_EQ(kinds.at("validity"), 2);
  EXPECT_EQ(kinds.at("checks"), 1);
  EXPECT_EQ(kinds.at("sweep"), 2);
  EXPECT_EQ(kinds.at("tried"), 1);
  const std::vector<Record> records = read(split_lines(lines));
  for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(to_json(records.at(k)), to_json(written[k]));
}

TEST(RecordLines, SayOnceHowBusyTheMachineWas) {
  Record forces = example_record("forces");
  forces.load = {{0, 1, 2}, {1.5, 1.6, 1.7}, {0.02, std::nullopt, 0.3}, {0, 0, 0.1}};
  Record list = example_record("list");
  list.load = forces.load;
  RecordText text;
  std::string lines = text.lines_of(forces);
  text.accept();
  auto all = split_lines(lines + text.lines_of(list));
  const std::size_t at = line_of_part(all, "load");
  const std::vector<Record> records = read(all);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(to_json(records[0]), to_json(forces));
  EXPECT_EQ(to_json(records[1]).at("load"), to_json(forces).at("load"));
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
  EXPECT_TRUE(has(refusal(all), "load: no line before it holds the load part")) << refusal(all);
}

TEST(RecordLines, RefuseARowThatRefersToNothing) {
  for (const std::string kind : {"contender", "policy", "kernels", "turns", "within"}) {
    auto lines = two_records();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line_of_part(lines, kind)));
    const std::string reason = refusal(lines);
    EXPECT_TRUE(has(reason, kind + ": no line before it holds the " + kind + " part")) << reason;
    EXPECT_TRUE(has(reason, "version control")) << reason;
  }
  auto lines = two_records();
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line_of_part(lines, "toolchain")));
  EXPECT_TRUE(has(refusal(lines), "contender.toolchain: no line before it")) << refusal(lines);
}

TEST(RecordLines, RefuseAPartThatIsNotWhatItsIdSays) {
  auto lines = two_records();
  std::string& line = lines[line_of_part(lines, "toolchain")];
  json part = json::parse(line);
  part["content"]["flags"] = "-O2";
  line = part.dump();
  const std::string reason = refusal(lines);
  EXPECT_TRUE(has(reason, "id: " + part["id"].get<std::string>())) << reason;
  EXPECT_TRUE(has(reason, "toolchain part has " + content_hash(part["content"]))) << reason;
}

TEST(RecordLines, ShowOfWhatTheyRefuseNoControlCharacterAndItsBeginning) {
  for (const std::string& name : {std::string("a\033[31m\nb"), std::string(3000, 'x')}) {
    auto lines = two_records();
    json row = json::parse(lines.back());
    row["contender"] = name;
    lines.back() = row.dump();
    const std::string reason = refusal(lines);
    EXPECT_LT(reason.size(), 400u);
    for (const char character : reason) EXPECT_GE(character, ' ') << reason;
  }
}

TEST(RecordLines, RefuseARowThatIsNotWhatItsIdSays) {
  auto lines = two_records();
  json row = json::parse(lines.back());
  EXPECT_FALSE(row.contains("id")) << "earlier releases wrote it";
  row["id"] = record_id(example_record("list"));
  lines.back() = row.dump();
  EXPECT_EQ(read(lines).at(1).id, row["id"]);
  row["id"] = "0123456789abcdef";
  lines.back() = row.dump();
  const std::string reason = refusal(lines);
  EXPECT_TRUE(has(reason, "id: " + row["id"].get<std::string>())) << reason;
  EXPECT_TRUE(has(reason, "what this row says ran has")) << reason;
}

TEST(RecordLines, SayOfARowWhatDiffersFromTheOneBefore) {
  auto lines = two_records();
  EXPECT_TRUE(json::parse(lines.at(lines.size() - 2)).contains("contender"));
  const json row = json::parse(lines.back());
  EXPECT_FALSE(row.contains("contender"));
  EXPECT_FALSE(row.contains("policy"));
  EXPECT_EQ(row.at("stage"), "list");
  lines.erase(lines.end() - 2);
  EXPECT_TRUE(has(refusal(lines), "contender: is not there, and no row stands before it"));
}

TEST(RecordLines, RefuseChangesOfNoPart) {
  const std::vector<std::string> lines = {
      version_line(), R"({"part": "policy", "id": "01234567", "changes": {"blocks": 3}})"};
  EXPECT_TRUE(has(refusal(lines), "changes: no line before it holds a policy part"))
      << refusal(lines);
}

TEST(RecordLines, RefuseTwoVersionsInOneFile) {
  auto older_last = two_records();
  older_last.push_back(of_version_1(example_record("sort")));
  EXPECT_TRUE(has(refusal(older_last),
                  "schema_version: 1, but the lines before it are of version "
                  "2: two versions in one file"))
      << refusal(older_last);
  auto older_first = two_records();
  older_first.insert(older_first.begin(), of_version_1(example_record("sort")));
  EXPECT_TRUE(has(refusal(older_first), "analysis migrate")) << refusal(older_first);
}

TEST(RecordLines, RefuseAFileWithoutItsBeginning) {
  auto lines = two_records();
  lines.erase(lines.begin());
  EXPECT_TRUE(has(refusal(lines), "schema_version: is not there")) << refusal(lines);
  EXPECT_TRUE(has(refusal({R"({"schema_version": 3})"}), "schema_version: 3, but this sphlab"));
}

TEST(RecordLines, MayBeJoinedToAnotherFile) {
  auto lines = two_records();
  RecordText text;
  for (const std::string& line : split_lines(text.lines_of(example_record("sort"))))
    lines.push_back(line);
  EXPECT_EQ(read(lines).size(), 3u);
}

TEST(RecordLines, OfVersion1HaveTheOneKernelThatTheySay) {
  const Record record = example_record();
  const Record older = read({of_version_1(record)}).at(0);
  EXPECT_EQ(older.id, record.id);
  ASSERT_EQ(older.kernels.size(), 1u);
  EXPECT_EQ(older.kernels[0].registers, 64u);
  EXPECT_FALSE(older.policy.resolution_s.has_value());
  EXPECT_EQ(older.stages.back(), "euler");
}

// The files were made by the analysis, which reads them, too.
TEST(RecordLines, OfTheAnalysisAreReadInAllLayouts) {
  const std::string folder = SPHLAB_SOURCE_DIR "/analysis/tests/data/";
  const std::vector<Record> older = read_records(folder + "small.jsonl");
  const std::vector<Record> newer = read_records(folder + "small-2.jsonl");
  const std::vector<Record> between = read_records(folder + "small-2-earlier.jsonl");
  ASSERT_EQ(older.size(), newer.size());
  ASSERT_EQ(between.size(), newer.size());
  for (std::size_t k = 0; k < older.size(); ++k) {
    Record renamed = older[k];
    renamed.id = record_id(renamed);
    EXPECT_EQ(to_json(renamed), to_json(newer[k])) << k;
    EXPECT_EQ(to_json(between[k]), to_json(newer[k])) << k;
  }
}

TEST(RecordLines, OfARecordFileAreNamedWhenTheyAreRefused) {
  const TemporaryFolder folder;
  auto lines = two_records();
  lines.erase(lines.begin() + 1);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  const auto file = folder.write("run.jsonl", text);
  try {
    read_records(file);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(has(error.what(), file.string() + ":")) << error.what();
  }
}

}  // namespace
}  // namespace sphlab
