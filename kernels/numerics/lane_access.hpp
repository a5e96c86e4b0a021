// What a loop over arrays needs of a number beside its arithmetic, so that one source serves a
// float, a lane at a time, and any LaneGroup.
#pragma once

#include "kernels/abi/strategy.hpp"
#include "kernels/numerics/lanes.hpp"

namespace sphlab {

namespace detail {

/// A bit for each lane, lane 0 the lowest: whether it is set.
template <int count>
unsigned set_lanes(LaneInts<count> mask) {
#if defined(__AVX512F__)
  if constexpr (count == 16)
    return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask));
#endif
#if defined(__AVX__)
  if constexpr (count == 8)
    return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
#endif
#if defined(__SSE2__)
  if constexpr (count == 4)
    return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#endif
  if constexpr (count <= 4) {
    unsigned bits = 0;
    for (int lane = 0; lane < count; ++lane) bits |= mask[lane] != 0 ? 1u << lane : 0u;
    return bits;
  } else {
    const auto halves = std::bit_cast<std::array<LaneInts<count / 2>, 2>>(mask);
    return set_lanes<count / 2>(halves[0]) | set_lanes<count / 2>(halves[1]) << (count / 2);
  }
}

}  // namespace detail

/// Floats of a cache line: arrays begin at a multiple of them.
inline constexpr std::size_t line_floats = 16;
inline constexpr std::size_t most_lanes = 16;

/// Room for an array of `count` floats of which groups of lanes are read that begin below `count`.
constexpr std::size_t padded(std::size_t count) {
  return (count + most_lanes - 1 + line_floats - 1) / line_floats * line_floats;
}

/// Arrays of floats and of whole numbers, so many entries at a time. Addresses need no alignment.
/// Masks are those of Math<T>.
template <class T>
struct LaneAccess;

template <>
struct LaneAccess<float> {
  static constexpr int count = 1;
  using Ints = std::int32_t;
  static float load(const float* from) { return *from; }
  static void store(float x, float* to) { *to = x; }
  static float load_set(bool set, const float* from) { return set ? *from : 0.0f; }
  static void store_set(bool set, float x, float* to) {
    if (set) *to = x;
  }
  static Ints load(const std::int32_t* from) { return *from; }
  /// first, first + 1, ...
  static Ints numbers(std::int32_t first) { return first; }
  static bool any(bool mask) { return mask; }
};

template <int lanes>
struct LaneAccess<LaneGroup<lanes>> {
  static constexpr int count = lanes;
  using Group = LaneGroup<lanes>;
  using Ints = LaneInts<lanes>;
  using Mask = typename Group::Mask;

  static Group load(const float* from) { return Group::load(from); }
  static void store(Group x, float* to) { x.store(to); }

  /// Those lanes that are set, zero in the others, whose memory is not read.
  static Group load_set(Mask set, const float* from) {
#if defined(__AVX512F__)
    if constexpr (lanes == 16) {
      return {reinterpret_cast<typename Group::Vector>(
          _mm512_maskz_loadu_ps(static_cast<__mmask16>(detail::set_lanes<16>(set)), from))};
    }
#endif
#if defined(__AVX512VL__)
    if constexpr (lanes == 8) {
      return {reinterpret_cast<typename Group::Vector>(
          _mm256_maskz_loadu_ps(static_cast<__mmask8>(detail::set_lanes<8>(set)), from))};
    } else if constexpr (lanes == 4) {
      return {reinterpret_cast<typename Group::Vector>(
          _mm_maskz_loadu_ps(static_cast<__mmask8>(detail::set_lanes<4>(set)), from))};
    }
#elif defined(__AVX__)
    if constexpr (lanes == 8) {
      return {reinterpret_cast<typename Group::Vector>(
          _mm256_maskload_ps(from, reinterpret_cast<__m256i>(set)))};
    } else if constexpr (lanes == 4) {
      return {reinterpret_cast<typename Group::Vector>(
          _mm_maskload_ps(from, reinterpret_cast<__m128i>(set)))};
    }
#endif
    Group x(0.0f);
    for (int lane = 0; lane < lanes; ++lane) {
      if (set[lane] != 0) x.v[lane] = from[lane];
    }
    return x;
  }

  /// Those lanes that are set; the memory of the others is not written, another thread's may be
  /// there.
  static void store_set(Mask set, Group x, float* to) {
#if defined(__AVX512F__)
    if constexpr (lanes == 16) {
      _mm512_mask_storeu_ps(to, static_cast<__mmask16>(detail::set_lanes<16>(set)),
                            reinterpret_cast<__m512>(x.v));
      return;
    }
#endif
#if defined(__AVX512VL__)
    if constexpr (lanes == 8) {
      _mm256_mask_storeu_ps(to, static_cast<__mmask8>(detail::set_lanes<8>(set)),
                            reinterpret_cast<__m256>(x.v));
      return;
    } else if constexpr (lanes == 4) {
      _mm_mask_storeu_ps(to, static_cast<__mmask8>(detail::set_lanes<4>(set)),
                         reinterpret_cast<__m128>(x.v));
      return;
    }
#elif defined(__AVX__)
    if constexpr (lanes == 8) {
      _mm256_maskstore_ps(to, reinterpret_cast<__m256i>(set), reinterpret_cast<__m256>(x.v));
      return;
    } else if constexpr (lanes == 4) {
      _mm_maskstore_ps(to, reinterpret_cast<__m128i>(set), reinterpret_cast<__m128>(x.v));
      return;
    }
#endif
    for (int lane = 0; lane < lanes; ++lane) {
      if (set[lane] != 0) to[lane] = x.v[lane];
    }
  }

  static Ints load(const std::int32_t* from) {
    Ints ints;
    std::memcpy(&ints, from, sizeof ints);
    return ints;
  }

  /// first, first + 1, ...
  static Ints numbers(std::int32_t first) {
    Ints numbers;
    for (int lane = 0; lane < lanes; ++lane) numbers[lane] = lane;
    return numbers + first;
  }

  /// A bit for each lane, lane 0 the lowest.
  static unsigned bits(Mask mask) {
    return detail::set_lanes<lanes>(mask);
  }
  static bool any(Mask mask) {
    return bits(mask) != 0;
  }
};

/// Returns use(number) with a LaneGroup of 8 or 16; tuning_unknown for another count. Both are
/// instantiated.
template <class Use>
int with_wide_lanes(std::uint32_t lanes, Use&& use) {
  switch (lanes) {
    case 8:
      return use(LaneGroup<8>{});
    case 16:
      return use(LaneGroup<16>{});
    default:
      return tuning_unknown;
  }
}

/// Likewise, with a float for 1 and a LaneGroup of 4 as well.
template <class Use>
int with_lanes(std::uint32_t lanes, Use&& use) {
  switch (lanes) {
    case 1:
      return use(float{});
    case 4:
      return use(LaneGroup<4>{});
    default:
      return with_wide_lanes(lanes, use);
  }
}

/// Those counts, as tuning parameters. Of sixteen lanes more are masked than of eight.
inline constexpr std::uint32_t lane_counts[] = {1, 4, 8, 16};
inline constexpr std::uint32_t wide_lane_counts[] = {8, 16};
inline constexpr TuningParameter lanes_parameter = {"lanes", lane_counts, 4, 8};
inline constexpr TuningParameter wide_lanes_parameter = {"lanes", wide_lane_counts, 2, 8};

}  // namespace sphlab
