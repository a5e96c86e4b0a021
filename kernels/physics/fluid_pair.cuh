// What two particles of one fluid do to each other: paper A, equations 8 and 9.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// The terms of a pair of fluid particles. All but the diffusion are the same for both.
template <class T>
struct FluidTerms {
  T gradient;  ///< m F_ij, F < 0 [kg/m^5]; 0 for padding
  T momentum;  ///< (P_i/rho_i^2 + P_j/rho_j^2 + Pi_ij) m F_ij: the target's -acceleration over x_ij
  T approach;  ///< u_ij . x_ij; times `gradient`: drho/dt by continuity
  T diffusion_to_target;  ///< times `gradient`: drho_i/dt by diffusion
  T diffusion_to_source;  ///< times `gradient`: drho_j/dt by diffusion
};

/// With the smoothing kernel, the viscosity Pi_ij and the density diffusion D_ij of its arguments:
/// ```
///     du_i/dt   = - sum_j m (P_i/rho_i^2 + P_j/rho_j^2 + Pi_ij) x_ij F_ij
///     drho_i/dt =   sum_j m (u_ij . x_ij + D_ij) F_ij
/// ```
/// Equation 8 is printed with a minus sign; with F < 0 and u_ij = u_i - u_j, compression raises the
/// density only without it. Equation 9 is printed without the mass m_j of its pressures.
template <class Kernel, class Viscosity, class Diffusion>
struct FluidPair {
  /// Floating-point operations of a pair, distance and sums included; roots and reciprocals
  /// count 3.
  static constexpr double flops = 29 + Kernel::flops + Viscosity::flops + Diffusion::flops;

  /// Whether densities diffuse at all.
  static constexpr bool diffuses = Diffusion::flops > 0;

  /// Smoothing kernels and viscosities are finite where particles coincide, and what they multiply
  /// is 0.
  static constexpr bool vanishes_on_itself = true;

  Kernel kernel;  ///< normalised by the particle mass
  Viscosity viscosity;
  Diffusion diffusion;

  static FluidPair prepare(const WcsphConstants& c) {
    return {Kernel::prepare(c.smoothing_length, c.particle_mass), Viscosity::prepare(c),
            Diffusion::prepare(c)};
  }

  /// @tparam Particle a WcsphParticle, or one that carries more.
  /// @param more what another model adds to the pressure terms [m^5/(kg s^2)]; -0 where none does,
  /// which takes no instruction to add.
  template <class Particle, class T>
  __device__ __forceinline__ FluidTerms<T> terms(const Particle& i, const Particle& j,
                                                 const Pair<T>& pair, T more = T(-0.0f)) const {
    const T approach = approach_of(i, j, pair);
    T gradient = kernel.gradient_factor(Math<T>::square_root(pair.r2));
    gradient = Math<T>::select(pair.included, gradient, T(0.0f));
    const T viscous = viscosity.term(i, j, pair, approach);
    const T momentum = (i.pressure_term + j.pressure_term + more + viscous) * gradient;
    return {gradient, momentum, approach, diffusion.term(i, j), diffusion.term(j, i)};
  }
};

}  // namespace sphlab
