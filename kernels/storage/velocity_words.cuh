// A velocity in 8 bytes: x and y in 21 bits each, z in 22, of a range that all components share.
//
// A reader makes a number between 1 and 2 of the upper 23 bits of a word, by one shift that takes
// the exponent in with them. x is in the upper 21 bits of the first word and y in those of the
// second; z is a sum of both, of which their lower 11 bits are left. The writer knows what stands
// in the two bits below x and y, and what y adds to z: it rounds such that the error is at most
// half a step all the same.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

struct alignas(8) VelocityWords {
  std::uint32_t x_z, y_z;
};

/// Where all components of all velocities are: [low, low + width). A step is width / 2^21, of z
/// half of it [m/s].
struct VelocityRange {
  float low, width;  ///< [m/s]; width > 0

  /// What lies between two components and somewhat more: ends are multiples of a power of two, a
  /// sixteenth of the width at least, so that the range is most often that of a moment before, and
  /// depends on the components alone.
  __device__ static __forceinline__ VelocityRange around(float least, float most) {
    const float size = 0.0625f * (most - least) + 1e-6f * (fabsf(least) + fabsf(most)) + 1e-20f;
    const float unit = __uint_as_float((__float_as_uint(size) + 0x7fffffu) & 0x7f800000u);
    const float low = unit * floorf(least / unit - 0.05f);
    return {low, unit * ceilf(most / unit + 0.05f) - low};
  }

  /// Whether it has room to round a component: not where that, or an end, is no number.
  __device__ __forceinline__ bool holds(float component) const {
    const float edge = 1e-3f * width;
    return component > low + edge && component < low + width - edge;
  }
  __device__ __forceinline__ bool holds(const float4& velocity) const {
    return holds(velocity.x) && holds(velocity.y) && holds(velocity.z);
  }

  /// @param velocity that it holds
  __device__ __forceinline__ VelocityWords words(const float4& velocity) const {
    const std::uint32_t z = (steps(velocity.z) + (1u << 9)) >> 10;
    const std::uint32_t y_z = upper(steps(velocity.y), z & lower_bits);
    const std::uint32_t of_y = y_z >> 11;
    return {upper(steps(velocity.x), ((z >> 11) - of_y) & lower_bits), y_z};
  }

  /// A component c as 1 + (c - low) / width. Differences of them, times the width, are those of
  /// velocities.
  __device__ static __forceinline__ float3 units(VelocityWords words) {
    return make_float3(unit(words.x_z), unit(words.y_z),
                       unit((words.x_z << 21) + (words.y_z << 10)));
  }

 private:
  static constexpr std::uint32_t lower_bits = (1u << 11) - 1;

  /// How far into it a component is, in units of width / 2^32.
  __device__ __forceinline__ std::uint32_t steps(float component) const {
    return static_cast<std::uint32_t>((component - low) * (4294967296.0f / width));
  }
  /// The word nearest to `steps`, as unit() reads it, whose lower 11 bits are `lower`.
  __device__ static __forceinline__ std::uint32_t upper(std::uint32_t steps, std::uint32_t lower) {
    constexpr std::uint32_t unread = (1u << 9) - 1;
    return ((steps - (lower & ~unread) + (1u << 10)) & ~lower_bits) | lower;
  }
  __device__ static __forceinline__ float unit(std::uint32_t word) {
    constexpr std::uint32_t exponent_of_one = 0x7f;
    return __uint_as_float(__funnelshift_r(word, exponent_of_one, 9));
  }
};

}  // namespace sphlab
