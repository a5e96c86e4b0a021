// What a pair of weakly compressible particles needs of each.
#pragma once

#include "kernels/abi/particle_view.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

template <class T>
struct WcsphParticle {
  T x, y, z, pressure_term;      ///< position [m], P/rho^2
  T vx, vy, vz, density_excess;  ///< velocity [m/s], s = rho/rho0 - 1
};

__device__ __forceinline__ WcsphParticle<float> load_wcsph_particle(const ParticleView& view,
                                                                    std::uint32_t i,
                                                                    float4 position) {
  const float4 v = velocity(view, i);
  return {position.x, position.y, position.z, position.w, v.x, v.y, v.z, v.w};
}

/// u_ij . x_ij [m^2/s]: negative where the pair approaches.
template <class T>
__device__ __forceinline__ T approach_of(const WcsphParticle<T>& i, const WcsphParticle<T>& j,
                                         const Pair<T>& pair) {
  return (i.vx - j.vx) * pair.x + (i.vy - j.vy) * pair.y + (i.vz - j.vz) * pair.z;
}

}  // namespace sphlab
