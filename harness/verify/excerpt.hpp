// The surroundings of a sample of particles, as a state of their own: of millions of particles the
// oracle looks at those alone that a sample can see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/verify/judged_particles.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

struct Excerpt {
  /// In the order of the whole state, whose indices they are called by (ParticleState::excerpted).
  /// All are live.
  ParticleState particles;
  JudgedParticles judged;  ///< those of the sample, by their indices here; without its sight

  /// @param values `components` of each particle of the whole state. Returns those of these.
  template <class T>
  std::vector<T> of(const std::vector<T>& values, std::size_t components = 1) const {
    auto taken = touched_vector<T>(particles.size() * components);
    over_items(particles.size(), [&](std::size_t i) {
      for (std::size_t c = 0; c < components; ++c)
        taken[i * components + c] = values[particles.excerpted[i] * components + c];
    });
    return taken;
  }
};

/// The judged particles and every live one within `reach` [m] of one of them, beside some that are
/// farther. Throws std::invalid_argument that names a live particle whose position is not finite.
Excerpt excerpt_around(const ParticleState& state, const JudgedParticles& judged, double reach);

}  // namespace sphlab
