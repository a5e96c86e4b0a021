// The oracle's summed densities, in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

struct OracleDensities {
  /// rho/rho0 - 1 of the judged fluid particles, in the order of the state; 0 for the others.
  std::vector<double> excess;
  /// What a float sum of so many terms may lose, n 2^-24 of it, over the density at rest: of
  /// physics with thousands of neighbours. Empty for others.
  std::vector<double> rounding;
  /// Pairs (fluid particle, fluid source) with r < R; where a sample is judged, what its own come
  /// to over all.
  std::uint64_t accepted_pairs = 0;
};

/// Densities by the density pass of a formulation: its file registers it by the name of the
/// equations (PhysicsKind::oracle_name()).
///
/// @param judged those whose densities are formed; particles from live() on are lost.
/// @param threads OpenMP threads, >= 1.
using DensityOracle = OracleDensities (*)(const ParticleState& state, const JudgedParticles& judged,
                                          const WcsphConstants& constants, int threads,
                                          const OracleKernel& kernel);

/// The densities of a formulation with a density pass, by its name. Throws Error(verification) for
/// one that has none.
OracleDensities oracle_densities_of(const std::string& physics, const ParticleState& state,
                                    const JudgedParticles& judged, const WcsphConstants& constants,
                                    int threads);

}  // namespace sphlab
