// Checks of what a force pass writes against the oracle.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/oracle_end_to_end.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {

/// Largest deviation of rates and potentials, relative to the oracle's largest magnitude. Float
/// sums of some eighty terms stay an order of magnitude below.
inline constexpr double rate_tolerance = 2e-5;

/// The same of what a simulation computes, where a strategy states an error of its own.
double rate_tolerance_of(const Simulation& simulation);

/// Largest deviation of the stored P/rho^2, relative to the largest magnitude: about fifteen
/// roundings.
inline constexpr double pressure_tolerance = 2e-6;

/// Accelerations of the judged particles, as vectors, within `tolerance`, the oracle's uncertainty
/// left out.
/// @param rate as ForceArguments::rate, in the order of `state`; at least as many entries
/// as there are live particles.
Check accelerations_agree(const ParticleState& state, const JudgedParticles& judged,
                          const std::vector<float4>& rate, const OracleRates& oracle,
                          double tolerance = rate_tolerance);

/// The same of rates that all passes have made of the positions, beyond what tolerances of the
/// densities make of them.
Check end_to_end_agrees(const ParticleState& state, const JudgedParticles& judged,
                        const std::vector<float4>& rate, const EndToEndRates& oracle);

/// The same for d(rho/rho0)/dt.
Check density_rates_agree(const ParticleState& state, const JudgedParticles& judged,
                          const std::vector<float4>& rate, const OracleRates& oracle,
                          double tolerance = rate_tolerance);

/// The same for the largest rates at which the pairs of a particle approach, what pairs at the very
/// radius may decide on left out. @param rate as ForceArguments::approach_rate.
Check approach_rates_agree(const ParticleState& state, const JudgedParticles& judged,
                           const std::vector<float>& rate, const OracleRates& oracle);

/// Forces move neither boundary nor body particles among [0, live): their accelerations are exactly
/// zero, and so is their density rate where they are no targets.
Check boundary_rates_zero(const ParticleState& state, std::size_t live,
                          const std::vector<float4>& rate, TypeMask targets);

/// The P/rho^2 that targets carry in position.w belongs to the density in velocity.w.
Check pressure_terms_agree(const ParticleState& state, std::size_t live,
                           const WcsphConstants& constants, TypeMask targets);

/// Potentials of the judged particles within rate_tolerance, what borderline pairs contribute
/// and what rounding may take from a sum of so many terms left out: thousands of terms of one sign
/// lose more than some eighty. Up to 4096 of them, equal ones, a single one that is missing is more
/// than that.
Check potentials_agree(const ParticleState& state, const JudgedParticles& judged,
                       const std::vector<float>& potential, const OraclePotential& oracle);

}  // namespace sphlab
