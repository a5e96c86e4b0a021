#include "harness/records/record_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <utility>

#include "harness/error.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Whether `line`, which the file ends with and which has no end, can be what a crash has left: of
/// the trial block, of the version, or behind that of a part or a row.
bool is_remnant(const std::string& line, std::size_t number) {
  if (line.find_first_not_of(std::string{' ', '\0'}) == std::string::npos) return true;
  return number == 1 ? version_line().starts_with(line) : line.starts_with('{');
}

/// Name of a variant in a state for messages.
std::string label_of(const Record& record) {
  return fmt::format("{}, {}, on {} ({})", record.variant, record.toolchain.name,
                     record.scenario.name, record.scenario.state.label);
}

}  // namespace

RecordWriter::RecordWriter(fs::path file, Existing existing,
                           const std::optional<RecordingSetup>& setup)
    : file_(std::move(file)) {
  if (!file_.is_regular()) return;
  if (existing == Existing::refuse && file_.size() > 0) {
    throw Error(
        ExitCode::output,
        fmt::format("{} holds records already: add --resume to complete it, or name another "
                    "file with --output",
                    name()));
  }
  read_file(setup);
  file_.require_space();
}

void RecordWriter::read_file(const std::optional<RecordingSetup>& setup) {
  std::ifstream stream(file_.path(), std::ios::binary);
  RecordLines lines;
  long long whole = 0;  // bytes of the lines that have an end
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
    whole += static_cast<long long>(line.size()) + 1;
  }
  if (lines.version() == 1) {
    throw InputError(
        fmt::format("{}: schema_version: 1, and records are added to files of version {} alone; "
                    "bring it there with `python -m analysis migrate`, or name another file with "
                    "--output",
                    name(), record_schema_version));
  }
  file_.cut_to(whole);
  keep_unfinished();
  text_.resume(lines);
}

void RecordWriter::read_remnant(const std::string& line, std::size_t number) {
  if (!is_remnant(line, number)) {
    throw InputError(
        fmt::format("{}:{}: is no record, nor the beginning of one; remove the line, or name "
                    "another file with --output",
                    name(), number));
  }
  notice_ = fmt::format("{}: removed an unfinished record on line {} ({} bytes)", name(), number,
                        line.size());
}

std::optional<Record> RecordWriter::read_line(RecordLines& lines, const std::string& line,
                                              std::size_t number) const {
  try {
    return lines.read(line);
  } catch (const InputError& failure) {
    throw InputError(fmt::format("{}:{}: {}; remove the line, or name another file with --output",
                                 name(), number, failure.what()));
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
                  name(), number, difference));
}

void RecordWriter::remember(const Record& record, std::size_t number) {
  const std::string requested = requested_id(record);
  Unfinished& attempt = unfinished_[requested_step_id(record)];
  attempt.label = label_of(record);
  attempt.lines.push_back(number);
  attempt.requested_ids.push_back(requested);
  requested_.insert(requested);
  ++count_;
}

/// Forgets the variants whose step is there, and says which others there are.
void RecordWriter::keep_unfinished() {
  std::erase_if(unfinished_,
                [this](const auto& entry) { return requested_.contains(entry.first); });
  for (const auto& [step, attempt] : unfinished_) {
    notice_ += fmt::format(
        "{}{}: holds {} records of {}, whose step is not recorded: they are replaced when it is "
        "measured again",
        notice_.empty() ? "" : "\n", name(), attempt.lines.size(), attempt.label);
  }
}

void RecordWriter::take_out(const Unfinished& unfinished) {
  std::ifstream stream(file_.path(), std::ios::binary);
  std::string kept;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    if (!std::binary_search(unfinished.lines.begin(), unfinished.lines.end(), ++number))
      kept += line + "\n";
  }
  if (!stream.eof()) file_.fail("read");
  file_.replace(kept);
  for (const std::string& requested : unfinished.requested_ids) requested_.erase(requested);
  count_ -= unfinished.lines.size();
  for (auto& [step, other] : unfinished_) {
    for (std::size_t& line : other.lines) {
      line -= static_cast<std::size_t>(
          std::lower_bound(unfinished.lines.begin(), unfinished.lines.end(), line) -
          unfinished.lines.begin());
    }
  }
}

void RecordWriter::append(const Record& record) {
  if (!unfinished_.empty()) {
    const auto attempt = unfinished_.extract(requested_step_id(record));
    if (!attempt.empty()) take_out(attempt.mapped());
  }
  const std::string lines = text_.lines_of(record);
  const LineFile::Appended appended = file_.append(lines);
  if (appended.code == 0) {
    text_.accept();
    requested_.insert(requested_id(record));
    ++count_;
    return;
  }
  throw Error(
      ExitCode::output,
      fmt::format("cannot write to {}: {}; {} records are saved in it{}. Make room, then add "
                  "--resume to complete the run",
                  name(), std::strerror(appended.code), count_,
                  appended.is_whole ? "" : ", and a last line that --resume will remove"));
}

}  // namespace sphlab
