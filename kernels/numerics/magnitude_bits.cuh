// Magnitudes as integers, of which the device has an atomic maximum.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// The bits of a magnitude, which order like the float; those of a NaN lie above infinity, so that
/// a NaN survives the maximum instead of vanishing in it.
__device__ __forceinline__ std::uint32_t bits_of_magnitude(float value) {
  return __float_as_uint(value) & 0x7fffffffu;
}

}  // namespace sphlab
