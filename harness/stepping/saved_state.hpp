// A state at which measurements begin.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/stepping/state_on_device.hpp"

namespace sphlab {

/// A state of the particles, and its time.
struct SavedState {
  std::string label;  ///< as SuiteState::label() has it
  ParticleState particles;
  double time = 0;  ///< simulated [s]
  std::uint64_t step = 0;
  /// A copy of `particles`, to begin at without an upload; nullptr: none.
  std::shared_ptr<const StateOnDevice> on_device = nullptr;
};

/// Restores the state, from the device where a copy lies there. Throws as Simulation::restore().
void begin_at(const SavedState& state, Simulation& simulation);

}  // namespace sphlab
