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

  template <class Particle>
  __device__ __forceinline__ auto term(const Particle& i, const Particle&) const {
    return decltype(i.density_excess)(0.0f);
  }
};

}  // namespace sphlab
