// Writes files whole or not at all, one process at a time.
#pragma once

#include <filesystem>
#include <string_view>

namespace sphlab {

/// Reserves the file that a command writes at its end: minutes of work must not be lost to another
/// process, nor to a folder that cannot be written. The lock is on <file>.part, which takes the
/// file's name when it is whole, so that a reader never sees half of it.
class ReservedFile {
 public:
  enum class Existing { refuse, replace };

  /// @param file "": none, and nothing is written; what is no regular file, such as /dev/null, is
  /// written as it is. @param option that names another, for messages.
  /// Throws Error(output) where the file is there already and not to be replaced, cannot be
  /// written, or is reserved by another process.
  ReservedFile(std::filesystem::path file, Existing existing, std::string_view option = "");
  /// Removes the reservation where nothing was written.
  ~ReservedFile();
  ReservedFile(const ReservedFile&) = delete;
  ReservedFile& operator=(const ReservedFile&) = delete;

  const std::filesystem::path& path() const { return file_; }
  /// Writes the file; call it once. Throws Error(output) that names the file and the reason.
  void write(std::string_view content);

 private:
  bool open_part();
  std::filesystem::path part() const;

  std::filesystem::path file_;
  Existing existing_;
  std::string_view option_;
  bool is_direct_ = false;
  int descriptor_ = -1;
};

/// Writes `content` into `file`, or replaces it, at once. Throws Error(output) that names the file
/// and the reason.
void write_atomically(const std::filesystem::path& file, std::string_view content);

/// Reserves a folder for one process until it is destroyed.
class ReservedFolder {
 public:
  /// Makes the folder. Throws Error(output) where that fails, or another process has reserved it.
  /// @param option that names another, for the message.
  ReservedFolder(const std::filesystem::path& folder, std::string_view option);
  ~ReservedFolder();
  ReservedFolder(const ReservedFolder&) = delete;
  ReservedFolder& operator=(const ReservedFolder&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace sphlab
