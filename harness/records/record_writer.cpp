#include "harness/records/record_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
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
  // Character devices have nothing to synchronise and say EINVAL.
  if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
  return 0;
}

/// A pipe takes no records back, and where nobody reads it a write waits for ever.
void refuse_pipe(const fs::path& file) {
  std::error_code failure;  // what is not there is made
  const fs::file_type type = fs::status(file, failure).type();
  if (type != fs::file_type::fifo && type != fs::file_type::socket) return;
  throw Error(ExitCode::output,
              fmt::format("{} is a pipe or a socket, and records are kept in a file: name one "
                          "with --output",
                          file.string()));
}

/// Whether `line`, which the file ends with and which has no end, can be what a crash has left: of
/// the trial block, of the version, or behind that of a part or a row.
bool is_remnant(const std::string& line, std::size_t number) {
  if (line.find_first_not_of(std::string{' ', '\0'}) == std::string::npos) return true;
  return number == 1 ? version_line().starts_with(line) : line.starts_with('{');
}

/// Of a variant in a state, as a reader calls it.
std::string label_of(const Record& record) {
  return fmt::format("{}, {}, on {} ({})", record.variant, record.toolchain.name,
                     record.scenario.name, record.scenario.state.label);
}

}  // namespace

RecordWriter::RecordWriter(fs::path file, Existing existing,
                           const std::optional<RecordingSetup>& setup)
    : file_(std::move(file)) {
  try {
    open(existing);
    if (is_regular_) {
      read_file(setup);
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
  refuse_pipe(file_);
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

void RecordWriter::read_file(const std::optional<RecordingSetup>& setup) {
  std::ifstream stream(file_, std::ios::binary);
  RecordLines lines;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (stream.eof()) {  // no newline at its end
      read_remnant(line, number);
      break;
    }
    if (const auto record = read_line(lines, line, number)) {
      if (setup) require_setup(*record, *setup, number);
      remember(*record, number);
    }
    end_ += static_cast<long long>(line.size()) + 1;
  }
  if (lines.version() == 1) {
    throw InputError(
        fmt::format("{}: schema_version: 1, and records are added to files of version {} alone; "
                    "bring it there with `python -m analysis migrate`, or name another file with "
                    "--output",
                    file_.string(), record_schema_version));
  }
  if (ftruncate(descriptor_, end_) != 0) fail("cut the unfinished last line off");
  keep_unfinished();
  text_.resume(lines);
}

void RecordWriter::read_remnant(const std::string& line, std::size_t number) {
  if (!is_remnant(line, number)) {
    throw InputError(
        fmt::format("{}:{}: is no record, nor the beginning of one; remove the line, or name "
                    "another file with --output",
                    file_.string(), number));
  }
  notice_ = fmt::format("{}: removed an unfinished record on line {} ({} bytes)", file_.string(),
                        number, line.size());
}

std::optional<Record> RecordWriter::read_line(RecordLines& lines, const std::string& line,
                                              std::size_t number) const {
  try {
    return lines.read(line);
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}:{}: {}; remove the line, or name another file with --output",
                                 file_.string(), number, failure.what()));
  }
}

void RecordWriter::require_setup(const Record& record, const RecordingSetup& setup,
                                 std::size_t number) const {
  const std::string difference = setup_difference(setup_of(record), setup);
  if (difference.empty()) return;
  throw InputError(
      fmt::format("{}:{}: the record was made elsewhere: {}. A file holds the records of one build "
                  "on one machine: name another with --output, or go on with that build on that "
                  "machine",
                  file_.string(), number, difference));
}

void RecordWriter::remember(const Record& record, std::size_t number) {
  const std::string plan = plan_id(record);
  Unfinished& attempt = unfinished_[step_plan_id(record)];
  attempt.label = label_of(record);
  attempt.lines.push_back(number);
  attempt.plans.push_back(plan);
  plans_.insert(plan);
  ++count_;
}

/// Forgets the variants whose step is there, and says which others there are.
void RecordWriter::keep_unfinished() {
  std::erase_if(unfinished_, [this](const auto& entry) { return plans_.contains(entry.first); });
  for (const auto& [step, attempt] : unfinished_) {
    notice_ += fmt::format(
        "{}{}: holds {} records of {}, whose step is not recorded: they are replaced when it is "
        "measured again",
        notice_.empty() ? "" : "\n", file_.string(), attempt.lines.size(), attempt.label);
  }
}

void RecordWriter::write_trial() const {
  const int code = write_through(descriptor_, std::string(trial_bytes, ' '));
  if (ftruncate(descriptor_, end_) != 0) fail("cut the trial block off");
  if (code == 0) return;
  errno = code;
  fail("write");
}

void RecordWriter::take_out(const Unfinished& unfinished) {
  std::ifstream stream(file_, std::ios::binary);
  std::string kept;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    if (!std::binary_search(unfinished.lines.begin(), unfinished.lines.end(), ++number))
      kept += line + "\n";
  }
  if (!stream.eof()) fail("read");
  replace_file(kept);
  for (const std::string& plan : unfinished.plans) plans_.erase(plan);
  count_ -= unfinished.lines.size();
  for (auto& [step, other] : unfinished_) {
    for (std::size_t& line : other.lines) {
      line -= static_cast<std::size_t>(
          std::lower_bound(unfinished.lines.begin(), unfinished.lines.end(), line) -
          unfinished.lines.begin());
    }
  }
}

/// A reader, and a crash, meet the old file or the new one, which is locked before it has the name.
void RecordWriter::replace_file(const std::string& text) {
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

void RecordWriter::append(const Record& record) {
  if (!unfinished_.empty()) {
    const auto attempt = unfinished_.extract(step_plan_id(record));
    if (!attempt.empty()) take_out(attempt.mapped());
  }
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
