// A velocity in 8 bytes: x and y in 21 bits each, z in 22.
//
// x stands in the upper bits of the first word and y in those of the second; z is what is left of
// both. A reader makes a float between 1 and 2 of the upper 23 bits of a word, whatever the lowest
// two of them are: a shift, an addition, and one multiply-add that scales. The writer knows what
// will stand in those two bits, and rounds such that the error is at most half a step all the same.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

struct alignas(8) VelocityWords {
  std::uint32_t x_z, y_z;
};

/// One component in [low, low + width). A step is width / 2^21, or 2^22 [m/s].
struct VelocityRange {
  float low, width;  ///< [m/s]; width > 0

  /// A little more than what lies between two velocities, so that all are far enough inside to be
  /// rounded.
  __device__ static __forceinline__ VelocityRange between(float least, float most) {
    const float margin = 1e-3f * (most - least) + 1e-6f * (fabsf(least) + fabsf(most)) + 1e-20f;
    return {least - margin, most - least + 2.0f * margin};
  }

  /// How far into it a component is, in units of width / 2^32.
  __device__ __forceinline__ std::uint32_t steps(float component) const {
    return static_cast<std::uint32_t>((component - low) * (4294967296.0f / width));
  }
  /// The component of which the upper 23 bits are those of a word.
  __device__ __forceinline__ float scaled(std::uint32_t word) const {
    return fmaf(__uint_as_float((word >> 9) + 0x3f800000u), width, low - width);
  }
};

/// Components each in a range of its own.
struct VelocityBox {
  VelocityRange x, y, z;

  /// @param velocity inside the box
  __device__ __forceinline__ VelocityWords words(const float4& velocity) const {
    const std::uint32_t of_z = (z.steps(velocity.z) + (1u << 9)) >> 10;
    return {upper(x.steps(velocity.x), of_z >> 11), upper(y.steps(velocity.y), of_z & lower_bits)};
  }

  __device__ __forceinline__ float3 velocity(VelocityWords words) const {
    return make_float3(x.scaled(words.x_z), y.scaled(words.y_z),
                       z.scaled((words.x_z << 21) | (words.y_z << 21 >> 11)));
  }

 private:
  static constexpr std::uint32_t lower_bits = (1u << 11) - 1;

  /// The word nearest to `steps`, as scaled() reads it, whose lower 11 bits are those of z.
  __device__ static __forceinline__ std::uint32_t upper(std::uint32_t steps, std::uint32_t of_z) {
    constexpr std::uint32_t unread = (1u << 9) - 1;
    return ((steps - (of_z & ~unread) + (1u << 10)) & ~lower_bits) | of_z;
  }
};

}  // namespace sphlab
