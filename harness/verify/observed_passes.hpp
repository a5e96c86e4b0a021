// An evaluation of a formulation, observed pass by pass: what each has read, and what it has made.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// A pass as the device has computed it, of the particles observed, in the order of the state.
struct ObservedPass {
  PassDescription pass;
  std::uint32_t time = 0;  ///< the how many-th of a pass that is repeated, from 1 on; else 0
  /// Before the pass; among its fields, by their names, the formulation's arrays.
  ParticleState before;
  ParticleFields arrays, rates, fields;  ///< that the pass declares to write, behind it
};

/// An evaluation of all passes, of the particles observed, in the order of the state.
struct ObservedEvaluation {
  ParticleFields begin_fields;   ///< before the first pass
  ParticleFields before_forces;  ///< and the arrays, before the forces, or the last of them
  /// Without passes that write nothing but densities and accelerations, and without launches that
  /// find their repetitions to be over.
  std::vector<ObservedPass> passes;
};

/// Picks some of the particles observed out of a pass. @param places their indices, ascending.
ObservedPass excerpt_of(const ObservedPass& observed, const std::vector<std::uint32_t>& places);

/// An evaluation on the current state, with the list as it is. A pass is taken to have read what
/// the passes before it have declared to write: one that writes more is found by those that read
/// it.
/// @param places indices in the state of the particles that are observed; nullptr: all.
ObservedEvaluation observe_passes(Simulation& simulation,
                                  const std::vector<std::uint32_t>* places = nullptr);

}  // namespace sphlab
