#include "harness/records/entry_lines.hpp"

#include <algorithm>
#include <cstddef>

namespace sphlab {
namespace {

using nlohmann::json;

bool holds_entries(const json& value) {
  if (value.is_array()) return !value.empty() && value.front().is_object();
  return value.is_object() && std::any_of(value.begin(), value.end(), holds_entries);
}

std::string lines_of(const json& value, std::size_t depth) {
  std::string text;
  for (const auto& [key, member] : value.items()) {
    text += (text.empty() ? "\n" : ",\n") + std::string(depth, ' ');
    if (value.is_object()) text += json(key).dump() + ":";
    const bool is_open = value.is_object() && holds_entries(member);
    text += is_open ? lines_of(member, depth + 1) : member.dump();
  }
  text += "\n" + std::string(depth - 1, ' ');
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

}  // namespace

std::string entry_lines(const json& document) {
  return lines_of(document, 1) + "\n";
}

}  // namespace sphlab
