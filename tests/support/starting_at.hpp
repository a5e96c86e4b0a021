// Where samples of a simulation begin.
#pragma once

#include "harness/stepping/saved_state.hpp"

namespace sphlab::test {

/// Function that calls begin_at(). Both outlive it.
inline Start starting_at(const SavedState& state, Simulation& simulation) {
  return [&] { begin_at(state, simulation); };
}

}  // namespace sphlab::test
