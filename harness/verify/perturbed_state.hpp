// A state whose particles move, made of one that may be at rest: what verification compares in, so
// that no term of a physics is zero by accident.
#pragma once

#include <cstdint>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// How a state is perturbed.
struct Perturbation {
  std::uint64_t seed = 1;         ///< another seed, another state
  bool changes_densities = true;  ///< where they are variables of the state
  /// Whether fluid has passed planes, which push hard: beside them terms that are faint are not
  /// seen.
  bool passes_planes() const { return seed % 2 == 1; }
};

/// The state, perturbed:
///   velocities of fluids   an Arnold-Beltrami-Childress flow is added, which has no divergence, of
///                          five influence radii in length and a hundredth of the speed of sound
///                          (of a hundredth of a radius a step where the step is fixed, if that is
///                          less): cells are left and pairs approach within a few steps
///   positions of fluids    shifted by such a flow of two radii in length and up to 3 % of the
///                          spacing, so that fluid comes within reach of walls; where there are
///                          planes for walls, all are shifted as one, too, until the first have
///                          passed them by a tenth of the spacing, by an odd seed;
///                          and until the nearest particle of a Lennard-Jones wall acts;
///                          a fluid whose pressures are predicted, or whose phases
///                          drift, is drawn together by 2 %
///   densities of fluids    changed by up to 0.1 %, up and down, with the pressures that go with
///   them
///   phases of a mixture    exchange a tenth of their difference: fields of two components
/// Walls and bodies stay as they are, and so do other fields; what would leave the grid is not
/// shifted. Deterministic, and the same for a particle
/// wherever it stands in the state: a function of where it is.
ParticleState perturbed(const ParticleState& state, const Scenario& scenario,
                        const Perturbation& how);

/// Moves every particle, walls and bodies too, by up to a tenth of the spacing along each axis,
/// where that does not lead out of the grid: in a lattice no pair lies in a shell at the radius. A
/// function of the particle's id.
void scatter(ParticleState& state, const Scenario& scenario);

}  // namespace sphlab
