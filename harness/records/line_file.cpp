#include "harness/records/line_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/create_folder.hpp"
#include "harness/records/write_through.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Bytes of a trial block, as of a record with a few hundred samples: a disk that cannot take this
/// cannot take the first record.
constexpr std::size_t trial_bytes = std::size_t{16} * 1024;

/// Waits a little for one that holds it: a process that was killed lives until it has been run
/// again.
bool lock(int descriptor) {
  constexpr auto patience = std::chrono::seconds(2);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

/// Whether it is this file that the name leads to.
bool is_called(const fs::path& name, const struct stat& file) {
  struct stat named {};
  return stat(name.c_str(), &named) == 0 && named.st_dev == file.st_dev &&
         named.st_ino == file.st_ino;
}

/// Refuses a pipe: it takes no records back, and where nobody reads it a write waits for ever.
void refuse_pipe(const fs::path& file) {
  std::error_code failure;  // what is not there is made
  const fs::file_type type = fs::status(file, failure).type();
  if (type != fs::file_type::fifo && type != fs::file_type::socket) return;
  throw Error(ExitCode::output,
              fmt::format("{} is a pipe or a socket, and records are kept in a file: name one "
                          "with --output",
                          file.string()));
}

}  // namespace

LineFile::LineFile(fs::path file) : file_(std::move(file)) {
  try {
    open();
  } catch (...) {
    release();
    throw;
  }
}

LineFile::~LineFile() {
  release();
}

void LineFile::release() {
  if (descriptor_ < 0) return;
  std::error_code ignored;  // an empty file left behind does no harm
  // Without the lock, an empty file may be one that another process has just opened.
  if (is_locked_ && fs::file_size(file_, ignored) == 0) fs::remove(file_, ignored);
  close(descriptor_);
}

void LineFile::fail(const std::string& action) const {
  throw Error(ExitCode::output,
              fmt::format("cannot {} {}: {}", action, file_.string(), std::strerror(errno)));
}

void LineFile::open() {
  if (file_.has_parent_path()) create_folder(file_.parent_path());
  refuse_pipe(file_);
  struct stat status {};
  do {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail("write");
    if (fstat(descriptor_, &status) != 0) fail("examine");
    is_regular_ = S_ISREG(status.st_mode);
    if (!is_regular_) return;
    if (!lock(descriptor_)) fail("lock, another sphlab may be writing");
    if (fstat(descriptor_, &status) != 0) fail("examine");  // its last owner may have written since
  } while (!is_called(file_, status));                      // or have removed or replaced it
  is_locked_ = true;
  end_ = status.st_size;
}

void LineFile::cut_to(long long size) {
  if (ftruncate(descriptor_, size) != 0) fail("cut the unfinished last line off");
  end_ = size;
}

void LineFile::require_space() const {
  const int code = write_through(descriptor_, std::string(trial_bytes, ' '));
  if (ftruncate(descriptor_, end_) != 0) fail("cut the trial block off");
  if (code == 0) return;
  errno = code;
  fail("write");
}

LineFile::Appended LineFile::append(const std::string& lines) {
  const int code = write_through(descriptor_, lines);
  if (code != 0) return {code, !is_regular_ || ftruncate(descriptor_, end_) == 0};
  end_ += static_cast<long long>(lines.size());
  return {};
}

void LineFile::replace(const std::string& text) {
  const fs::path target = fs::canonical(file_);
  const fs::path temporary = target.string() + ".part";
  struct stat old {};
  if (fstat(descriptor_, &old) != 0) fail("examine");
  const int descriptor = ::open(
      temporary.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, old.st_mode & 0777);
  if (descriptor < 0) fail("write a new file beside");
  int code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? write_through(descriptor, text) : errno;
  if (code == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) code = errno;
  if (code != 0) {
    close(descriptor);
    unlink(temporary.c_str());
    errno = code;
    fail("replace");
  }
  close(std::exchange(descriptor_, descriptor));
  end_ = static_cast<long long>(text.size());
}

}  // namespace sphlab
