#include "harness/records/record_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/error.hpp"
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
  RecordWriter(file, Existing::refuse).append(forces);
  RecordWriter writer(file, Existing::resume);
  EXPECT_TRUE(writer.contains(forces));
  EXPECT_FALSE(writer.contains(list));
  EXPECT_EQ(writer.notice(), "");
  writer.append(list);
  EXPECT_EQ(file_text(file), text_of({forces, list}));
}

TEST_F(RecordWriterTest, RemovesALineThatACrashCutShort) {
  const std::string cut = "{\"part\":\"policy\"";
  const auto broken = folder.write("broken.jsonl", text_of({forces}) + cut);
  RecordWriter writer(broken, Existing::resume);
  const std::string whole = text_of({forces});
  const auto number = std::count(whole.begin(), whole.end(), '\n') + 1;
  EXPECT_NE(writer.notice().find(fmt::format("line {}", number)), std::string::npos)
      << writer.notice();
  EXPECT_EQ(file_text(broken), text_of({forces}));
  writer.append(list);
  EXPECT_EQ(file_text(broken), text_of({forces, list}));
}

TEST_F(RecordWriterTest, LeavesAFileOfSomethingElseAlone) {
  const std::string text = text_of({forces}) + "{\"a\": 1}\n";
  const auto other = folder.write("other.jsonl", text);
  EXPECT_EQ(code_of_opening(other, Existing::resume), ExitCode::bad_input);
  EXPECT_EQ(file_text(other), text);
}

TEST_F(RecordWriterTest, ResumesAfterACrashAmongTheParts) {
  const std::string whole = text_of({forces, list});
  const std::size_t rows = whole.find("{\"cache\"");
  for (const std::size_t length : {std::size_t{10}, rows / 2, rows, whole.size() - 20}) {
    const auto cut = folder.write("cut.jsonl", whole.substr(0, length));
    RecordWriter writer(cut, Existing::resume);
    for (const Record& record : {forces, list}) {
      if (!writer.contains(record)) writer.append(record);
    }
    EXPECT_EQ(file_text(cut), whole) << length;
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
    const FullDisk disk(text_of({forces}).size() + 100);
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
