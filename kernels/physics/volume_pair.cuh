// What two particles of one fluid do to each other: paper A, equations 10 and 11.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// The terms of a pair of fluid particles. Those along a vector are opposite for the two of them.
template <class T>
struct VolumeTerms {
  T gradient;    ///< m F_ij, F < 0 [kg/m^5]; 0 for padding
  T momentum;    ///< (P_i + P_j) / (rho_i rho_j) m F_ij: the target's -acceleration over x_ij
  T friction;    ///< 2 mu / (rho_i rho_j) m F_ij: the target's acceleration over u_ij
  T ux, uy, uz;  ///< u_ij [m/s]
  T density_of_target;  ///< times `gradient`: drho_i/dt
  T density_of_source;  ///< times `gradient`: drho_j/dt
};

/// With the smoothing kernel, the viscosity (morris_viscosity.cuh) and the density diffusion D_ij
/// of its arguments:
/// ```
///     du_i/dt   = - sum_j m ((P_i + P_j) / (rho_i rho_j) x_ij - 2 mu / (rho_i rho_j) u_ij) F_ij
///     drho_i/dt =   sum_j m (rho_i/rho_j (u_ij . x_ij) + D_ij) F_ij
/// ```
/// Sources are weighted by their volume, where FluidPair weights them by their mass: of equal
/// densities, pressures and continuity are the same by both. Equations 10 and 11 are printed with a
/// minus before the first, as equation 8 is (fluid_pair.cuh), and without the mass m_j in the
/// second; of its viscous term see morris_viscosity.cuh. What two fluids do:
/// wcsph_two_fluids/formulation.cuh.
template <class Kernel, class Viscosity, class Diffusion>
struct VolumePair {
  /// Counted as those of FluidPair.
  static constexpr double flops = 42 + Kernel::flops + Viscosity::flops + Diffusion::flops;

  /// Smoothing kernels and viscosities are finite where particles coincide, and what they multiply
  /// is 0.
  static constexpr bool vanishes_on_itself = true;

  Kernel kernel;  ///< normalised by the particle mass
  Viscosity viscosity;
  Diffusion diffusion;

  static VolumePair prepare(const WcsphConstants& c) {
    return {Kernel::prepare(c.smoothing_length, c.particle_mass), Viscosity::prepare(c),
            Diffusion::prepare(c)};
  }

  template <class T>
  __device__ __forceinline__ VolumeTerms<T> terms(const WcsphParticle<T>& i,
                                                  const WcsphParticle<T>& j,
                                                  const Pair<T>& pair) const {
    const T approach = approach_of(i, j, pair);
    T gradient = kernel.gradient_factor(Math<T>::square_root(pair.r2));
    gradient = Math<T>::select(pair.included, gradient, T(0.0f));
    const T target_density = T(1.0f) + i.density_excess;  // relative
    const T source_density = T(1.0f) + j.density_excess;
    const T target_volume = Math<T>::reciprocal(target_density);
    const T source_volume = Math<T>::reciprocal(source_density);
    const T ratio = target_density * source_volume;
    const T inverse_ratio = source_density * target_volume;
    // of the particles' P/rho^2
    const T pressures = i.pressure_term * ratio + j.pressure_term * inverse_ratio;
    return {gradient,
            pressures * gradient,
            viscosity.factor(target_volume * source_volume) * gradient,
            i.vx - j.vx,
            i.vy - j.vy,
            i.vz - j.vz,
            ratio * approach + diffusion.term(i, j),
            inverse_ratio * approach + diffusion.term(j, i)};
  }
};

}  // namespace sphlab
