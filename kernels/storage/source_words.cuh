// A weakly compressible source in 16 bytes: 19 bits of each coordinate, 17 of each component of its
// velocity, 20 of its density.
//
// A coordinate is a multiple of a step, of which its word keeps what is left of whole periods: the
// difference of two words is that of the nearest images, wherever the origin is. Velocities and
// densities lie in the range of those of all particles.
//
// - x: 19 bits of x; below them the last bits of velocity y (2), of velocity z (4) and of the
//   density (7).
// - y: 13 bits of velocity z, 19 of y.
// - z: 13 bits of the density, 19 of z.
// - w: 15 bits of velocity y, 17 of velocity x.
//
// What lies in two words is the sum of one word and of the first, shifted such that its last bits
// follow: one instruction. More of the first word is added with them, and other bits follow where a
// number ends. The writer knows them all: it rounds to the nearest number that ends so, and chooses
// the upper bits such that the sum is this number.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"
#include "kernels/storage/velocity_words.cuh"

namespace sphlab {

struct alignas(16) SourceWords {
  std::uint32_t x, y, z, w;
};

/// A source as multiples of 2^-32: coordinates of a period, the others of their range.
struct SourceSteps {
  std::uint32_t x, y, z, ux, uy, uz, density;
};

namespace detail {
/// The number nearest to `value` whose lower `bits` are those of `lower`.
__device__ __forceinline__ std::uint32_t nearest_ending(std::uint32_t value, std::uint32_t lower,
                                                        int bits) {
  const std::uint32_t mask = (1u << bits) - 1;
  const std::uint32_t end = lower & mask;
  return ((value - end + (1u << (bits - 1))) & ~mask) | end;
}
}  // namespace detail

/// Errs by at most half a step of a field, but for what lies behind an end of its range.
__device__ __forceinline__ SourceWords words_of(const SourceSteps& s) {
  using detail::nearest_ending;
  const std::uint32_t y = (s.y + (1u << 12)) >> 13;
  const std::uint32_t z = (s.z + (1u << 12)) >> 13;
  const std::uint32_t ux = (s.ux + (1u << 14)) >> 15;
  // each as it is read, and its last bits, which follow those before it in the word of x
  const std::uint32_t density = nearest_ending(s.density, z, 12);
  std::uint32_t last = (density - z) >> 12 & 127;
  const std::uint32_t behind_uz = y + (last << 8);
  const std::uint32_t uz = nearest_ending(s.uz, behind_uz, 15);
  last |= ((uz - behind_uz) >> 15 & 15) << 7;
  const std::uint32_t behind_uy = ux + (last << 4);
  const std::uint32_t uy = nearest_ending(s.uy, behind_uy, 15);
  last |= ((uy - behind_uy) >> 15 & 3) << 11;
  const std::uint32_t x = nearest_ending(s.x, last, 13);
  return {x, uz - (x << 8), density - (x << 12), uy - (x << 4)};
}

/// What stands before the components of velocities as they are read, so that they are of a unit
/// alike: of a range that is 2^-halvings of the widest. See VelocityExponents.
struct SourceExponents {
  __device__ static __forceinline__ SourceExponents of(const VelocityExponents& e) {
    const std::uint32_t halvings_of_y = (0x40800000 - e.y) >> 23;
    return {0x42800000 - ((0x7f - e.x) << 23), 0x7f - halvings_of_y, e.z};
  }

  std::uint32_t x;     ///< the bits of 64 2^-halvings
  std::uint32_t y, z;  ///< the upper 9 bits of 2^-halvings
};

/// What a gather has of a source, or a target.
struct CompactSource {
  __device__ static __forceinline__ CompactSource of(const SourceWords& words,
                                                     const SourceExponents& exponents) {
    return {words.x,
            words.y << 13,
            words.z << 13,
            __uint_as_float((words.w & ((1u << 17) - 1)) | exponents.x),
            __uint_as_float(__funnelshift_r((words.x << 4) + words.w, exponents.y, 9)),
            __uint_as_float(__funnelshift_r((words.x << 8) + words.y, exponents.z, 9)),
            __uint_as_float(__funnelshift_r((words.x << 12) + words.z, 0x7f, 9))};
  }

  /// A coordinate of the way to `there` from `here`, to its nearest image [2^-32 of a period].
  __device__ static __forceinline__ float way(std::uint32_t here, std::uint32_t there) {
    return static_cast<float>(static_cast<std::int32_t>(there - here));
  }

  std::uint32_t x, y, z;  ///< [2^-32 of a period]
  float ux, uy, uz;       ///< differences of them are those of velocities over the widest range
  float density;          ///< 1 and how far into its range [1]
};

/// Where the density excess of all particles is: of some width at least, of which a step is less
/// than single precision tells of a density.
struct DensityRange {
  static constexpr float least_width = 1.5e-3f;

  float low, width;  ///< of rho/rho0 - 1

  /// As VelocityRange::around(): depends on the densities alone, and seldom changes.
  __device__ static __forceinline__ DensityRange around(float least, float most) {
    const float size = 0.0625f * fmaxf(most - least, least_width);
    const float unit = __uint_as_float((__float_as_uint(size) + 0x7fffffu) & 0x7f800000u);
    const float low = unit * floorf(least / unit - 0.05f);
    return {low, unit * ceilf(most / unit + 0.05f) - low};
  }
  __device__ __forceinline__ bool operator==(const DensityRange& other) const {
    return low == other.low && width == other.width;
  }
};

/// What words are made of.
struct SourceState {
  const float4& position;
  const float4& velocity;  ///< w: density excess
};

/// What words of sources are in.
struct SourceRange {
  VelocityRange velocity;
  DensityRange density;
  double steps;  ///< of a period over its length, 2^32 / period [1/m]

  /// @param source in it
  __device__ __forceinline__ SourceWords words(const SourceState& source) const {
    const float4& r = source.position;
    const float4& u = source.velocity;
    const float3 narrower = velocity.exponents.inverse();
    const float of_one = 4294967296.0f / velocity.width;
    const auto into = [](float from_low, float steps_of_one) {
      return static_cast<std::uint32_t>(from_low * steps_of_one);
    };
    return words_of({coordinate(r.x), coordinate(r.y), coordinate(r.z),
                     into(u.x - velocity.low.x, of_one * narrower.x),
                     into(u.y - velocity.low.y, of_one * narrower.y),
                     into(u.z - velocity.low.z, of_one * narrower.z),
                     into(u.w - density.low, 4294967296.0f / density.width)});
  }
  __device__ __forceinline__ bool operator==(const SourceRange& other) const {
    return velocity == other.velocity && density == other.density && steps == other.steps;
  }

  /// Whether a coordinate [m] is one: so many steps are a 64-bit integer.
  __device__ static __forceinline__ bool has_steps(float coordinate, double steps) {
    return fabs(coordinate * steps) < 4e18;
  }

 private:
  /// In double precision, as an integer: what is left of whole periods is exact far from the
  /// origin, too.
  __device__ __forceinline__ std::uint32_t coordinate(float value) const {
    if (!has_steps(value, steps)) return 0;
    return static_cast<std::uint32_t>(static_cast<long long>(floor(value * steps + 0.5)));
  }
};

}  // namespace sphlab
