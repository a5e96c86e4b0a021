#include "harness/records/list_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/error.hpp"

namespace sphlab {

using nlohmann::json;

namespace {

bool have_the_same_keys(const json& one, const json& other) {
  const auto items = one.items();
  return one.size() == other.size() &&
         std::all_of(items.begin(), items.end(),
                     [&](const auto& item) { return other.contains(item.key()); });
}

}  // namespace

json columns_of(const json& entries) {
  if (entries.empty()) return entries;
  json columns = json::object();
  for (const json& entry : entries) {
    if (!have_the_same_keys(entry, entries.front())) return entries;
    for (const auto& [key, value] : entry.items()) columns[key].push_back(value);
  }
  return columns;
}

json rows_of(const json& stored) {
  if (stored.is_array()) return stored;
  json entries = json::array();
  for (const auto& [key, values] : stored.items()) {
    for (std::size_t k = 0; k < values.size(); ++k) entries[k][key] = values.at(k);
  }
  return entries;
}

json pack_entries(const json& entries, const std::string& kind, const std::string& key,
                  const ReferToPart& refer) {
  if (entries.empty()) return entries;
  json rest = entries;
  json values = json::array();
  for (json& entry : rest) {
    values.push_back(entry.at(key));
    entry.erase(key);
  }
  return {{"of", refer(kind, columns_of(rest))}, {key, values}};
}

json unpack_entries(const json& stored, const std::string& kind, const std::string& key,
                    const FindPart& find) {
  if (stored.is_array()) return stored;
  json entries = rows_of(find(kind, kind + ".of", stored.at("of")));
  const json& values = stored.at(key);
  if (values.size() != entries.size()) {
    throw InputError(fmt::format("{}: {}, but the {} part has {} entries", key, values.size(), kind,
                                 entries.size()));
  }
  for (std::size_t k = 0; k < entries.size(); ++k) entries[k][key] = values[k];
  return entries;
}

}  // namespace sphlab
