#include "harness/records/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/error.hpp"
#include "harness/records/optional_json.hpp"

namespace sphlab {

namespace {

/// Handles a key that few records have: writes it where its value is not T{}, and reads it where it
/// is there.
template <class T>
void write_if_any(nlohmann::json& to, const char* key, const T& value) {
  if (value != T{}) to[key] = value;
}

template <class T>
void write_if_any(nlohmann::json& to, const char* key, const std::optional<T>& value) {
  if (value) to[key] = *value;
}

template <class T>
void read_if_there(const nlohmann::json& from, const char* key, T& value) {
  if (from.contains(key)) value = from.at(key).get<T>();
}

template <class T>
void read_if_there(const nlohmann::json& from, const char* key, std::optional<T>& value) {
  if (!from.contains(key)) return;
  T read;
  from.at(key).get_to(read);
  value = std::move(read);
}

}  // namespace

#define SPHLAB_LISTED(...) __VA_ARGS__
#define SPHLAB_WRITE_IF_ANY(key) write_if_any(nlohmann_json_j, #key, nlohmann_json_t.key);
#define SPHLAB_READ_IF_THERE(key) read_if_there(nlohmann_json_j, #key, nlohmann_json_t.key);

/// NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE for a type with keys that few records have.
/// @param always (in parentheses) the other keys. @param few (in parentheses) these.
#define SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Type, always, few)                            \
  void to_json(nlohmann::json& nlohmann_json_j, const Type& nlohmann_json_t) {          \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, SPHLAB_LISTED always))   \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(SPHLAB_WRITE_IF_ANY, SPHLAB_LISTED few))   \
  }                                                                                     \
  void from_json(const nlohmann::json& nlohmann_json_j, Type& nlohmann_json_t) {        \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, SPHLAB_LISTED always)) \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(SPHLAB_READ_IF_THERE, SPHLAB_LISTED few))  \
  }

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Code, revision, dirty)
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::Device,
                                  (name, slug, driver, architecture, compute_units, memory_bytes,
                                   l2_bytes, max_clock_mhz, memory_clock_mhz, power_limit_w,
                                   clocks_locked),
                                  (board))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Host, cpu, cores, memory_bytes, os)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::OpenMp, threads, processors, environment)
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::RuntimeUsed, (name, version), (openmp))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Toolchain, name, compiler, host_compiler, flags,
                                   fast_math, fma, architectures, warp_width)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Neighbours, mean, p05, p95)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Cells, filled, mean, fullest)
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::State, (label, step, time_s, hash),
                                  (wave_time_s, neighbours, cells))
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::ScenarioUsed,
                                  (name, particles, fluid, boundary, parameters, configuration_hash,
                                   state),
                                  (body, second_fluid))
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::SweepPoint, (stage, tuning, median_s), (refusal))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Samples, time_s, clock_mhz, order, block)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Load, block, average, waited, stolen)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::EnergySamples, joules, time_s, steps, resolution_j,
                                   order, block)
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::Energy, (counter),
                                  (absent, joules_per_step, low_j, high_j,
                                   joules_per_million_particle_steps, power_w, step_s, idle_power_w,
                                   samples))
SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record::Policy,
                                  (warmup, blocks, samples_per_block, interleaving, stop_rule,
                                   stop_reason, mark_cost_s, resolution_s),
                                  (calls))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Summary, count, median_s, mean_s, min_s, max_s, p05_s,
                                   p95_s, relative_spread, below_resolution, mipps, pairs_per_s,
                                   unexplained_s, unexplained_fraction, harness_fraction)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Work, candidate_pairs, accepted_pairs, flops, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Kernel, kernel, registers, stack_bytes, spill_bytes,
                                   shared_bytes, block_size, occupancy)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Resources, bytes_allocated, bytes_of_list)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::ListLife, trigger, interval, expansion,
                                   rebuilds_per_step, missed_pairs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::CarryOver, coefficient, low)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Drift, relative, low, high, drifts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::OwnOrder, steps, steady)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::SecondsSpent, verifying, ordering, sampling,
                                   verifying_again)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Repetitions, limit, times_per_evaluation, last_error,
                                   not_converged)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Check, name, value, tolerance, passed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Record::Validity, status, checks)

SPHLAB_DEFINE_TYPE_WITH_RARE_KEYS(Record,
                                  (schema_version, id, suite, recorded_at, code, device, host,
                                   runtime, toolchain, scenario, physics, variant, strategies,
                                   cells_per_radius, tuning, tuning_sweep, stages, stage, scope,
                                   cache, calls_per_step, samples, policy, summary, work, kernels,
                                   resources, validity),
                                  (carry_over, choices, drift, energy, host_toolchain, list_life,
                                   load, own_order, prepared, repetitions, seconds_spent, side))

namespace {

/// nlohmann_json writes NaN as null, which would read as "not known": it must not get that far.
void require_finite(const nlohmann::json& json, const std::string& path) {
  if (json.is_number_float() && !std::isfinite(json.get<double>())) {
    throw Error(ExitCode::failure, fmt::format("a record's {} is not finite", path));
  }
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items())
    require_finite(value, fmt::format("{}/{}", path, key));
}

void require_consistent(const Record& record) {
  const std::size_t count = record.samples.time_s.size();
  if (record.samples.clock_mhz.size() != count || record.samples.order.size() != count ||
      record.samples.block.size() != count) {
    throw Error(ExitCode::failure, "a record's sample arrays differ in length");
  }
  if (record.load) {
    const std::size_t blocks = record.load->block.size();
    if (record.load->average.size() != blocks || record.load->waited.size() != blocks ||
        record.load->stolen.size() != blocks) {
      throw Error(ExitCode::failure, "a record's arrays of the load differ in length");
    }
  }
  if (record.energy && record.energy->samples) {
    const Record::EnergySamples& energy = *record.energy->samples;
    const std::size_t runs = energy.joules.size();
    if (energy.time_s.size() != runs || energy.steps.size() != runs ||
        energy.resolution_j.size() != runs || energy.order.size() != runs ||
        energy.block.size() != runs) {
      throw Error(ExitCode::failure, "a record's arrays of the energy differ in length");
    }
  }
  if (record.summary.count != count) {
    throw Error(ExitCode::failure, "a record's summary is not of its samples");
  }
  if (count == 0 && record.validity.status == "ok") {
    throw Error(ExitCode::failure, "a record without samples claims to be valid");
  }
}

/// All keys unknown where there is no kernel.
Record::Kernel heaviest(const std::vector<Record::Kernel>& kernels) {
  const auto found =
      std::max_element(kernels.begin(), kernels.end(),
                       [](const auto& x, const auto& y) { return x.registers < y.registers; });
  return found == kernels.end() ? Record::Kernel{} : *found;
}

}  // namespace

nlohmann::json to_json(const Record& record) {
  require_consistent(record);
  nlohmann::json json = record;
  json["resources"].update(to_json(heaviest(record.kernels)));
  require_finite(json, "");
  return json;
}

nlohmann::json to_json(const Record::Code& code) {
  return code;
}

nlohmann::json to_json(const Record::Device& device) {
  return device;
}

nlohmann::json to_json(const Record::Host& host) {
  return host;
}

nlohmann::json to_json(const Record::RuntimeUsed& runtime) {
  return runtime;
}

nlohmann::json to_json(const Record::Toolchain& toolchain) {
  return toolchain;
}

nlohmann::json to_json(const Record::ScenarioUsed& scenario) {
  return scenario;
}

nlohmann::json to_json(const Record::Summary& summary) {
  return summary;
}

nlohmann::json to_json(const Record::Work& work) {
  return work;
}

nlohmann::json to_json(const Record::Kernel& kernel) {
  return kernel;
}

nlohmann::json to_json(const Record::Samples& samples) {
  return samples;
}

nlohmann::json to_json(const Record::Load& load) {
  return load;
}

nlohmann::json to_json(const Record::EnergySamples& samples) {
  return samples;
}

nlohmann::json to_json(const Record::SweepPoint& point) {
  return point;
}

Record record_from_json(const nlohmann::json& json) {
  try {
    return json.get<Record>();
  } catch (const nlohmann::json::exception& failure) {
    throw InputError(fmt::format("this is not a record: {}", failure.what()));
  }
}

Record::Code code_from_json(const nlohmann::json& json) {
  return json.get<Record::Code>();
}

Record::Device device_from_json(const nlohmann::json& json) {
  return json.get<Record::Device>();
}

Record::Host host_from_json(const nlohmann::json& json) {
  return json.get<Record::Host>();
}

Record::RuntimeUsed runtime_from_json(const nlohmann::json& json) {
  return json.get<Record::RuntimeUsed>();
}

Record::Samples samples_from_json(const nlohmann::json& json) {
  return json.get<Record::Samples>();
}

Record::Load load_from_json(const nlohmann::json& json) {
  return json.get<Record::Load>();
}

Record::EnergySamples energy_samples_from_json(const nlohmann::json& json) {
  return json.get<Record::EnergySamples>();
}

Record::SweepPoint sweep_point_from_json(const nlohmann::json& json) {
  return json.get<Record::SweepPoint>();
}

std::optional<double> finite_or_null(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace sphlab
