// The check of what a density pass writes against the oracle.
#pragma once

#include <cstddef>

#include "harness/verify/check.hpp"
#include "harness/verify/oracle_density.hpp"

namespace sphlab {

/// Largest deviation of a summed density, relative to the density at rest: float sums of some
/// eighty terms stay an order of magnitude below.
inline constexpr double density_tolerance = 5e-6;

/// Densities that the fluid particles among [0, live) carry in velocity.w, within
/// density_tolerance, or the oracle's rounding where that is more.
Check densities_agree(const ParticleState& state, const JudgedParticles& judged,
                      const OracleDensities& oracle);

}  // namespace sphlab
