// Monaghan's artificial viscosity.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/derived_particle.cuh"

namespace sphlab {

/// Of particles that approach each other, with c_ij and rho_ij the means of the pair:
/// ```
///     Pi_ij = - alpha c_ij h (u_ij . x_ij) / (rho_ij (r^2 + 0.01 h^2))
/// ```
/// and 0 of all others. What a kind of viscosity has: no_viscosity.cuh; this one also tells at
/// which rate a pair approaches.
struct ArtificialViscosity {
  static constexpr double flops = 19;

  float viscosity;  ///< alpha h c0 / rho0 [m^4/(kg s)]
  float softening;  ///< 0.01 h^2 [m^2]

  static ArtificialViscosity prepare(const WcsphConstants& c) {
    const float h = c.smoothing_length;
    return {c.artificial_viscosity * h * c.sound_speed / c.rest_density, 0.01f * h * h};
  }

  template <class Particle, class T>
  __device__ __forceinline__ T term(const Particle& i, const Particle& j, const Pair<T>& pair,
                                    T approach) const {
    // mean sound speed over mean density, both relative: the halves of the two means cancel
    const T sound_speeds = relative_sound_speed_of(i) + relative_sound_speed_of(j);
    const T densities = T(2.0f) + i.density_excess + j.density_excess;
    return T(-viscosity) * Math<T>::minimum(approach, T(0.0f)) * sound_speeds *
           Math<T>::reciprocal((pair.r2 + T(softening)) * densities);
  }

  /// u_ij . x_ij / (r^2 + 0.01 h^2) [1/s]. Written with the reciprocal of term(), which is computed
  /// once where a pair has both.
  template <class T>
  __device__ __forceinline__ T approach_rate(const WcsphParticle<T>& i, const WcsphParticle<T>& j,
                                             const Pair<T>& pair, T approach) const {
    const T densities = T(2.0f) + i.density_excess + j.density_excess;
    return approach * densities * Math<T>::reciprocal((pair.r2 + T(softening)) * densities);
  }
};

}  // namespace sphlab
