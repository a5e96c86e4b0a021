// A velocity in 8 bytes: x and y in 21 bits each, z in 22, of a range that all components share.
//
// A reader makes a float of each component by putting an exponent before its bits, in one
// instruction: x is in the upper bits of the first word and is shifted, y in the lower ones of the
// second and is masked. z lies between them, so that a shift of both words, which is one
// instruction, too, has it in its upper bits. Of what follows x and z in their words, a bit or two
// are read with them. The writer knows what stands there, and rounds such that the error is at most
// half a step all the same.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// The exponents that units() puts before a component. A kernel takes them as a parameter: where
/// nvcc 13.0 knows a constant, it moves it into a register for every pair anew.
struct VelocityExponents {
  std::uint32_t of_one = 0x7f;  ///< the upper 9 bits of a float in [1, 2)
  std::uint32_t four = 0x40800000;
};

struct alignas(8) VelocityWords {
  std::uint32_t x_z;  ///< x, and the upper 11 bits of z
  std::uint32_t z_y;  ///< the lower 11 bits of z, and y
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

  __device__ __forceinline__ bool operator==(const VelocityRange& other) const {
    return low == other.low && width == other.width;
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
    const std::uint32_t y = (steps(velocity.y) + (1u << 10)) >> 11;
    const std::uint32_t read_with_z = y >> 20 << 9;
    const std::uint32_t z = (steps(velocity.z) - read_with_z + (1u << 9)) >> 10;
    return {upper(steps(velocity.x), z >> 11), z << 21 | y};
  }

  /// What units() adds to each component.
  static constexpr float begin_x = 1, begin_y = 4, begin_z = 1;

  /// A component c as (c - low) / width, and what it begins with. Differences of them, times the
  /// width, are those of velocities.
  __device__ static __forceinline__ float3 units(VelocityWords words,
                                                 const VelocityExponents& exponents) {
    constexpr std::uint32_t y_bits = (1u << 21) - 1;
    const std::uint32_t z_and_more = __funnelshift_l(words.z_y, words.x_z, 21);
    return make_float3(__uint_as_float(__funnelshift_r(words.x_z, exponents.of_one, 9)),
                       __uint_as_float((words.z_y & y_bits) | exponents.four),
                       __uint_as_float(__funnelshift_r(z_and_more, exponents.of_one, 9)));
  }

 private:
  static constexpr std::uint32_t lower_bits = (1u << 11) - 1;

  /// How far into it a component is, in units of width / 2^32.
  __device__ __forceinline__ std::uint32_t steps(float component) const {
    return static_cast<std::uint32_t>((component - low) * (4294967296.0f / width));
  }
  /// The word nearest to `steps`, as units() reads it, whose lower 11 bits are `lower`.
  __device__ static __forceinline__ std::uint32_t upper(std::uint32_t steps, std::uint32_t lower) {
    constexpr std::uint32_t unread = (1u << 9) - 1;
    return ((steps - (lower & ~unread) + (1u << 10)) & ~lower_bits) | lower;
  }
};

}  // namespace sphlab
