// Molteni and Colagrossi's diffusion of densities.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// 2 delta h c0 (rho_i - rho_j) / rho_j. What a kind of diffusion has: no_diffusion.cuh.
struct MolteniColagrossi {
  static constexpr double flops = 8;

  float diffusion;  ///< 2 delta h c0 [m^2/s]

  static MolteniColagrossi prepare(const WcsphConstants& c) {
    return {2.0f * c.density_diffusion * c.smoothing_length * c.sound_speed};
  }

  template <class Particle>
  __device__ __forceinline__ auto term(const Particle& i, const Particle& j) const {
    using T = decltype(i.density_excess);
    return T(diffusion) * (i.density_excess - j.density_excess) *
           Math<T>::reciprocal(T(1.0f) + j.density_excess);
  }
};

}  // namespace sphlab
