// Appends whole lines to a file, each on the disk before the next is made.
#pragma once

#include <filesystem>
#include <string>

namespace sphlab {

/// Owns an open file, and a lock on it. What was appended is never lost: it is written by one
/// append and synchronised; when that fails, the file is cut back to its last whole line.
class LineFile {
 public:
  /// Creates the file and its folders, or opens the one that is there. Throws Error(output) where
  /// it cannot be written, is a pipe, or is being written by another process.
  explicit LineFile(std::filesystem::path file);
  /// Removes the file when it is empty.
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  const std::filesystem::path& path() const { return file_; }
  /// A device is not: it cannot be read, nor be cut back.
  bool is_regular() const { return is_regular_; }
  /// Bytes of the lines to keep: all that there were at opening, and what was appended.
  long long size() const { return end_; }

  /// Leaves the first `size` bytes.
  void cut_to(long long size);
  /// Writes a trial block and takes it back, so that a disk that is full is known before anything
  /// is made for it. Throws Error(output).
  void require_space() const;
  /// Outcome of an append.
  struct Appended {
    int code = 0;          ///< errno; 0: it is on the disk
    bool is_whole = true;  ///< the file ends with a whole line
  };
  Appended append(const std::string& lines);
  /// Puts another file in its place: a reader, and a crash, meet the old one or the new one, which
  /// is locked before it has the name. Throws Error(output).
  void replace(const std::string& text);
  /// Throws Error(output): "cannot <action> <file>: <what errno says>".
  [[noreturn]] void fail(const std::string& action) const;

 private:
  void open();
  void release();

  std::filesystem::path file_;
  int descriptor_ = -1;
  bool is_locked_ = false;
  bool is_regular_ = true;
  long long end_ = 0;
};

}  // namespace sphlab
