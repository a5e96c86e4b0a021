#include "harness/measure/work_estimate.hpp"

#include <algorithm>

namespace sphlab {
namespace {

/// Cycles that tuning and verifying count as until they were timed.
constexpr double cycles_of_tuning = 20;
constexpr double cycles_of_verifying = 20;
/// Cycles of a sample of a stage alone in one state of the cache: it runs, and what was before it
/// runs again.
constexpr double cycles_of_a_call = 2;
/// Particles times cycles in a second of a device, until one was timed.
constexpr double units_of_a_second = 1e8;

template <class Value>
Value& of(std::array<Value, kinds_of_work>& by_kind, WorkKind kind) {
  return by_kind.at(static_cast<std::size_t>(kind));
}

}  // namespace

UnitsByKind expected_work(const MeasuringPolicy& policy, std::size_t particles, bool tunes) {
  UnitsByKind cycles{};
  const double of_block = policy.warmup_cycles + 1.25 * policy.cycles_per_block;
  const auto states_of_the_cache = static_cast<double>(policy.cache.size());
  of(cycles, WorkKind::tuning) = tunes ? cycles_of_tuning : 0;
  of(cycles, WorkKind::verifying) = cycles_of_verifying;
  const auto blocks_in_pairs = (policy.blocks + 1) / 2 * 2;
  of(cycles, WorkKind::blocks) = blocks_in_pairs * of_block;
  of(cycles, WorkKind::stages_alone) =
      policy.isolated_samples * cycles_of_a_call * states_of_the_cache;
  of(cycles, WorkKind::calls_alone) =
      policy.asynchronous_calls == 0 ? 0 : policy.asynchronous_samples * policy.asynchronous_calls;
  of(cycles, WorkKind::runs) =
      policy.run_steps == 0 ? 0 : policy.run_samples * policy.run_steps / 10.0;
  for (double& units : cycles) units *= static_cast<double>(particles);
  of(cycles, WorkKind::energy) = policy.energy_runs * policy.energy_seconds * units_of_a_second;
  return cycles;
}

void WorkEstimate::expect(const UnitsByKind& units) {
  for (std::size_t k = 0; k < kinds_of_work; ++k) kinds_[k].expected += units[k];
}

void WorkEstimate::begin_section(const UnitsByKind& units) {
  for (std::size_t k = 0; k < kinds_of_work; ++k) {
    kinds_[k].expected = std::max(0.0, kinds_[k].expected - units[k]);
    kinds_[k].left = units[k];
  }
}

void WorkEstimate::done(WorkKind kind, double units, double seconds) {
  leave_out(kind, units);
  Kind& of_kind = of(kinds_, kind);
  of_kind.units += units;
  of_kind.seconds += seconds;
}

void WorkEstimate::leave_out(WorkKind kind, double units) {
  Kind& of_kind = of(kinds_, kind);
  of_kind.left = std::max(0.0, of_kind.left - units);
}

void WorkEstimate::end(WorkKind kind) {
  of(kinds_, kind).left = 0;
}

double WorkEstimate::seconds_left() const {
  double left = 0;
  for (std::size_t k = 0; k < kinds_of_work; ++k)
    left += seconds_of(static_cast<WorkKind>(k), kinds_[k].expected + kinds_[k].left);
  return left;
}

double WorkEstimate::seconds_of(WorkKind kind, double units) const {
  const Kind& of_kind = kinds_.at(static_cast<std::size_t>(kind));
  return units * (of_kind.units > 0 ? of_kind.seconds / of_kind.units : mean_speed());
}

bool WorkEstimate::is_timed(WorkKind kind) const {
  return kinds_.at(static_cast<std::size_t>(kind)).units > 0;
}

double WorkEstimate::mean_speed() const {
  double units = 0;
  double seconds = 0;
  for (const Kind& kind : kinds_) {
    units += kind.units;
    seconds += kind.seconds;
  }
  return units == 0 ? 0 : seconds / units;
}

double WorkEstimate::fraction(double elapsed_seconds, double most_left) {
  const double left = std::min(seconds_left(), most_left);
  if (elapsed_seconds > 0 && left > 0)
    said_ = std::max(said_, elapsed_seconds / (elapsed_seconds + left));
  return said_;
}

}  // namespace sphlab
