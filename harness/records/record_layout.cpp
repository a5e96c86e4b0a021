#include "harness/records/record_layout.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "harness/records/changes.hpp"
#include "harness/records/list_entries.hpp"
#include "harness/records/record.hpp"
#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr std::array of_session = {"suite", "code", "device", "host", "runtime"};
constexpr std::array of_variant = {"physics",          "variant", "side",          "strategies",
                                   "cells_per_radius", "tuning",  "choices",       "list_life",
                                   "repetitions",      "stages",  "host_toolchain"};
constexpr std::array of_contender = {"recorded_at", "prepared", "own_order", "seconds_spent"};
constexpr std::array of_row = {"stage",  "scope", "cache",     "calls_per_step",
                               "energy", "drift", "carry_over"};
/// Of which rows of a contender differ in one at least.
constexpr std::array of_id = {"stage", "scope", "cache"};
/// What a row says itself; of all else it may say what differs from the row before it.
constexpr std::array its_own = {"id", "energy", "drift", "carry_over", "summary"};
constexpr std::array of_memory = {"bytes_allocated", "bytes_of_list"};
/// Kinds of parts that hold the content of the record's key of that name.
constexpr std::array<const char*, 2> of_one_key = {"toolchain", "scenario"};
/// Stands for the label of the state in the names of checks, which states then have in common.
constexpr const char* any_state = "(state";
/// Stage that has pairs, too, and no rate of them.
constexpr const char* no_pass = "list";

template <std::size_t Count>
void copy(const json& from, const std::array<const char*, Count>& keys, json& to) {
  for (const char* key : keys) {
    if (from.contains(key)) to[key] = from.at(key);
  }
}

template <std::size_t Count>
json chosen(const json& from, const std::array<const char*, Count>& keys) {
  json to = json::object();
  copy(from, keys, to);
  return to;
}

std::optional<double> known(const json& object, const char* key) {
  const auto value = object.find(key);
  if (value == object.end() || value->is_null()) return std::nullopt;
  return value->get<double>();
}

/// Summary that follows from the samples, the pairs and, of whole steps, the particles and the time
/// that stages leave: a row writes of its own only what differs.
json expected_summary(const json& record) {
  Record::Summary expected = summarise(record.at("samples").at("time_s").get<std::vector<double>>(),
                                       known(record.at("policy"), "resolution_s"));
  if (!expected.median_s || *expected.median_s <= 0) return to_json(expected);
  const double median = *expected.median_s;
  const auto pairs = known(record.at("work"), "accepted_pairs");
  if (pairs && record.at("stage") != no_pass) expected.pairs_per_s = *pairs / median;
  if (record.at("scope") == "step")
    expected.mipps = record.at("scenario").at("particles").get<double>() / median * 1e-6;
  if (const auto unexplained = known(record.at("summary"), "unexplained_s"))
    expected.unexplained_fraction = *unexplained / median;
  return to_json(expected);
}

json beyond(const json& expected, const json& values) {
  json more = json::object();
  for (const auto& [key, value] : values.items()) {
    if (value != expected.at(key)) more[key] = value;
  }
  return more;
}

/// How what names of checks have in brackets begins.
std::string state_in_names(const json& record) {
  return "(" + record.at("scenario").at("state").at("label").get<std::string>();
}

/// With another beginning of the brackets.
json renamed(json checks, const std::string& from, const std::string& to) {
  for (json& check : checks) {
    auto& name = check.at("name").get_ref<std::string&>();
    if (const auto at = name.find(from); at != std::string::npos) name.replace(at, from.size(), to);
  }
  return checks;
}

json packed_validity(const json& record, const ReferToPart& refer) {
  json validity = record.at("validity");
  validity["checks"] = pack_entries(
      renamed(validity.at("checks"), state_in_names(record), any_state), "checks", "value", refer);
  return validity;
}

json unpacked_validity(json validity, const json& record, const FindPart& find) {
  validity["checks"] = renamed(unpack_entries(validity.at("checks"), "checks", "value", find),
                               any_state, state_in_names(record));
  return validity;
}

json contender_of(const json& record, const ReferToPart& refer) {
  json contender = chosen(record.at("resources"), of_memory);
  copy(record, of_contender, contender);
  contender["session"] = refer("session", chosen(record, of_session));
  contender["variant"] = refer("variant", chosen(record, of_variant));
  for (const char* kind : of_one_key) contender[kind] = refer(kind, record.at(kind));
  contender["sweep"] =
      refer("sweep", pack_entries(record.at("tuning_sweep"), "tried", "median_s", refer));
  contender["validity"] = refer("validity", packed_validity(record, refer));
  return contender;
}

json without_its_own(json row) {
  for (const char* key : its_own) row.erase(key);
  return row;
}

}  // namespace

json split_record(const json& record, const ReferToPart& refer) {
  const json& policy = record.at("policy");
  json row = chosen(record, of_row);
  row["contender"] = refer("contender", contender_of(record, refer));
  row["policy"] = refer("policy", policy);
  row["kernels"] = refer("kernels", columns_of(record.at("kernels")));
  row["samples"] = pack_samples(record.at("samples"), policy, refer);
  if (record.contains("load")) row["load"] = refer("load", record.at("load"));
  row["work"] = record.at("work");
  json summary = beyond(expected_summary(record), record.at("summary"));
  if (!summary.empty()) row["summary"] = std::move(summary);
  return row;
}

json shortened(const json& row, const json& before) {
  if (before.is_null() || before.at("contender") != row.at("contender")) return row;
  json line = changes(without_its_own(before), without_its_own(row));
  if (line.is_null()) return row;
  copy(row, its_own, line);
  return line;
}

json lengthened(const json& line, const json& before) {
  if (line.contains("contender")) return line;
  if (before.is_null()) throw InputError("contender: is not there, and no row stands before it");
  if (std::none_of(of_id.begin(), of_id.end(), [&](auto* key) { return line.contains(key); }))
    throw InputError("stage, scope or cache: none of them differs from the row before it");
  json row = changed(without_its_own(before), without_its_own(line));
  copy(line, its_own, row);
  return row;
}

json join_record(const json& row, const FindPart& find) {
  const json& contender = find("contender", "contender", row.at("contender"));
  const auto part = [&](const char* kind) -> const json& {
    return find(kind, std::string("contender.") + kind, contender.at(kind));
  };
  const json& policy = find("policy", "policy", row.at("policy"));
  json record = chosen(row, of_row);
  copy(part("session"), of_session, record);
  copy(part("variant"), of_variant, record);
  for (const char* kind : of_one_key) record[kind] = part(kind);
  record["tuning_sweep"] = unpack_entries(part("sweep"), "tried", "median_s", find);
  record["validity"] = unpacked_validity(part("validity"), record, find);
  record["schema_version"] = record_schema_version;
  record["id"] = row.value("id", "");
  copy(contender, of_contender, record);
  record["resources"] = chosen(contender, of_memory);
  record["policy"] = policy;
  record["kernels"] = rows_of(find("kernels", "kernels", row.at("kernels")));
  record["samples"] = unpack_samples(row.at("samples"), policy, find);
  if (row.contains("load")) record["load"] = find("load", "load", row.at("load"));
  record["work"] = to_json(Record::Work{});
  record["work"].update(row.at("work"));
  const json summary = row.value("summary", json::object());
  record["summary"] = summary;
  record["summary"] = expected_summary(record);
  record["summary"].update(summary);
  return record;
}

}  // namespace sphlab
