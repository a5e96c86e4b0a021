// The oracle's potentials: paper C's pair physics in double precision, from formulas of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/judged_particles.hpp"

namespace sphlab {

/// Contribution of a pair.
enum class PotentialTerm {
  position_sum,        ///< x + y + z of the distance vector
  lennard_jones,       ///< paper C, equation 1, softened
  heavy_lennard_jones  ///< the same, drawn towards the depth of the well
};

/// A pair physics of the potential family.
struct PotentialPhysics {
  PotentialTerm term;
  bool tests_distance;  ///< false: all pairs of neighbouring cells count, however far apart
};

/// The physics of that name, or nothing for one that is not of this family.
std::optional<PotentialPhysics> potential_physics(const std::string& name);

/// Potential of every judged particle, in the order of the state; zero for the others and for other
/// types.
struct OraclePotential {
  std::vector<double> value;  ///< [J]
  /// Sum of the magnitudes of the pairs that float arithmetic may or may not count [J], see
  /// borderline_width(). The potential jumps at the cutoff, so that these do matter.
  std::vector<double> borderline;
  /// What a sum of so many terms in float arithmetic may lose to rounding [J]: to first order,
  /// their number times 2^-24 times the sum of their magnitudes, whatever the order.
  std::vector<double> rounding;
  /// Pairs (target, source of any type) that count; where a sample is judged, what its own come to
  /// over all.
  std::uint64_t accepted_pairs = 0;
};

/// Zeros for so many particles.
OraclePotential zero_potential(std::size_t particles);

/// Over the pairs with r < cutoff.
///
/// @param judged those that get one; sources are all that are live.
/// @param targets types that get a potential; sources are of all types.
OraclePotential oracle_potential(const ParticleState& state, const JudgedParticles& judged,
                                 const LjPotentialConstants& constants, TypeMask targets,
                                 PotentialTerm term = PotentialTerm::lennard_jones);

/// Over the pairs of particles whose cells touch, without a look at their distance.
///
/// @param state in device order. @param cell_begin its grid.count + 2 offsets, see
/// cells_consistent(); they say who is in which cell.
OraclePotential oracle_potential_uncut(const ParticleState& state, const JudgedParticles& judged,
                                       const std::vector<std::uint32_t>& cell_begin,
                                       const Grid& grid, const LjPotentialConstants& constants,
                                       TypeMask targets, PotentialTerm term);

}  // namespace sphlab
