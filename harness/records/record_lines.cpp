#include "harness/records/record_lines.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/records/changes.hpp"
#include "harness/records/content_hash.hpp"
#include "harness/records/record_layout.hpp"
#include "harness/records/version_1.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr const char* edited =
    "the line was edited: restore it from version control, or record again";

/// 1 or 2; 0 of a line that does not say.
int version_of(const json& line) {
  if (!line.is_object()) throw InputError("is no object");
  if (!line.contains("schema_version")) return 0;
  const json& version = line.at("schema_version");
  // NOLINTNEXTLINE(misc-redundant-expression): these are two versions
  if (version == 1 || version == record_schema_version) return version.get<int>();
  throw InputError(fmt::format(
      "schema_version: {}, but this sphlab reads 1 and {}; use the one that recorded the file",
      excerpt(version), record_schema_version));
}

/// Rows of earlier files say their id, which must be the one that follows from the rest.
std::string own_id(const Record& record) {
  std::string own = record_id(record);
  if (record.id.empty() || record.id == own) return own;
  throw InputError(fmt::format("id: {}, but what this row says ran has {}; {}",
                               printable(record.id), own, edited));
}

}  // namespace

std::optional<Record> RecordLines::read(const std::string& text) {
  try {
    const json line = json::parse(text);
    require_version(line);
    if (version_ == 1) return record_from_json(upgraded(line));
    if (line.contains("schema_version")) return std::nullopt;
    if (line.contains("part")) {
      keep(line);
      return std::nullopt;
    }
    const auto part = [this](const auto&... name) -> const json& { return find(name...); };
    row_ = lengthened(line, row_);
    Record record = record_from_json(join_record(row_, part));
    record.id = own_id(record);
    return record;
  } catch (const json::exception& failure) {
    throw InputError(failure.what());
  }
}

void RecordLines::require_version(const json& line) {
  const int its_own = version_of(line);
  if (version_ == 0) {
    if (its_own == 0) {
      throw InputError(
          "schema_version: is not there, and the first line must say it; the file lacks its "
          "beginning: restore it");
    }
    version_ = its_own;
    return;
  }
  const bool belongs = version_ == 1 ? its_own == 1 : its_own != 1;
  if (belongs) return;
  throw InputError(fmt::format(
      "schema_version: {}, but the lines before it are of version {}: two versions in one file; "
      "separate them, bring the older one to version {} with `python -m analysis migrate`, and "
      "join them then",
      its_own == 1 ? 1 : record_schema_version, version_, record_schema_version));
}

void RecordLines::keep(const json& part) {
  const auto kind = part.at("part").get<std::string>();
  const auto id = part.at("id").get<std::string>();
  const json content = content_of(part);
  const std::string own = content_hash(content);
  if (!own.starts_with(id) || (id.size() != own.size() && id.size() != short_part_id)) {
    throw InputError(fmt::format("id: {}, but the content of this {} part has {}; {}",
                                 printable(id), printable(kind), own, edited));
  }
  last_of_[kind] = content;
  parts_.insert_or_assign({kind, id}, content);
}

json RecordLines::content_of(const json& part) const {
  if (part.contains("content")) return part.at("content");
  const auto kind = part.at("part").get<std::string>();
  const auto last = last_of_.find(kind);
  if (last != last_of_.end() && last->second.is_object())
    return changed(last->second, part.at("changes"));
  throw InputError(fmt::format("changes: no line before it holds a {} part that they are of; {}",
                               printable(kind), edited));
}

const json& RecordLines::find(const std::string& kind, const std::string& key,
                              const std::string& id) const {
  const auto found = parts_.find({kind, id});
  if (found != parts_.end()) return found->second;
  throw InputError(
      fmt::format("{}: no line before it holds the {} part {}; restore that line from version "
                  "control, or record again",
                  key, kind, printable(id)));
}

std::string version_line() {
  return json{{"schema_version", record_schema_version}}.dump();
}

std::string RecordText::lines_of(const Record& record) {
  std::string lines;
  if (!has_version_) lines += version_line() + "\n";
  parts_.forget();
  proposed_row_ = split_record(to_json(record), [&](const std::string& kind, const json& content) {
    return parts_.refer(kind, content);
  });
  return lines + parts_.due() + shortened(proposed_row_, row_).dump() + "\n";
}

void RecordText::accept() {
  has_version_ = true;
  parts_.accept();
  row_ = proposed_row_;
}

void RecordText::resume(const RecordLines& lines) {
  has_version_ = lines.version() != 0;
  parts_.resume(lines.parts(), lines.last_parts());
}

}  // namespace sphlab
