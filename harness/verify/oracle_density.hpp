// The oracle's summed densities, in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

struct OracleDensities {
  std::vector<double> excess;  ///< rho/rho0 - 1 of live fluid particles, in the order of the state;
                               ///< 0 for the others
  /// What a float sum of so many terms may lose, n 2^-24 of it, over the density at rest: of
  /// physics with thousands of neighbours. Empty for others.
  std::vector<double> rounding;
  std::uint64_t accepted_pairs = 0;  ///< pairs (fluid particle, fluid source) with r < R
};

/// Densities by the density pass of a formulation: its file registers it by the name of the
/// equations (PhysicsKind::oracle_name()).
///
/// @param live particles [0, live) take part, the others are lost.
/// @param threads OpenMP threads, >= 1.
using DensityOracle = OracleDensities (*)(const ParticleState& state, std::size_t live,
                                          const WcsphConstants& constants, int threads,
                                          const OracleKernel& kernel);

/// The densities of a formulation with a density pass, by its name. Throws Error(verification) for
/// one that has none.
OracleDensities oracle_densities_of(const std::string& physics, const ParticleState& state,
                                    std::size_t live, const WcsphConstants& constants, int threads);

}  // namespace sphlab
