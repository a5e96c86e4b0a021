#include "harness/records/record_layout.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

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
constexpr std::array of_memory = {"bytes_allocated", "bytes_of_list"};
/// Kinds of parts that hold the content of one key of the record.
struct Whole {
  const char* kind;
  const char* key;
};
constexpr std::array<Whole, 4> of_one_key = {{{"toolchain", "toolchain"},
                                              {"scenario", "scenario"},
                                              {"sweep", "tuning_sweep"},
                                              {"validity", "validity"}}};

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

/// Summary that follows from the samples: a row writes of its own only what differs.
json expected_summary(const json& samples, const json& policy) {
  std::optional<double> resolution;
  if (!policy.at("resolution_s").is_null()) resolution = policy.at("resolution_s").get<double>();
  return to_json(summarise(samples.at("time_s").get<std::vector<double>>(), resolution));
}

json beyond(const json& expected, const json& values) {
  json more = json::object();
  for (const auto& [key, value] : values.items()) {
    if (value != expected.at(key)) more[key] = value;
  }
  return more;
}

json contender_of(const json& record, const ReferToPart& refer) {
  json contender = chosen(record.at("resources"), of_memory);
  copy(record, of_contender, contender);
  contender["session"] = refer("session", chosen(record, of_session));
  contender["variant"] = refer("variant", chosen(record, of_variant));
  for (const auto& [kind, key] : of_one_key) contender[kind] = refer(kind, record.at(key));
  return contender;
}

}  // namespace

json split_record(const json& record, const ReferToPart& refer) {
  const json& policy = record.at("policy");
  json row = chosen(record, of_row);
  row["id"] = record.at("id");
  row["contender"] = refer("contender", contender_of(record, refer));
  row["policy"] = refer("policy", policy);
  row["kernels"] = refer("kernels", record.at("kernels"));
  row["samples"] = pack_samples(record.at("samples"), policy, refer);
  if (record.contains("load")) row["load"] = refer("load", record.at("load"));
  row["summary"] = beyond(expected_summary(record.at("samples"), policy), record.at("summary"));
  row["work"] = beyond(to_json(Record::Work{}), record.at("work"));
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
  for (const auto& [kind, key] : of_one_key) record[key] = part(kind);
  record["schema_version"] = record_schema_version;
  record["id"] = row.at("id");
  copy(contender, of_contender, record);
  record["resources"] = chosen(contender, of_memory);
  record["policy"] = policy;
  record["kernels"] = find("kernels", "kernels", row.at("kernels"));
  record["samples"] = unpack_samples(row.at("samples"), policy, find);
  if (row.contains("load")) record["load"] = find("load", "load", row.at("load"));
  record["summary"] = expected_summary(record["samples"], policy);
  record["summary"].update(row.at("summary"));
  record["work"] = to_json(Record::Work{});
  record["work"].update(row.at("work"));
  return record;
}

}  // namespace sphlab
