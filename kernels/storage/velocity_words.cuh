// A velocity in 8 bytes: x and y in 21 bits each, z in 22, of the range in which each component of
// all velocities lies. Those of a flow along one axis have narrow ranges along the others: a range
// is the widest one's, or a half, a quarter, ... of that, whose bits mean as much less.
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

/// What units() puts before a component: of a range that is 2^-halvings of the widest.
struct VelocityExponents {
  /// The upper 9 bits of 2^-halvings.
  __device__ static __forceinline__ std::uint32_t of_one(std::uint32_t halvings) {
    return 0x7f - halvings;
  }
  /// The bits of 4 2^-halvings.
  __device__ static __forceinline__ std::uint32_t of_four(std::uint32_t halvings) {
    return 0x40800000 - (halvings << 23);
  }
  /// 2^halvings of each component.
  __device__ __forceinline__ float3 inverse() const {
    return make_float3(__uint_as_float((0xfe - x) << 23), __uint_as_float(0x80000000 - y),
                       __uint_as_float((0xfe - z) << 23));
  }
  __device__ __forceinline__ bool operator==(const VelocityExponents& other) const {
    return x == other.x && y == other.y && z == other.z;
  }

  std::uint32_t x, z;  ///< of_one()
  std::uint32_t y;     ///< of_four()
};

struct alignas(8) VelocityWords {
  std::uint32_t x_z;  ///< x, and the upper 11 bits of z
  std::uint32_t z_y;  ///< the lower 11 bits of z, and y
};

/// The least and the largest of each component [m/s].
struct VelocityEnds {
  float3 least, most;
};

/// Where each component of all velocities is. A step of it is width / 2^21, of z half of it, and
/// 2^-halvings of that where all of a component are in so small a part of the width [m/s].
struct VelocityRange {
  float3 low;
  float width;  ///< of the widest component; > 0
  VelocityExponents exponents;

  /// What lies between two ends and somewhat more: ends are multiples of a power of two, a
  /// sixteenth of the width at least, so that the range is most often that of a moment before, and
  /// depends on the components alone.
  __device__ static __forceinline__ VelocityRange around(const VelocityEnds& ends) {
    const float3& least = ends.least;
    const float3& most = ends.most;
    const float size =
        fmaxf(fmaxf(size_of(least.x, most.x), size_of(least.y, most.y)), size_of(least.z, most.z));
    const float unit = __uint_as_float((__float_as_uint(size) + 0x7fffffu) & 0x7f800000u);
    const float3 low = {low_of(least.x, unit), low_of(least.y, unit), low_of(least.z, unit)};
    const float3 width = {high_of(most.x, unit) - low.x, high_of(most.y, unit) - low.y,
                          high_of(most.z, unit) - low.z};
    const float widest = fmaxf(fmaxf(width.x, width.y), width.z);
    return {low,
            widest,
            {VelocityExponents::of_one(halvings(width.x, widest)),
             VelocityExponents::of_one(halvings(width.z, widest)),
             VelocityExponents::of_four(halvings(width.y, widest))}};
  }

  __device__ __forceinline__ bool operator==(const VelocityRange& other) const {
    return low.x == other.low.x && low.y == other.low.y && low.z == other.low.z &&
           width == other.width && exponents == other.exponents;
  }

  /// @param velocity in it
  __device__ __forceinline__ VelocityWords words(const float4& velocity) const {
    const float3 narrower = exponents.inverse();
    const float steps_of_one = 4294967296.0f / width;
    const std::uint32_t from_y = steps(velocity.y - low.y, steps_of_one * narrower.y);
    const std::uint32_t from_z = steps(velocity.z - low.z, steps_of_one * narrower.z);
    const std::uint32_t y = (from_y + (1u << 10)) >> 11;
    const std::uint32_t read_with_z = y >> 20 << 9;
    const std::uint32_t z = (from_z - read_with_z + (1u << 9)) >> 10;
    return {upper(steps(velocity.x - low.x, steps_of_one * narrower.x), z >> 11), z << 21 | y};
  }

  /// A component c as (c - low) / width, and the power of two that its exponent is of. Differences
  /// of them, times the width, are those of velocities.
  __device__ static __forceinline__ float3 units(VelocityWords words,
                                                 const VelocityExponents& exponents) {
    constexpr std::uint32_t y_bits = (1u << 21) - 1;
    const std::uint32_t z_and_more = __funnelshift_l(words.z_y, words.x_z, 21);
    return make_float3(__uint_as_float(__funnelshift_r(words.x_z, exponents.x, 9)),
                       __uint_as_float((words.z_y & y_bits) | exponents.y),
                       __uint_as_float(__funnelshift_r(z_and_more, exponents.z, 9)));
  }

 private:
  static constexpr std::uint32_t lower_bits = (1u << 11) - 1;

  __device__ static __forceinline__ float size_of(float least, float most) {
    return 0.0625f * (most - least) + 1e-6f * (fabsf(least) + fabsf(most)) + 1e-20f;
  }
  __device__ static __forceinline__ float low_of(float least, float unit) {
    return unit * floorf(least / unit - 0.05f);
  }
  __device__ static __forceinline__ float high_of(float most, float unit) {
    return unit * ceilf(most / unit + 0.05f);
  }
  /// How often the widest can be halved and still be as wide: of ranges of whole units, of which
  /// the widest has less than 32, never more often. Ends that are no numbers are no other case.
  __device__ static __forceinline__ std::uint32_t halvings(float width, float widest) {
    constexpr std::uint32_t most = 4;
    std::uint32_t count = 0;
    for (float half = 0.5f * widest; count < most && half >= width; half *= 0.5f) ++count;
    return count;
  }
  /// How far into its range a component is, in units of that range / 2^32.
  __device__ static __forceinline__ std::uint32_t steps(float from_low, float steps_of_one) {
    return static_cast<std::uint32_t>(from_low * steps_of_one);
  }
  /// The word nearest to `steps`, as units() reads it, whose lower 11 bits are `lower`.
  __device__ static __forceinline__ std::uint32_t upper(std::uint32_t steps, std::uint32_t lower) {
    constexpr std::uint32_t unread = (1u << 9) - 1;
    return ((steps - (lower & ~unread) + (1u << 10)) & ~lower_bits) | lower;
  }
};

}  // namespace sphlab
