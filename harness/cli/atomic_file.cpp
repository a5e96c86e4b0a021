#include "harness/cli/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/create_folder.hpp"
#include "harness/records/write_through.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int code) {
  throw Error(ExitCode::output,
              fmt::format("cannot write {}: {}", file.string(), std::strerror(code)));
}

[[noreturn]] void throw_reserved(const fs::path& place, std::string_view option) {
  throw Error(ExitCode::output,
              fmt::format("{}: another sphlab is at work on it: wait for its end{}", place.string(),
                          option.empty() ? "" : fmt::format(", or name another with {}", option)));
}

void require_absent(const fs::path& file, std::string_view option) {
  std::error_code unknown;  // writing there tells why
  if (!fs::exists(file, unknown)) return;
  throw Error(ExitCode::output,
              fmt::format("{} exists already: remove it, or name another file with {}",
                          file.string(), option));
}

bool is_file_at(int descriptor, const fs::path& path) {
  struct stat own {};
  struct stat found {};
  return fstat(descriptor, &own) == 0 && stat(path.c_str(), &found) == 0 &&
         own.st_dev == found.st_dev && own.st_ino == found.st_ino;
}

}  // namespace

ReservedFile::ReservedFile(fs::path file, Existing existing, std::string_view option)
    : file_(std::move(file)), existing_(existing), option_(option) {
  if (file_.empty()) return;
  if (existing_ == Existing::refuse) require_absent(file_, option_);
  std::error_code absent;
  is_direct_ = fs::exists(file_, absent) && !fs::is_regular_file(file_, absent);
  if (is_direct_) return;
  while (!open_part()) close(std::exchange(descriptor_, -1));
}

/// False where another process has given the part its name between the opening and the lock.
bool ReservedFile::open_part() {
  descriptor_ = ::open(part().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(file_, errno);
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    close(std::exchange(descriptor_, -1));
    code == EWOULDBLOCK ? throw_reserved(file_, option_) : fail(file_, code);
  }
  if (!is_file_at(descriptor_, part())) return false;
  if (existing_ == Existing::refuse && fs::exists(file_)) {
    unlink(part().c_str());
    close(std::exchange(descriptor_, -1));
    require_absent(file_, option_);
  }
  return true;
}

ReservedFile::~ReservedFile() {
  if (descriptor_ < 0) return;
  unlink(part().c_str());
  close(descriptor_);
}

fs::path ReservedFile::part() const {
  return file_.string() + ".part";
}

void ReservedFile::write(std::string_view content) {
  if (file_.empty()) return;
  if (is_direct_) descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(file_, errno);
  int code = is_direct_ || ftruncate(descriptor_, 0) == 0 ? 0 : errno;
  if (code == 0) code = write_through(descriptor_, content);
  if (code == 0 && !is_direct_ && std::rename(part().c_str(), file_.c_str()) != 0) code = errno;
  if (code != 0 && !is_direct_) unlink(part().c_str());
  close(std::exchange(descriptor_, -1));
  if (code != 0) fail(file_, code);
}

void write_atomically(const fs::path& file, std::string_view content) {
  ReservedFile(file, ReservedFile::Existing::replace).write(content);
}

ReservedFolder::ReservedFolder(const fs::path& folder, std::string_view option) {
  create_folder(folder);
  descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) fail(folder, errno);
  // a file system without locks on folders is left as it is
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  throw_reserved(folder, option);
}

ReservedFolder::~ReservedFolder() {
  close(descriptor_);
}

}  // namespace sphlab
