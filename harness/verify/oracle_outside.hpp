// Sums of the pair physics that packs from outside bring: their formulas, over pairs that the
// oracles' own search finds.
#pragma once

#include "harness/scenarios/physics.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {

/// Rates of a physics whose constants are WcsphConstants.
///
/// @param judged those whose rates are formed; particles from live() on are lost.
/// Throws Error(verification) where the physics brings no oracle, or has passes before the forces,
/// of which its oracle tells nothing.
OracleRates oracle_outside_rates(const PhysicsKind& physics, const ParticleState& state,
                                 const JudgedParticles& judged, const WcsphConstants& constants);

/// Potentials of a physics whose constants are LjPotentialConstants, over the pairs with
/// r < cutoff. Throws as oracle_outside_rates().
OraclePotential oracle_outside_potential(const PhysicsKind& physics, const ParticleState& state,
                                         std::size_t live, const LjPotentialConstants& constants);

}  // namespace sphlab
