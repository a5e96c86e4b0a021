// The record file: a row per record, with the parts that it needs before it, each on the disk
// before the next is measured.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_set>

#include "harness/records/record.hpp"
#include "harness/records/record_lines.hpp"

namespace sphlab {

/// Owns the open file, and a lock on it. A finished record is never lost: it is written by one
/// append and synchronised; when that fails, the file is cut back to its last whole record.
class RecordWriter {
 public:
  enum class Existing { refuse, resume };

  /// Creates the file and its folders, or opens the one to resume, and writes a trial block, so
  /// that a folder that cannot be written, or a full disk, is known before anything is measured.
  ///
  /// With Existing::resume the records in the file are read; a last line that a crash cut short is
  /// removed. Throws Error(output) when the file exists and is not to be resumed, cannot be
  /// written, or is being written by another process; InputError that names the line when a whole
  /// line is none of a record file, or the file is of version 1.
  RecordWriter(std::filesystem::path file, Existing existing);
  /// Removes the file when it is empty.
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  /// Appends a record. Throws Error(output) that tells how many records are safe in the file.
  void append(const Record& record);
  /// Whether the file holds a record of the same plan_id(), with another outcome of a sweep maybe.
  bool contains(const Record& record) const { return plans_.contains(plan_id(record)); }
  /// Records in the file.
  std::size_t count() const { return count_; }
  const std::filesystem::path& file() const { return file_; }
  /// What was repaired at opening, for the user to know; "" when nothing.
  const std::string& notice() const { return notice_; }

 private:
  void open(Existing existing);
  void release();
  void read_plans();
  void read_line(RecordLines& lines, const std::string& line, std::size_t number);
  void write_trial() const;
  [[noreturn]] void fail(const std::string& action) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  bool is_locked_ = false;
  bool is_regular_ = true;  ///< a pipe or a device cannot be cut back
  long long end_ = 0;       ///< bytes up to and including the last whole record
  std::size_t count_ = 0;
  std::unordered_set<std::string> plans_;
  RecordText text_;
  std::string notice_;
};

}  // namespace sphlab
