// Steps to later states of a scenario, and keeps them for later suites.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/measure/advance.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/saved_state.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Throws InputError where `state` asks for a time of a scenario in which nothing falls or nothing
/// moves: no number of steps leads there. @param where of the state, for the message.
void require_reachable(const SuiteState& state, const Scenario& scenario, const std::string& where);

/// Steps from one state to a later one, whole cycles only: a state to measure from is one at which
/// a list would be rebuilt. Throws as the reach() of a System.
SavedState reach(const Runtime& runtime, Simulation& simulation, const Scenario& scenario,
                 const SavedState& from, const SuiteState& wanted, const OnTheWay& on_the_way);

/// Share of the way from the initial state to `wanted` that a run has done, 0 to 1.
double way_behind(const RunClock& now, const SuiteState& wanted, const Scenario& scenario);

/// Keeps later states, so that all suites of one process start from the same particles. The oldest
/// are forgotten where they would take more than `most_bytes` of the host's memory.
class LaterStates {
 public:
  explicit LaterStates(std::size_t most_bytes = std::size_t{8} << 30) : most_bytes_(most_bytes) {}

  /// nullptr where it is not kept. Valid until the next keep().
  const SavedState* find(const Scenario& scenario, const std::string& label) const;
  void keep(const Scenario& scenario, const SavedState& state);

 private:
  struct Kept {
    std::string key;
    SavedState state;
  };
  std::size_t most_bytes_;
  std::vector<Kept> kept_;  ///< the oldest first
};

}  // namespace sphlab
