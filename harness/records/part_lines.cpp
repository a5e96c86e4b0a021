#include "harness/records/part_lines.hpp"

#include "harness/records/changes.hpp"
#include "harness/records/content_hash.hpp"

namespace sphlab {

using nlohmann::json;

std::string PartLines::refer(const std::string& kind, const json& content) {
  const std::string own = content_hash(content);
  std::string id = own.substr(0, short_part_id);
  const auto same = state_.hashes.find({kind, id});
  if (same != state_.hashes.end() && same->second != own) id = own;
  if (!state_.hashes.emplace(PartName{kind, id}, own).second) return id;
  json line = {{"part", kind}, {"id", id}};
  json& last = state_.last_of[kind];
  json found = changes(last, content);
  if (found.is_null()) {
    line["content"] = content;
  } else {
    line["changes"] = std::move(found);
  }
  last = content;
  lines_ += line.dump() + "\n";
  return id;
}

std::string PartLines::due() {
  return std::exchange(lines_, "");
}

void PartLines::resume(const std::map<PartName, json>& parts,
                       const std::map<std::string, json>& last_of) {
  for (const auto& [name, content] : parts) written_.hashes[name] = content_hash(content);
  written_.last_of = last_of;
  state_ = written_;
}

}  // namespace sphlab
