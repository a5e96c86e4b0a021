// No diffusion of densities, the simplest kind.
//
// A kind of density diffusion is a type with
//   flops                      floating-point operations per pair; roots and reciprocals count 3
//   prepare(WcsphConstants)    -> itself, on the host
//   term(i, j)                 -> what i receives from j, times m F_ij: its drho/dt [m^2/s]
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

struct NoDiffusion {
  static constexpr double flops = 0;

  static NoDiffusion prepare(const WcsphConstants&) { return {}; }

  template <class T>
  __device__ __forceinline__ T term(const WcsphParticle<T>&, const WcsphParticle<T>&) const {
    return T(0.0f);
  }
};

}  // namespace sphlab
