// Where the records of a session go: a file, or a folder with a file for each of its duels.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/records/record_writer.hpp"

namespace sphlab {

/// Record files, one of which is written to at a time.
class RecordFiles {
 public:
  /// One file, opened at once, for records of `setup`. Throws as RecordWriter.
  RecordFiles(std::filesystem::path file, RecordWriter::Existing existing,
              const RecordingSetup& setup);
  /// A folder with a file for each of `duels`, opened as they begin: 0001.jsonl and so on. Throws
  /// Error(output) when it is there already.
  RecordFiles(std::filesystem::path folder, std::size_t duels);

  /// Makes the file of duel `number`, counted from 0, the one that is written to. Throws as
  /// RecordWriter.
  void begin_duel(std::size_t number);
  void append(const Record& record);
  /// Whether the file that is written to holds a record of the same requested_id().
  bool contains(const Record& record) const;
  /// Number of records in all files.
  std::size_t count() const;
  /// The file or the folder.
  const std::filesystem::path& place() const { return place_; }
  /// Note of what was repaired at opening; "" for nothing.
  std::string notice() const;

 private:
  std::filesystem::path place_;
  std::vector<std::unique_ptr<RecordWriter>> writers_;
  RecordWriter* current_ = nullptr;  ///< of writers_; none before the first duel
};

}  // namespace sphlab
