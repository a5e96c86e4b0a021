// The oracle's softened Lennard-Jones potential: paper C equation 1 in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Potential of every particle, in the order of the state; zero for lost ones and other types.
struct OraclePotential {
  std::vector<double> value;  ///< [J]
  /// Sum of the magnitudes of the pairs that float arithmetic may or may not count [J], see
  /// borderline_width(). The potential jumps at the cutoff, so that these do matter.
  std::vector<double> borderline;
  std::uint64_t accepted_pairs = 0;  ///< pairs (target, source of any type) with r < cutoff
};

/// @param live particles [0, live) take part, the others are lost.
/// @param targets types that get a potential; sources are of all types.
/// @param threads OpenMP threads, >= 1.
OraclePotential oracle_potential(const ParticleState& state, std::size_t live,
                                 const LjPotentialConstants& constants, TypeMask targets,
                                 int threads);

}  // namespace sphlab
