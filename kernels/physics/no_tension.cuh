// No tensile correction, the simplest kind.
//
// A kind of tensile correction is a type with
//   flops                  floating-point operations per pair; roots and reciprocals count 3
//   prepare(WcsphConstants)  -> itself, on the host
//   term(kernel, i, j, distance)
//                          -> [m^5/(kg s^2)], added to the pressure terms of the pair; the same
//                          with i and j exchanged
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

struct NoTension {
  static constexpr double flops = 0;

  static NoTension prepare(const WcsphConstants&) { return {}; }

  template <class Kernel, class T>
  __device__ __forceinline__ T term(const Kernel&, const WcsphParticle<T>&, const WcsphParticle<T>&,
                                    T) const {
    return T(-0.0f);  // to add it takes no instruction
  }
};

}  // namespace sphlab
