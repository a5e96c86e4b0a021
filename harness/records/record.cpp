#include "harness/records/record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/error.hpp"

// nlohmann_json 3.11 does not know std::optional.
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& target, const std::optional<T>& value) {
    if (value) {
      target = *value;
    } else {
      target = nullptr;
    }
  }
  static void from_json(const json& source, std::optional<T>& value) {
    if (source.is_null()) {
      value.reset();
    } else {
      value = source.get<T>();
    }
  }
};

namespace sphlab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Code, revision, dirty)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Host, cpu, cores, memory_bytes, os)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::RuntimeUsed, name, version)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Toolchain, name, compiler, host_compiler, flags,
                                   fast_math, fma, architectures, warp_width)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::State, label, step, time_s, hash)

// Not by the macro: records from before it was known have no board.
void to_json(nlohmann::json& to, const Record::Device& from) {
  to = {{"name", from.name},
        {"slug", from.slug},
        {"driver", from.driver},
        {"architecture", from.architecture},
        {"compute_units", from.compute_units},
        {"memory_bytes", from.memory_bytes},
        {"l2_bytes", from.l2_bytes},
        {"max_clock_mhz", from.max_clock_mhz},
        {"memory_clock_mhz", from.memory_clock_mhz},
        {"power_limit_w", from.power_limit_w},
        {"clocks_locked", from.clocks_locked}};
  if (from.board) to["board"] = from.board;
}

void from_json(const nlohmann::json& from, Record::Device& to) {
  from.at("name").get_to(to.name);
  from.at("slug").get_to(to.slug);
  from.at("driver").get_to(to.driver);
  from.at("architecture").get_to(to.architecture);
  from.at("compute_units").get_to(to.compute_units);
  from.at("memory_bytes").get_to(to.memory_bytes);
  from.at("l2_bytes").get_to(to.l2_bytes);
  from.at("max_clock_mhz").get_to(to.max_clock_mhz);
  from.at("memory_clock_mhz").get_to(to.memory_clock_mhz);
  from.at("power_limit_w").get_to(to.power_limit_w);
  from.at("clocks_locked").get_to(to.clocks_locked);
  if (from.contains("board")) from.at("board").get_to(to.board);
}

// Not by the macro: types that few scenarios have are left out where there are none.
void to_json(nlohmann::json& to, const Record::ScenarioUsed& from) {
  to = {{"name", from.name},
        {"particles", from.particles},
        {"fluid", from.fluid},
        {"boundary", from.boundary},
        {"parameters", from.parameters},
        {"configuration_hash", from.configuration_hash},
        {"state", from.state}};
  if (from.body > 0) to["body"] = from.body;
  if (from.second_fluid > 0) to["second_fluid"] = from.second_fluid;
}

void from_json(const nlohmann::json& from, Record::ScenarioUsed& to) {
  from.at("name").get_to(to.name);
  from.at("particles").get_to(to.particles);
  from.at("fluid").get_to(to.fluid);
  from.at("boundary").get_to(to.boundary);
  to.body = from.value("body", std::uint64_t{0});
  to.second_fluid = from.value("second_fluid", std::uint64_t{0});
  from.at("parameters").get_to(to.parameters);
  from.at("configuration_hash").get_to(to.configuration_hash);
  from.at("state").get_to(to.state);
}

// Not by the macro: the reason of a refusal is left out where there was none.
void to_json(nlohmann::json& to, const Record::SweepPoint& from) {
  to = {{"stage", from.stage}, {"tuning", from.tuning}, {"median_s", from.median_s}};
  if (from.refusal) to["refusal"] = *from.refusal;
}

void from_json(const nlohmann::json& from, Record::SweepPoint& to) {
  from.at("stage").get_to(to.stage);
  from.at("tuning").get_to(to.tuning);
  from.at("median_s").get_to(to.median_s);
  if (from.contains("refusal")) to.refusal = from.at("refusal").get<std::string>();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Samples, time_s, clock_mhz, order, block)

// Not by the macro: the number of calls is left out where samples are of one call.
void to_json(nlohmann::json& to, const Record::Policy& from) {
  to = {{"warmup", from.warmup},
        {"blocks", from.blocks},
        {"samples_per_block", from.samples_per_block},
        {"interleaving", from.interleaving},
        {"stop_rule", from.stop_rule},
        {"stop_reason", from.stop_reason},
        {"mark_cost_s", from.mark_cost_s}};
  if (from.calls) to["calls"] = *from.calls;
}

void from_json(const nlohmann::json& from, Record::Policy& to) {
  from.at("warmup").get_to(to.warmup);
  from.at("blocks").get_to(to.blocks);
  from.at("samples_per_block").get_to(to.samples_per_block);
  from.at("interleaving").get_to(to.interleaving);
  from.at("stop_rule").get_to(to.stop_rule);
  from.at("stop_reason").get_to(to.stop_reason);
  from.at("mark_cost_s").get_to(to.mark_cost_s);
  if (from.contains("calls")) to.calls = from.at("calls").get<std::uint64_t>();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Summary, count, median_s, mean_s, min_s, max_s, p05_s,
                                   p95_s, relative_spread, mipps, pairs_per_s, unexplained_s,
                                   unexplained_fraction, harness_fraction)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Work, candidate_pairs, accepted_pairs, flops, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Resources, kernel, registers, stack_bytes, spill_bytes,
                                   shared_bytes, block_size, occupancy, bytes_allocated,
                                   bytes_of_list)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::ListLife, trigger, interval, expansion,
                                   rebuilds_per_step, missed_pairs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Check, name, value, tolerance, passed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Validity, status, checks)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record, schema_version, id, suite, recorded_at, code, device,
                                   host, runtime, toolchain, scenario, physics, variant, strategies,
                                   tuning, tuning_sweep, stage, scope, cache, calls_per_step,
                                   samples, policy, summary, work, resources, validity)

namespace {

/// nlohmann_json writes NaN as null, which would read as "not known": it must not get that far.
void require_finite(const nlohmann::json& json, const std::string& path) {
  if (json.is_number_float() && !std::isfinite(json.get<double>())) {
    throw Error(ExitCode::failure, fmt::format("a record's {} is not finite", path));
  }
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) require_finite(value, path + "/" + key);
}

void require_consistent(const Record& record) {
  const std::size_t count = record.samples.time_s.size();
  if (record.samples.clock_mhz.size() != count || record.samples.order.size() != count ||
      record.samples.block.size() != count) {
    throw Error(ExitCode::failure, "a record's sample arrays differ in length");
  }
  if (record.summary.count != count) {
    throw Error(ExitCode::failure, "a record's summary is not of its samples");
  }
  if (count == 0 && record.validity.status == "ok") {
    throw Error(ExitCode::failure, "a record without samples claims to be valid");
  }
}

/// FNV-1a with 64 bits: stable over machines and versions, which std::hash is not.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211ull;
  }
  return hash;
}

}  // namespace

std::string record_id(const Record& record) {
  nlohmann::json measured = {
      {"suite", record.suite},
      {"device", record.device.slug},
      {"runtime", record.runtime.name},
      {"toolchain", record.toolchain.name},
      {"compiler", record.toolchain.compiler},
      {"flags", record.toolchain.flags},
      {"scenario", record.scenario.name},
      {"parameters", record.scenario.parameters},
      {"configuration", record.scenario.configuration_hash},
      {"state", record.scenario.state.label},
      {"step", record.scenario.state.step},
      {"physics", record.physics},
      {"strategies", record.strategies},
      {"tuning", record.tuning},
      {"stage", record.stage},
      {"scope", record.scope},
      {"cache", record.cache},
  };
  // an interval of a variant's own stands among the parameters; what is left out here keeps the ids
  // of records that are older than other lives
  if (record.list_life &&
      (record.list_life->trigger != "interval" || record.list_life->expansion > 1))
    measured["list_life"] = {record.list_life->trigger, record.list_life->expansion};
  if (!record.side.empty()) measured["side"] = record.side;
  return fmt::format("{:016x}", hash_of(measured.dump()));
}

nlohmann::json to_json(const Record& record) {
  require_consistent(record);
  nlohmann::json json = record;
  if (record.list_life) json["list_life"] = *record.list_life;
  if (!record.side.empty()) json["side"] = record.side;
  require_finite(json, "");
  return json;
}

Record record_from_json(const nlohmann::json& json) {
  try {
    auto record = json.get<Record>();
    if (json.contains("list_life")) record.list_life = json.at("list_life").get<Record::ListLife>();
    record.side = json.value("side", "");
    return record;
  } catch (const nlohmann::json::exception& failure) {
    throw InputError(fmt::format("this is not a record: {}", failure.what()));
  }
}

std::optional<double> finite_or_null(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace sphlab
