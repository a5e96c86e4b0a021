#include "harness/records/part_lines.hpp"

#include "harness/records/content_hash.hpp"

namespace sphlab {

std::string PartLines::refer(const std::string& kind, const nlohmann::json& content) {
  std::string id = content_hash(content);
  if (!known_.contains({kind, id}) && proposed_.emplace(kind, id).second)
    lines_ += nlohmann::json{{"part", kind}, {"id", id}, {"content", content}}.dump() + "\n";
  return id;
}

std::string PartLines::due() {
  return std::exchange(lines_, "");
}

}  // namespace sphlab
