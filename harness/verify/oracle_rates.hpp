// The oracles' WCSPH rates, in double precision: one function per pair physics.
#pragma once

#include <string>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// Rates of the particles by the equations of a physics: its file registers it by their name
/// (PhysicsKind::oracle_name()).
///
/// @param judged those whose rates are formed; particles from live() on are lost.
/// @param threads OpenMP threads, >= 1.
using RatesOracle = OracleRates (*)(const ParticleState& state, const JudgedParticles& judged,
                                    const WcsphConstants& constants, int threads,
                                    const OracleKernel& kernel);

/// The rates of a pair physics by its name: of one pass from a pack of one's own by what it brings.
/// Throws Error(verification) for one that has no such oracle.
OracleRates oracle_rates_of(const std::string& physics, const ParticleState& state,
                            const JudgedParticles& judged, const WcsphConstants& constants,
                            int threads);

/// The reaction to the wall force of "wcsph-lj": force on every boundary particle, divided by the
/// fluid particle mass [m/s^2]; zero for fluid and lost particles.
std::vector<DoubleVector> oracle_wall_reaction(const ParticleState& state, std::size_t live,
                                               const WcsphConstants& constants, int threads);

}  // namespace sphlab
