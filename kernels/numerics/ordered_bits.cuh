// Floats as integers that order like them, of which the device has an atomic maximum.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Bits that order like the number, and are above 0. Those of a NaN are above, or below, those of
/// all numbers.
__device__ __forceinline__ std::uint32_t ordered_bits(float value) {
  const std::uint32_t bits = __float_as_uint(value);
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// The number of such bits.
__device__ __forceinline__ float float_of(std::uint32_t ordered) {
  return __uint_as_float((ordered & 0x80000000u) != 0 ? ordered & 0x7fffffffu : ~ordered);
}

}  // namespace sphlab
