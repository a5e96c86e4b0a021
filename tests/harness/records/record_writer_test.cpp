#include "harness/records/record_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/error.hpp"
#include "harness/records/record_file.hpp"
#include "tests/support/example_record.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using Existing = RecordWriter::Existing;

/// The text of a file of these records.
std::string text_of(const std::vector<Record>& records) {
  RecordText text;
  std::string lines;
  for (const Record& record : records) {
    lines += text.lines_of(record);
    text.accept();
  }
  return lines;
}

ExitCode code_of_opening(const std::filesystem::path& file, Existing existing) {
  try {
    RecordWriter writer(file, existing);
  } catch (const Error& error) {
    return error.code;
  }
  return ExitCode::ok;
}

/// No file may grow beyond `bytes` while this lives: the disk is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit small{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit limit_{};
  void (*handler_)(int) = nullptr;
};

class RecordWriterTest : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "device" / "suite.jsonl";
  Record forces = example_record("forces");
  Record list = example_record("list");
  Record step = step_of(forces);

  /// The record of the step of the same variant.
  static Record step_of(Record record) {
    record.stage = record.scope = "step";
    record.id = record_id(record);
    return record;
  }
  static Record of_another_variant(Record record) {
    record.variant = "other";
    record.strategies["forces"] = "other";
    record.id = record_id(record);
    return record;
  }
  static std::vector<std::string> texts(const std::vector<Record>& records) {
    std::vector<std::string> all;
    for (const Record& record : records) all.push_back(to_json(record).dump());
    return all;
  }
};

TEST_F(RecordWriterTest, WritesEachRecordAtOnce) {
  RecordWriter writer(file, Existing::refuse);
  writer.append(forces);
  EXPECT_EQ(file_text(file), text_of({forces})) << "on the disk before the writer is gone";
  writer.append(list);
  EXPECT_EQ(file_text(file), text_of({forces, list}));
  EXPECT_TRUE(writer.contains(forces));
  EXPECT_EQ(writer.count(), 2u);
}

TEST_F(RecordWriterTest, DoesNotOverwriteRecords) {
  RecordWriter(file, Existing::refuse).append(forces);
  EXPECT_EQ(code_of_opening(file, Existing::refuse), ExitCode::output);
  EXPECT_EQ(file_text(file), text_of({forces}));
}

TEST_F(RecordWriterTest, ResumesWithTheRecordsThatAreThere) {
  const Record other = of_another_variant(list);
  {
    RecordWriter first(file, Existing::refuse);
    first.append(forces);
    first.append(step);
  }
  RecordWriter writer(file, Existing::resume);
  EXPECT_TRUE(writer.contains(forces));
  EXPECT_FALSE(writer.contains(other));
  EXPECT_EQ(writer.notice(), "");
  writer.append(other);
  EXPECT_EQ(file_text(file), text_of({forces, step, other}));
}

TEST_F(RecordWriterTest, ReplacesWhatAnAttemptThatWasCutShortHasLeft) {
  const Record other = of_another_variant(forces);
  const Record other_list = of_another_variant(list);
  const Record other_step = of_another_variant(step);
  const auto cut = folder.write("cut.jsonl", text_of({forces, list, other, step, other_list}));
  RecordWriter writer(cut, Existing::resume);
  EXPECT_NE(writer.notice().find("holds 2 records of other, nvcc-13.0, on dam-break-lj (initial)"),
            std::string::npos)
      << writer.notice();
  EXPECT_EQ(file_text(cut), text_of({forces, list, other, step, other_list}))
      << "nothing goes before there is something in its place";
  Record again = other;
  again.recorded_at = "2030-01-01T00:00:00Z";
  writer.append(again);
  EXPECT_EQ(writer.count(), 4u);
  EXPECT_FALSE(writer.contains(other_list));
  writer.append(other_step);
  EXPECT_EQ(texts(read_records(cut)), texts({forces, list, step, again, other_step}));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "cut.jsonl.part"));
  EXPECT_EQ(code_of_opening(cut, Existing::resume), ExitCode::output)
      << "the new file is locked as the old one was";
}

TEST_F(RecordWriterTest, KeepsTheOldFileWhereANewOneDoesNotFit) {
  const std::string text = text_of({forces, list});
  const auto cut = folder.write("cut.jsonl", text);
  RecordWriter writer(cut, Existing::resume);
  {
    const FullDisk disk(text.size() / 2);
    EXPECT_THROW(writer.append(forces), Error);
  }
  EXPECT_EQ(file_text(cut), text);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "cut.jsonl.part"));
}

TEST_F(RecordWriterTest, AddsNothingToWhatWasRecordedElsewhere) {
  const std::string text = text_of({forces, step}) + "{\"id\":";
  const auto older = folder.write("older.jsonl", text);
  const RecordingSetup same = setup_of(forces);
  const std::vector<std::pair<const char*, std::function<void(RecordingSetup&)>>> differences{
      {"in the file, 0badc0de", [](auto& setup) { setup.code.revision = "0badc0de"; }},
      {"in the file, A CPU here", [](auto& setup) { setup.host.cpu = "A CPU"; }},
      {"device NVIDIA H200 in the file, A device here",
       [](auto& setup) { setup.device.name = "A device"; }},
      {"board unknown in the file, 01234567 here",
       [](auto& setup) { setup.device.board = "01234567"; }},
      {"driver unknown in the file, 1.2 here", [](auto& setup) { setup.device.driver = "1.2"; }},
      {"runtime version CUDA 13.0 in the file, CUDA 99 here",
       [](auto& setup) { setup.runtime.version = "CUDA 99"; }},
      {"OpenMP unknown in the file, 3 threads on processors 0-2 (OMP_NUM_THREADS=3) here",
       [](auto& setup) {
         setup.runtime.openmp = {3, "0-2", "OMP_NUM_THREADS=3"};
       }}};
  for (const auto& [words, change] : differences) {
    RecordingSetup other = same;
    change(other);
    try {
      const RecordWriter writer(older, Existing::resume, other);
      ADD_FAILURE() << words;
    } catch (const InputError& error) {
      for (const char* part : {"older.jsonl:", words, "--output"})
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
    EXPECT_EQ(file_text(older), text) << "refused, and left as it was";
  }
  EXPECT_EQ(RecordWriter(older, Existing::resume, same).count(), 2u);
}

TEST_F(RecordWriterTest, RemovesALineThatACrashCutShort) {
  const std::string whole = text_of({forces, step});
  const auto broken = folder.write("broken.jsonl", whole + "{\"part\":\"policy\"");
  RecordWriter writer(broken, Existing::resume);
  const auto number = std::count(whole.begin(), whole.end(), '\n') + 1;
  EXPECT_NE(writer.notice().find(fmt::format("line {}", number)), std::string::npos)
      << writer.notice();
  EXPECT_EQ(file_text(broken), whole);
  const Record other = of_another_variant(list);
  writer.append(other);
  EXPECT_EQ(file_text(broken), text_of({forces, step, other}));
}

TEST_F(RecordWriterTest, LeavesAFileOfSomethingElseAlone) {
  const std::string text = text_of({forces}) + "{\"a\": 1}\n";
  const auto other = folder.write("other.jsonl", text);
  EXPECT_EQ(code_of_opening(other, Existing::resume), ExitCode::bad_input);
  EXPECT_EQ(file_text(other), text);
}

TEST_F(RecordWriterTest, ResumesAfterACrashAmongTheParts) {
  const std::string whole = text_of({forces, list, step});
  const std::size_t rows = whole.find("{\"cache\"");
  for (const std::size_t length : {std::size_t{10}, rows / 2, rows, whole.size() - 20}) {
    const auto cut = folder.write("cut.jsonl", whole.substr(0, length));
    RecordWriter writer(cut, Existing::resume);
    for (const Record& record : {forces, list, step}) writer.append(record);
    EXPECT_EQ(texts(read_records(cut)), texts({forces, list, step})) << length;
  }
}

TEST_F(RecordWriterTest, LeavesALineOfSomethingElseAlone) {
  const std::string whole = text_of({forces, step});
  for (const std::string& text : {std::string("my notes"), std::string("{\"a\": 1}"),
                                  std::string("{\"schema_version\":1"), whole + "my notes"}) {
    const auto other = folder.write("other.jsonl", text);
    EXPECT_EQ(code_of_opening(other, Existing::resume), ExitCode::bad_input) << text;
    EXPECT_EQ(file_text(other), text);
  }
}

TEST_F(RecordWriterTest, ResumesAfterACrashWithinTheTrialBlock) {
  const std::string whole = text_of({forces, step});
  for (const std::string& text : {std::string(), whole}) {
    const auto cut = folder.write("cut.jsonl", text + std::string(5000, ' '));
    const RecordWriter writer(cut, Existing::resume);
    EXPECT_EQ(file_text(cut), text);
  }
}

TEST_F(RecordWriterTest, AddsNothingToAFileOfVersion1) {
  nlohmann::json line = to_json(forces);
  line["schema_version"] = 1;
  for (const char* key : {"stages", "kernels"}) line.erase(key);
  line["summary"].erase("below_resolution");
  line["policy"].erase("resolution_s");
  const auto older = folder.write("older.jsonl", line.dump() + "\n");
  try {
    const RecordWriter writer(older, Existing::resume);
    FAIL() << "two versions in one file";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("older.jsonl: schema_version: 1"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("analysis migrate"), std::string::npos);
  }
  EXPECT_EQ(file_text(older), line.dump() + "\n");
}

TEST_F(RecordWriterTest, RefusesAPlaceThatCannotBeWritten) {
  EXPECT_EQ(code_of_opening("/proc/sphlab/suite.jsonl", Existing::refuse), ExitCode::output);
  EXPECT_EQ(code_of_opening(folder.write("file", "") / "suite.jsonl", Existing::refuse),
            ExitCode::output);
  EXPECT_EQ(code_of_opening(folder.path(), Existing::refuse), ExitCode::output);
}

TEST_F(RecordWriterTest, RefusesAFileThatAnotherOneWrites) {
  const RecordWriter writer(file, Existing::refuse);
  EXPECT_EQ(code_of_opening(file, Existing::resume), ExitCode::output);
}

TEST_F(RecordWriterTest, KnowsAFullDiskBeforeTheFirstRecord) {
  const FullDisk disk(1000);
  EXPECT_EQ(code_of_opening(file, Existing::refuse), ExitCode::output);
  EXPECT_EQ(file_text(file), "");
}

TEST_F(RecordWriterTest, LeavesNoEmptyFileBehind) {
  EXPECT_EQ(code_of_opening(file, Existing::refuse), ExitCode::ok);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(RecordWriterTest, KeepsWholeRecordsWhenTheDiskRunsFull) {
  RecordWriter writer(file, Existing::refuse);
  writer.append(forces);
  try {
    const FullDisk disk(text_of({forces}).size() + 10);
    writer.append(list);
    FAIL() << "the record cannot have been written";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::output);
    EXPECT_NE(std::string(error.what()).find("1 records are saved"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(file_text(file), text_of({forces}));
  EXPECT_FALSE(writer.contains(list));
  writer.append(list);
  EXPECT_EQ(file_text(file), text_of({forces, list})) << "after room was made";
}

TEST_F(RecordWriterTest, ReportsADeviceThatIsFull) {
  RecordWriter writer("/dev/full", Existing::refuse);
  EXPECT_THROW(writer.append(forces), Error);
  EXPECT_EQ(writer.count(), 0u);
}

}  // namespace
}  // namespace sphlab
