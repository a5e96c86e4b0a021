// The oracle's summed densities, in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenarios/physics.hpp"

namespace sphlab {

struct OracleDensities {
  std::vector<double> excess;  ///< rho/rho0 - 1 of live fluid particles, in the order of the state;
                               ///< 0 for the others
  std::uint64_t accepted_pairs = 0;  ///< pairs (fluid particle, fluid source) with r < R
};

/// The density pass of "wcsph-lj-summed": the sum of W over a fluid particle and the fluid around
/// it, over the same sum on the cubic lattice of spacing (m/rho0)^(1/3); at least 1.
///
/// @param live particles [0, live) take part, the others are lost.
/// @param threads OpenMP threads, >= 1.
OracleDensities oracle_summed_densities(const ParticleState& state, std::size_t live,
                                        const WcsphConstants& constants, int threads);

/// The densities of a formulation with a density pass, by its name. Throws Error(verification) for
/// one that has none.
OracleDensities oracle_densities_of(const std::string& physics, const ParticleState& state,
                                    std::size_t live, const WcsphConstants& constants, int threads);

}  // namespace sphlab
