// The oracles' WCSPH rates, in double precision: one function per pair physics.
#pragma once

#include <string>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// "wcsph-lj": paper A equations 3, 8 and 9. Fluid-fluid: momentum with the artificial viscosity of
/// Monaghan, continuity with the diffusion of Molteni and Colagrossi, Wendland's C2 kernel in three
/// dimensions. Fluid-boundary: Lennard-Jones repulsion. Pressure comes from the density, not from
/// the stored P/rho^2.
///
/// @param live particles [0, live) take part, the others are lost.
/// @param threads OpenMP threads, >= 1.
/// @param kernel in place of Wendland's: "wcsph-lj-cubic-spline".
OracleRates oracle_rates(const ParticleState& state, std::size_t live,
                         const WcsphConstants& constants, int threads,
                         SmoothingKernel kernel = SmoothingKernel::wendland_c2);

/// The force pass of "wcsph-lj-summed": the accelerations of "wcsph-lj" with the densities of the
/// state, as the density pass has left them (see oracle_density.hpp); density rates are zero.
OracleRates oracle_summed_rates(const ParticleState& state, std::size_t live,
                                const WcsphConstants& constants, int threads);

/// "wcsph-dynamic": the same equations with all types as sources of fluid. Boundary and body
/// particles have no acceleration, and a density rate by continuity with the fluid alone; diffusion
/// is between fluid particles.
OracleRates oracle_dynamic_rates(const ParticleState& state, std::size_t live,
                                 const WcsphConstants& constants, int threads);

/// "wcsph-two-fluids": paper A equations 10 and 11, sources weighted by their volume m_j / rho_j,
/// with an artificial viscosity of the mean of alpha h c0 rho0 of the pair, diffusion within each
/// fluid, and Lennard-Jones repulsion by boundary and body particles.
OracleRates oracle_two_fluids_rates(const ParticleState& state, std::size_t live,
                                    const WcsphConstants& constants, int threads);

/// The rates of a pair physics by its name. Throws Error(verification) for one that has no such
/// oracle.
OracleRates oracle_rates_of(const std::string& physics, const ParticleState& state,
                            std::size_t live, const WcsphConstants& constants, int threads);

/// The reaction to the wall force of "wcsph-lj": force on every boundary particle, divided by the
/// fluid particle mass [m/s^2]; zero for fluid and lost particles.
std::vector<DoubleVector> oracle_wall_reaction(const ParticleState& state, std::size_t live,
                                               const WcsphConstants& constants, int threads);

}  // namespace sphlab
