#include "harness/records/changes.hpp"

#include <algorithm>

namespace sphlab {

using nlohmann::json;

json changes(const json& before, const json& after) {
  if (!before.is_object() || !after.is_object()) return nullptr;
  const auto items = before.items();
  if (std::any_of(items.begin(), items.end(),
                  [&](const auto& item) { return !after.contains(item.key()); }))
    return nullptr;
  json found = json::object();
  for (const auto& [key, value] : after.items()) {
    const auto its = before.find(key);
    if (its != before.end() && its->is_object() && value.is_object()) {
      json within = changes(*its, value);
      if (within.is_null()) return nullptr;
      if (!within.empty()) found[key] = std::move(within);
    } else if (its == before.end() || its->dump() != value.dump()) {
      found[key] = value;  // 1, 1.0 and true are not written alike
    }
  }
  return found;
}

json changed(json before, const json& found) {
  for (const auto& [key, value] : found.items()) {
    json& its = before[key];
    its = its.is_object() && value.is_object() ? changed(its, value) : value;
  }
  return before;
}

}  // namespace sphlab
