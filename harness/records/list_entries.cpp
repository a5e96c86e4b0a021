#include "harness/records/list_entries.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/error.hpp"

namespace sphlab {

using nlohmann::json;

json pack_entries(const json& entries, const std::string& kind, const std::string& key,
                  const ReferToPart& refer) {
  if (entries.empty()) return entries;
  json rest = entries;
  json values = json::array();
  for (json& entry : rest) {
    values.push_back(entry.at(key));
    entry.erase(key);
  }
  return {{"of", refer(kind, rest)}, {key, values}};
}

json unpack_entries(const json& stored, const std::string& kind, const std::string& key,
                    const FindPart& find) {
  if (stored.is_array()) return stored;
  json entries = find(kind, kind + ".of", stored.at("of"));
  const json& values = stored.at(key);
  if (values.size() != entries.size()) {
    throw InputError(fmt::format("{}: {}, but the {} part has {} entries", key, values.size(), kind,
                                 entries.size()));
  }
  for (std::size_t k = 0; k < entries.size(); ++k) entries[k][key] = values[k];
  return entries;
}

}  // namespace sphlab
