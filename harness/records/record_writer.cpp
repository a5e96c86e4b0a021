#include "harness/records/record_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "harness/error.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// A record of a few hundred samples fits: a disk that cannot take this cannot take the first
/// record.
constexpr std::size_t trial_bytes = 16 * 1024;

/// Writes all of `text` and waits for the disk. Returns 0 or errno.
int write_through(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    done += static_cast<std::size_t>(written);
  }
  // Pipes and character devices have nothing to synchronise and say EINVAL.
  if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
  return 0;
}

}  // namespace

RecordWriter::RecordWriter(fs::path file, Existing existing) : file_(std::move(file)) {
  try {
    open(existing);
    if (is_regular_) {
      read_plans();
      write_trial();
    }
  } catch (...) {
    release();
    throw;
  }
}

RecordWriter::~RecordWriter() {
  release();
}

void RecordWriter::release() {
  if (descriptor_ < 0) return;
  std::error_code ignored;  // an empty file left behind does no harm
  // Without the lock, an empty file may be one that another process has just opened.
  if (is_locked_ && fs::file_size(file_, ignored) == 0) fs::remove(file_, ignored);
  close(descriptor_);
}

void RecordWriter::fail(const std::string& action) const {
  throw Error(ExitCode::output,
              fmt::format("cannot {} {}: {}", action, file_.string(), std::strerror(errno)));
}

void RecordWriter::open(Existing existing) {
  std::error_code failure;
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path(), failure);
  if (failure) {
    throw Error(ExitCode::output, fmt::format("cannot create the folder {}: {}",
                                              file_.parent_path().string(), failure.message()));
  }
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail("write");
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail("examine");
  is_regular_ = S_ISREG(status.st_mode);
  if (!is_regular_) return;
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("lock, another sphlab may be writing");
  is_locked_ = true;
  if (existing == Existing::refuse && status.st_size > 0) {
    throw Error(
        ExitCode::output,
        fmt::format("{} holds records already: add --resume to complete it, or name another "
                    "file with --output",
                    file_.string()));
  }
}

void RecordWriter::read_plans() {
  std::ifstream stream(file_, std::ios::binary);
  RecordLines lines;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (stream.eof()) {  // no newline at its end: the write of this line was cut short
      notice_ = fmt::format("{}: removed an unfinished record on line {} ({} bytes)",
                            file_.string(), number, line.size());
      if (ftruncate(descriptor_, end_) != 0) fail("cut the unfinished last line off");
      break;
    }
    read_line(lines, line, number);
    end_ += static_cast<long long>(line.size()) + 1;
  }
  if (lines.version() == 1) {
    throw InputError(
        fmt::format("{}: schema_version: 1, and records are added to files of version {} alone; "
                    "bring it there with `python -m analysis migrate`, or name another file with "
                    "--output",
                    file_.string(), record_schema_version));
  }
  text_.resume(lines);
}

void RecordWriter::read_line(RecordLines& lines, const std::string& line, std::size_t number) {
  try {
    if (const auto record = lines.read(line)) {
      plans_.insert(plan_id(*record));
      ++count_;
    }
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}:{}: {}; remove the line, or name another file with --output",
                                 file_.string(), number, failure.what()));
  }
}

void RecordWriter::write_trial() const {
  const int code = write_through(descriptor_, std::string(trial_bytes, ' '));
  if (ftruncate(descriptor_, end_) != 0) fail("cut the trial block off");
  if (code == 0) return;
  errno = code;
  fail("write");
}

void RecordWriter::append(const Record& record) {
  const std::string lines = text_.lines_of(record);
  const int code = write_through(descriptor_, lines);
  if (code == 0) {
    end_ += static_cast<long long>(lines.size());
    text_.accept();
    plans_.insert(plan_id(record));
    ++count_;
    return;
  }
  const bool is_whole = !is_regular_ || ftruncate(descriptor_, end_) == 0;
  throw Error(
      ExitCode::output,
      fmt::format("cannot write to {}: {}; {} records are saved in it{}. Make room, then add "
                  "--resume to complete the run",
                  file_.string(), std::strerror(code), count_,
                  is_whole ? "" : ", and a last line that --resume will remove"));
}

}  // namespace sphlab
