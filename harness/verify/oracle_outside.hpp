// Sums of the pair physics that packs from outside bring: their formulas, over pairs that the
// oracles' own search finds.
#pragma once

#include "harness/scenarios/physics.hpp"
#include "harness/verify/oracle_pass.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {

/// Rates of a physics whose constants are WcsphConstants.
///
/// @param judged those whose rates are formed; particles from live() on are lost.
/// Throws Error(verification) where the pass of the forces brings no oracle.
OracleRates oracle_outside_rates(const PhysicsKind& physics, const ParticleState& state,
                                 const JudgedParticles& judged, const WcsphConstants& constants);

/// What a pass of such a physics writes beside densities and accelerations.
///
/// @param state among its fields, by their names, the formulation's arrays before the pass.
/// @param threads OpenMP threads, >= 1. Throws Error(verification) where it brings no oracle.
OracleQuantities oracle_outside_quantities(const PhysicsKind& physics, const PassDescription& pass,
                                           const ParticleState& state,
                                           const JudgedParticles& judged,
                                           const WcsphConstants& constants, int threads);

/// Potentials of a physics whose constants are LjPotentialConstants, over the pairs with
/// r < cutoff. Throws as oracle_outside_rates().
OraclePotential oracle_outside_potential(const PhysicsKind& physics, const ParticleState& state,
                                         const JudgedParticles& judged,
                                         const LjPotentialConstants& constants);

}  // namespace sphlab
