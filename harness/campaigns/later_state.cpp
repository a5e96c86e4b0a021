#include "harness/campaigns/later_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Key of a state: all that makes two scenarios step differently, and the state's name.
std::string key_of(const Scenario& scenario, const std::string& label) {
  return fmt::format("{} {} {}", scenario.configuration_hash, scenario.list_interval, label);
}

Moment moment_of(const SuiteState& wanted, const Scenario& scenario) {
  if (!wanted.time) return {wanted.step, std::nullopt};
  return {0, *wanted.time * scenario.wave_time};
}

}  // namespace

double way_behind(const RunClock& now, const SuiteState& wanted, const Scenario& scenario) {
  const Moment moment = moment_of(wanted, scenario);
  const double behind = moment.time
                            ? now.time / *moment.time
                            : static_cast<double>(now.steps) / static_cast<double>(moment.step);
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
  const RunClock begin{from.time, simulation.clock().dt, from.step};
  const RunClock end =
      reach(runtime, simulation, begin, moment_of(wanted, scenario),
            fmt::format("state '{}' of scenario '{}'", wanted.label(), scenario.name), on_the_way);
  return {wanted.label(), simulation.download(), end.time, end.steps};
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
