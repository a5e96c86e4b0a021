// The record file: a row per record, with the parts that it needs before it, each on the disk
// before the next is measured.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "harness/records/line_file.hpp"
#include "harness/records/record.hpp"
#include "harness/records/record_lines.hpp"
#include "harness/records/recording_setup.hpp"

namespace sphlab {

/// Writes records; a finished one is never lost, see LineFile.
class RecordWriter {
 public:
  enum class Existing { refuse, resume };

  /// Creates the file and its folders, or opens the one to resume, and writes a trial block, so
  /// that a folder that cannot be written, or a full disk, is known before anything is measured.
  ///
  /// With Existing::resume the records in the file are read; a last line that a crash cut short is
  /// removed. Throws Error(output) when the file exists and is not to be resumed, cannot be
  /// written, is a pipe, or is being written by another process; InputError that names the line
  /// when a whole line, or the beginning of one, is none of a record file, the file is of version
  /// 1, or it was not recorded with `setup`. A file that is refused is left as it is.
  ///
  /// @param setup of the records to come; nothing: any.
  RecordWriter(std::filesystem::path file, Existing existing,
               const std::optional<RecordingSetup>& setup = std::nullopt);

  /// Appends a record. Where the file that was resumed has records of the same variant in the same
  /// state, but not that of its step, they are of an attempt that was cut short: the first new
  /// record of the variant takes their place, in a new file that replaces the old one at once.
  /// Throws Error(output) that tells how many records are safe in the file.
  void append(const Record& record);
  /// Whether the file holds a record of the same requested_id(), with another outcome of a sweep
  /// maybe.
  bool contains(const Record& record) const { return requested_.contains(requested_id(record)); }
  /// Records in the file.
  std::size_t count() const { return count_; }
  const std::filesystem::path& file() const { return file_.path(); }
  /// Notes of what was repaired at opening or is to be measured again, a line each; "" when
  /// nothing.
  const std::string& notice() const { return notice_; }

 private:
  /// Records of a variant in a state whose step is not recorded.
  struct Unfinished {
    std::string label;
    std::vector<std::size_t> lines;  ///< of the file, counted from 1
    std::vector<std::string> requested_ids;
  };

  void read_file(const std::optional<RecordingSetup>& setup);
  std::optional<Record> read_line(RecordLines& lines, const std::string& line,
                                  std::size_t number) const;
  void read_remnant(const std::string& line, std::size_t number);
  void require_setup(const Record& record, const RecordingSetup& setup, std::size_t number) const;
  void remember(const Record& record, std::size_t number);
  void keep_unfinished();
  void take_out(const Unfinished& unfinished);
  std::string name() const { return file_.path().string(); }

  LineFile file_;
  std::size_t count_ = 0;
  std::unordered_set<std::string> requested_;
  std::map<std::string, Unfinished> unfinished_;  ///< by requested_step_id()
  RecordText text_;
  std::string notice_;
};

}  // namespace sphlab
