// The largest value of a warp.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Every lane of the warp must call it, and gets it.
template <class T>
__device__ __forceinline__ T warp_maximum(T value) {
  for (unsigned delta = gpu::warp_width / 2; delta > 0; delta /= 2) {
    const T other = gpu::shuffle_xor(value, delta);
    value = other > value ? other : value;
  }
  return value;
}

}  // namespace sphlab
