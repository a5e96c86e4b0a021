#include "harness/cli/unfinished_file.hpp"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/cli/atomic_file.hpp"
#include "harness/error.hpp"
#include "harness/records/environment.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int version = 1;
/// Seconds of finished work that may be lost, so that the disk does not hold up short blocks.
constexpr std::chrono::seconds between_writes{1};

}  // namespace

fs::path unfinished_file_of(const fs::path& records) {
  return records.string() + ".unfinished";
}

UnfinishedFile::UnfinishedFile(const fs::path& records, RecordWriter::Existing existing,
                               RecordingSetup setup,
                               std::function<void(const std::string&)> on_failure)
    : setup_(std::move(setup)), on_failure_(std::move(on_failure)), written_(Clock::now()) {
  std::error_code unknown;  // a file that is to be made is regular
  if (fs::exists(records, unknown) && !fs::is_regular_file(records, unknown)) return;
  file_ = unfinished_file_of(records);
  if (fs::exists(file_, unknown)) read(existing);
}

UnfinishedFile::~UnfinishedFile() {
  if (!pending_) return;
  try {
    write();
  } catch (...) {  // what cannot be kept must not end the process
  }
}

void UnfinishedFile::read(RecordWriter::Existing existing) {
  if (existing == RecordWriter::Existing::refuse) {
    throw Error(ExitCode::output,
                fmt::format("{} holds blocks of a run that was cut short: add --resume to go on "
                            "with it, or remove the file to begin anew",
                            file_.string()));
  }
  std::string difference;
  try {
    const json document = load_json(file_);
    if (document.at("schema_version") != version)
      throw InputError(fmt::format("schema_version: {}, but this sphlab reads {}",
                                   document.at("schema_version").dump(), version));
    difference = setup_difference(setup_from_json(document.at("setup")), setup_);
    kept_ = kept_section_from_json(document.at("section"));
  } catch (const std::exception& failure) {
    throw InputError(
        fmt::format("{}: is not what a run that was cut short has left: {}; remove "
                    "the file, and what it held is measured again",
                    file_.string(), failure.what()));
  }
  if (difference.empty()) return;
  throw InputError(fmt::format(
      "{}: the blocks were measured elsewhere: {}. Go on with that build on that machine, or "
      "remove the file, and what it held is measured again",
      file_.string(), difference));
}

void UnfinishedFile::keep(KeptSection section) {
  if (file_.empty()) return;
  const bool was_long = Clock::now() - written_ >= between_writes;
  pending_ = std::move(section);
  if (was_long) write();
}

void UnfinishedFile::write() {
  try {
    const json document = {{"schema_version", version},
                           {"setup", session_json(setup_, utc_now())},
                           {"section", to_json(*pending_)}};
    write_atomically(file_, document.dump() + "\n");
  } catch (const std::exception& failure) {
    on_failure_(fmt::format("finished blocks are not kept: {}", failure.what()));
    file_.clear();
  }
  pending_.reset();
  written_ = Clock::now();
}

void UnfinishedFile::remove() {
  pending_.reset();
  std::error_code absent;
  if (!file_.empty()) fs::remove(file_, absent);
}

std::string UnfinishedFile::name_if_there() const {
  std::error_code unknown;
  return !file_.empty() && (pending_ || fs::exists(file_, unknown)) ? file_.string() : "";
}

}  // namespace sphlab
