#include "harness/campaigns/later_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Cycles on the way to a time after which the time step is looked at again.
constexpr double most_cycles_by_one_step = 50;
constexpr double most_steps_to_a_time = 1e6;

/// Key of a state: all that makes two scenarios step differently, and the state's name.
std::string key_of(const Scenario& scenario, const std::string& label) {
  return fmt::format("{} {} {}", scenario.configuration_hash, scenario.list_interval, label);
}

/// Steps from `now` on until a wanted step or time, as the last time step lets one expect.
double steps_left(const RunState& now, const SuiteState& wanted, const Scenario& scenario) {
  if (!wanted.time) return static_cast<double>(wanted.step) - static_cast<double>(now.steps);
  const double seconds = *wanted.time * scenario.wave_time - now.time;
  return now.dt > 0 ? seconds / now.dt : std::min(seconds, 1.0);
}

/// Refuses a time that is too far. A step is reached, however far.
void require_few(double steps, const SuiteState& wanted, const Scenario& scenario,
                 const RunState& now) {
  if (!wanted.time || steps <= most_steps_to_a_time) return;
  throw InputError(fmt::format(
      "state '{}' of scenario '{}' is not reached: after {} steps and {:.4g} s it would take "
      "{:.2g} steps more. Name an earlier time",
      wanted.label(), scenario.name, now.steps, now.time, steps));
}

/// Cycles until the state is looked at again: a time may not be passed by more than a cycle, and
/// time steps grow.
std::uint64_t next_cycles(double steps, const SuiteState& wanted, std::uint32_t steps_per_cycle) {
  if (steps <= 0) return 0;
  const double cycles = steps / steps_per_cycle;
  if (!wanted.time) return static_cast<std::uint64_t>(cycles);
  return static_cast<std::uint64_t>(std::clamp(0.9 * cycles, 1.0, most_cycles_by_one_step));
}

}  // namespace

double way_behind(const RunState& now, const SuiteState& wanted, const Scenario& scenario) {
  const double behind = wanted.time
                            ? now.time / (*wanted.time * scenario.wave_time)
                            : static_cast<double>(now.steps) / static_cast<double>(wanted.step);
  return std::min(1.0, behind);
}

void require_reachable(const SuiteState& state, const Scenario& scenario,
                       const std::string& where) {
  if (!state.time || (scenario.wave_time > 0 && scenario.time_stepping != TimeStepping::none))
    return;
  throw InputError(
      fmt::format("{}: in scenario '{}' nothing falls, so that it never comes to time {}. Name a "
                  "\"step\"",
                  where, scenario.name, *state.time));
}

SavedState reach(const Runtime& runtime, Simulation& simulation, const Scenario& scenario,
                 const SavedState& from, const SuiteState& wanted, const OnTheWay& on_the_way) {
  begin_at(from, simulation);
  RunState now = simulation.run_state();
  now.time = from.time;
  now.steps = from.step;
  while (true) {
    const double left = steps_left(now, wanted, scenario);
    require_few(left, wanted, scenario, now);
    const std::uint64_t cycles = next_cycles(left, wanted, simulation.steps_per_cycle());
    if (cycles == 0) return {wanted.label(), simulation.download(), now.time, now.steps};
    now = advance_cycles(runtime, simulation, cycles, on_the_way);
  }
}

const SavedState* LaterStates::find(const Scenario& scenario, const std::string& label) const {
  const std::string key = key_of(scenario, label);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
  return found == kept_.end() ? nullptr : &found->state;
}

void LaterStates::keep(const Scenario& scenario, const SavedState& state) {
  const auto bytes = [&] {
    return std::accumulate(
        kept_.begin(), kept_.end(), state.particles.bytes(),
        [](std::size_t sum, const Kept& kept) { return sum + kept.state.particles.bytes(); });
  };
  while (!kept_.empty() && bytes() > most_bytes_) kept_.erase(kept_.begin());
  if (bytes() <= most_bytes_) kept_.push_back({key_of(scenario, state.label), state});
}

}  // namespace sphlab
