// What two particles of one fluid do to each other: paper A, equations 8 and 9, with artificial
// viscosity in place of the viscous term, and Molteni and Colagrossi's density diffusion.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/physics/cole.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// What a pair of weakly compressible particles needs of each.
template <class T>
struct WcsphParticle {
  T x, y, z, pressure_term;      ///< position [m], P/rho^2
  T vx, vy, vz, density_excess;  ///< velocity [m/s], s = rho/rho0 - 1
};

__device__ __forceinline__ WcsphParticle<float> load_wcsph_particle(const ParticleView& view,
                                                                    std::uint32_t i,
                                                                    float4 position) {
  const float4 velocity = view.velocity[i];
  return {position.x, position.y, position.z, position.w,
          velocity.x, velocity.y, velocity.z, velocity.w};
}

/// u_ij . x_ij [m^2/s]: negative where the pair approaches.
template <class T>
__device__ __forceinline__ T approach_of(const WcsphParticle<T>& i, const WcsphParticle<T>& j,
                                         const Pair<T>& pair) {
  return (i.vx - j.vx) * pair.x + (i.vy - j.vy) * pair.y + (i.vz - j.vz) * pair.z;
}

/// The terms of one source in the sums of a target.
template <class T>
struct FluidTerms {
  T gradient;  ///< m F_ij, F < 0 [kg/m^5]; 0 for padding
  T momentum;  ///< (P_i/rho_i^2 + P_j/rho_j^2 + Pi_ij) m F_ij: the target's -acceleration over x_ij
  T approach;  ///< u_ij . x_ij; times `gradient`: drho_i/dt by continuity
  T diffusion;  ///< 2 delta h c0 (rho_i - rho_j) / rho_j; times `gradient`: drho_i/dt by diffusion
};

/// du_i/dt    = - sum_j m (P_i/rho_i^2 + P_j/rho_j^2 + Pi_ij) x_ij F_ij
/// drho_i/dt  =   sum_j m (u_ij . x_ij) F_ij + 2 delta h c0 sum_j (rho_i - rho_j) F_ij m / rho_j
/// Pi_ij      = - alpha c_ij h (u_ij . x_ij) / (rho_ij (r^2 + 0.01 h^2)) for approaching particles,
/// else 0 with c_ij and rho_ij the means of the pair. Equation 8 is printed with a minus sign; with
/// F < 0 and u_ij = u_i - u_j, compression raises the density only without it.
struct FluidPair {
  WendlandC2 kernel;          ///< normalised by the particle mass
  float viscosity;            ///< alpha h c0 / rho0 [m^4/(kg s)]
  float viscosity_softening;  ///< 0.01 h^2 [m^2]
  float diffusion;            ///< 2 delta h c0 [m^2/s]

  static FluidPair prepare(const WcsphConstants& c) {
    const float h = c.smoothing_length;
    return {WendlandC2::prepare(h, c.particle_mass),
            c.artificial_viscosity * h * c.sound_speed / c.rest_density, 0.01f * h * h,
            2.0f * c.density_diffusion * h * c.sound_speed};
  }

  template <class T>
  __device__ __forceinline__ FluidTerms<T> terms(const WcsphParticle<T>& i,
                                                 const WcsphParticle<T>& j,
                                                 const Pair<T>& pair) const {
    const T approach = approach_of(i, j, pair);
    T gradient = kernel.gradient_factor(Math<T>::square_root(pair.r2));
    gradient = Math<T>::select(pair.included, gradient, T(0.0f));

    // mean sound speed over mean density, both relative: the halves of the two means cancel
    const T sound_speeds =
        Cole::relative_sound_speed(i.density_excess) + Cole::relative_sound_speed(j.density_excess);
    const T densities = T(2.0f) + i.density_excess + j.density_excess;
    const T viscous = T(-viscosity) * Math<T>::minimum(approach, T(0.0f)) * sound_speeds *
                      Math<T>::reciprocal((pair.r2 + T(viscosity_softening)) * densities);

    const T momentum = (i.pressure_term + j.pressure_term + viscous) * gradient;
    const T diffusive = T(diffusion) * (i.density_excess - j.density_excess) *
                        Math<T>::reciprocal(T(1.0f) + j.density_excess);
    return {gradient, momentum, approach, diffusive};
  }
};

}  // namespace sphlab
