// The surroundings of a sample of particles, as a state of their own: of millions of particles the
// oracle looks at those alone that a sample can see.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/gathered.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

struct Excerpt {
  /// Live particles in the order of the whole state, with their indices there
  /// (ParticleState::excerpted).
  ParticleState particles;
  JudgedParticles judged;  ///< those of the sample, by their indices here; without its sight

  /// @param values one of each particle of the whole state, or none. Returns those of these.
  template <class T>
  std::vector<T> of(const std::vector<T>& values) const {
    return gathered(values, particles.excerpted);
  }
};

/// Returns some of the particles of a state, which are told by their indices there
/// (ParticleState::excerpted). @param places these, ascending.
ParticleState excerpt_of(const ParticleState& state, const std::vector<std::uint32_t>& places);

/// The judged particles and every live one within `reach` [m] of one of them, beside some that are
/// farther. Throws std::invalid_argument that names a live particle whose position is not finite.
Excerpt excerpt_around(const ParticleState& state, const JudgedParticles& judged, double reach);

}  // namespace sphlab
