// The oracle's WCSPH rates: paper A equations 3, 8 and 9 in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"

namespace sphlab {

/// P/rho^2 [m^5/(kg s^2)] of Cole's equation of state, P = B ((rho/rho0)^gamma - 1) with
/// B = rho0 c0^2 / gamma, from the centred relative density s = rho/rho0 - 1. Without cancellation.
double oracle_pressure_term(double s, const WcsphConstants& constants);

/// Rates of change of every particle, in the order of the state; all zero for boundary and lost
/// ones.
struct OracleRates {
  std::vector<DoubleVector> acceleration;  ///< [m/s^2]
  std::vector<double> density_rate;        ///< d(rho/rho0)/dt [1/s]
  std::uint64_t accepted_pairs = 0;        ///< pairs (fluid target, source of any type) with r < R
};

/// Fluid-fluid: momentum with the artificial viscosity of Monaghan, continuity with the diffusion
/// of Molteni and Colagrossi, Wendland's C2 kernel in three dimensions. Fluid-boundary:
/// Lennard-Jones repulsion, exponents 12 and 4. Pressure comes from the density, not from the
/// stored P/rho^2.
///
/// @param live particles [0, live) take part, the others are lost.
/// @param threads OpenMP threads, >= 1.
OracleRates oracle_rates(const ParticleState& state, std::size_t live,
                         const WcsphConstants& constants, int threads);

/// The reaction to the wall force: force on every boundary particle, divided by the fluid particle
/// mass [m/s^2]; zero for fluid and lost particles.
std::vector<DoubleVector> oracle_wall_reaction(const ParticleState& state, std::size_t live,
                                               const WcsphConstants& constants, int threads);

/// As many OpenMP threads as the host offers.
int all_threads();

}  // namespace sphlab
