#include "harness/stepping/saved_state.hpp"

namespace sphlab {

void begin_at(const SavedState& state, Simulation& simulation) {
  if (state.on_device == nullptr)
    return simulation.restore(state.particles, state.time, state.step);
  simulation.restore(*state.on_device, state.time, state.step);
}

}  // namespace sphlab
