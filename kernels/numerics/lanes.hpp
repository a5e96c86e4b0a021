// A group of SIMD lanes as a number, so that the pair physics of the GPU kernels runs vectorised on
// a CPU.
//
// The compilers' vector extension carries it. libstdc++'s <experimental/simd> would be the library
// for it, but compiled by clang 19 for AVX-512 its masked assignment writes unmasked lanes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/numerics/scalar_math.cuh"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace sphlab {

#if defined(__AVX512F__)
inline constexpr int lane_count = 16;
#elif defined(__AVX__)
inline constexpr int lane_count = 8;
#else
inline constexpr int lane_count = 4;
#endif

namespace detail {
/// As typedefs: GCC 12 drops the attribute of an alias whose size depends on a parameter.
template <int count>
struct LaneVectors {
  typedef float Floats __attribute__((vector_size(count * sizeof(float))));
  typedef std::int32_t Ints __attribute__((vector_size(count * sizeof(std::int32_t))));
};
}  // namespace detail

/// Whole numbers and masks of a group of lanes; of a mask all bits are set where true.
template <int count>
using LaneInts = typename detail::LaneVectors<count>::Ints;

/// So many floats, a power of two, element by element. A group that is wider than the CPU's vectors
/// is computed in several.
template <int count>
struct LaneGroup {
  using Vector = typename detail::LaneVectors<count>::Floats;
  using Mask = LaneInts<count>;
  Vector v;

  LaneGroup() = default;
  LaneGroup(Vector vector) : v(vector) {}
  explicit LaneGroup(float value) : v(value - Vector{}) {}
  /// Loads from any address.
  static LaneGroup load(const float* from) {
    LaneGroup lanes;
    std::memcpy(&lanes.v, from, sizeof lanes.v);
    return lanes;
  }
  /// Stores to any address.
  void store(float* to) const { std::memcpy(to, &v, sizeof v); }

  LaneGroup& operator+=(LaneGroup b) { return *this = {v + b.v}; }
  LaneGroup& operator-=(LaneGroup b) { return *this = {v - b.v}; }
  friend LaneGroup operator+(LaneGroup a, LaneGroup b) { return {a.v + b.v}; }
  friend LaneGroup operator-(LaneGroup a, LaneGroup b) { return {a.v - b.v}; }
  friend LaneGroup operator*(LaneGroup a, LaneGroup b) { return {a.v * b.v}; }
  friend Mask operator<(LaneGroup a, LaneGroup b) { return a.v < b.v; }
};

/// As many as fill a vector of this CPU.
using Lanes = LaneGroup<lane_count>;
using LanesMask = Lanes::Mask;

namespace detail {

/// To 2^-11 at least: each half of a group that is wider than the CPU's vectors by itself. (The
/// masked intrinsics: GCC 12 takes the plain ones' undefined source for a use of it.)
template <int count>
LaneGroup<count> approximate_reciprocal(LaneGroup<count> x) {
#if defined(__AVX512F__)
  if constexpr (count == 16)
    return std::bit_cast<LaneGroup<count>>(_mm512_maskz_rcp14_ps(0xffff, std::bit_cast<__m512>(x)));
#endif
#if defined(__AVX__)
  if constexpr (count == 8)
    return std::bit_cast<LaneGroup<count>>(_mm256_rcp_ps(std::bit_cast<__m256>(x)));
#endif
#if defined(__SSE2__)
  if constexpr (count == 4)
    return std::bit_cast<LaneGroup<count>>(_mm_rcp_ps(std::bit_cast<__m128>(x)));
#endif
  if constexpr (count <= 4) {
    return {1.0f / x.v};
  } else {
    auto halves = std::bit_cast<std::array<LaneGroup<count / 2>, 2>>(x);
    for (LaneGroup<count / 2>& half : halves) half = approximate_reciprocal(half);
    return std::bit_cast<LaneGroup<count>>(halves);
  }
}

/// Likewise, of 1 over the root.
template <int count>
LaneGroup<count> approximate_inverse_root(LaneGroup<count> x) {
#if defined(__AVX512F__)
  if constexpr (count == 16)
    return std::bit_cast<LaneGroup<count>>(
        _mm512_maskz_rsqrt14_ps(0xffff, std::bit_cast<__m512>(x)));
#endif
#if defined(__AVX__)
  if constexpr (count == 8)
    return std::bit_cast<LaneGroup<count>>(_mm256_rsqrt_ps(std::bit_cast<__m256>(x)));
#endif
#if defined(__SSE2__)
  if constexpr (count == 4)
    return std::bit_cast<LaneGroup<count>>(_mm_rsqrt_ps(std::bit_cast<__m128>(x)));
#endif
  if constexpr (count <= 4) {
    for (int lane = 0; lane < count; ++lane) x.v[lane] = 1.0f / std::sqrt(x.v[lane]);
    return x;
  } else {
    auto halves = std::bit_cast<std::array<LaneGroup<count / 2>, 2>>(x);
    for (LaneGroup<count / 2>& half : halves) half = approximate_inverse_root(half);
    return std::bit_cast<LaneGroup<count>>(halves);
  }
}

/// a where b < a, else b: compilers that heed what is not a number compare, and then select.
template <int count>
LaneGroup<count> larger(LaneGroup<count> a, LaneGroup<count> b) {
#if defined(__AVX512F__)
  if constexpr (count == 16)
    return std::bit_cast<LaneGroup<count>>(
        _mm512_maskz_max_ps(0xffff, std::bit_cast<__m512>(a), std::bit_cast<__m512>(b)));
#endif
#if defined(__AVX__)
  if constexpr (count == 8)
    return std::bit_cast<LaneGroup<count>>(
        _mm256_max_ps(std::bit_cast<__m256>(a), std::bit_cast<__m256>(b)));
#endif
  return {b.v < a.v ? a.v : b.v};
}

/// a where a < b, else b.
template <int count>
LaneGroup<count> smaller(LaneGroup<count> a, LaneGroup<count> b) {
#if defined(__AVX512F__)
  if constexpr (count == 16)
    return std::bit_cast<LaneGroup<count>>(
        _mm512_maskz_min_ps(0xffff, std::bit_cast<__m512>(a), std::bit_cast<__m512>(b)));
#endif
#if defined(__AVX__)
  if constexpr (count == 8)
    return std::bit_cast<LaneGroup<count>>(
        _mm256_min_ps(std::bit_cast<__m256>(a), std::bit_cast<__m256>(b)));
#endif
  return {a.v < b.v ? a.v : b.v};
}

}  // namespace detail

template <int count>
struct Math<LaneGroup<count>> {
  using Group = LaneGroup<count>;
  using Mask = typename Group::Mask;
  static Group select(Mask condition, Group yes, Group no) { return {condition ? yes.v : no.v}; }
  /// b where one of them is not a number.
  static Group maximum(Group a, Group b) { return detail::larger(a, b); }
  static Group minimum(Group a, Group b) { return detail::smaller(a, b); }
  static Group magnitude(Group x) {
    const auto sign = Mask{} + std::numeric_limits<std::int32_t>::min();
    return std::bit_cast<Group>(std::bit_cast<Mask>(x) & ~sign);
  }
  /// x <= 1, and 0 where it is less.
  static Group clamped(Group x) { return detail::larger(x, Group(0.0f)); }
  /// 1/x of a normal number to some 2^-22: an approximation and a step of Newton's, which need no
  /// divider. Not a number where x is 0.
  static Group reciprocal(Group x) {
    const Group about = detail::approximate_reciprocal(x);
    return about * (Group(2.0f) - x * about);
  }
  /// a - b b, with one rounding where the CPU fuses.
  static Group minus_square(Group a, Group b) {
    Group result;
    for (int lane = 0; lane < count; ++lane) {
      result.v[lane] = __builtin_fmaf(-b.v[lane], b.v[lane], a.v[lane]);
    }
    return result;
  }
  /// The root of a number that is 0 or normal, to some 2^-22, likewise.
  static Group square_root(Group x) {
    const Group about =
        detail::approximate_inverse_root(maximum(x, Group(std::numeric_limits<float>::min())));
    return x * about * (Group(1.5f) - Group(0.5f) * x * about * about);
  }
};

/// lane_count integers.
using LanesIndex = LanesMask;

/// 0, 1, 2, ...
inline LanesIndex lane_numbers() {
  LanesIndex numbers;
  for (int lane = 0; lane < lane_count; ++lane) numbers[lane] = lane;
  return numbers;
}

/// The first `count` lanes.
inline LanesMask lanes_before(std::uint32_t count) {
  return lane_numbers() < LanesIndex{} + static_cast<std::int32_t>(count);
}

/// A bit for each lane, lane 0 the lowest: whether a is less than b.
inline unsigned lanes_below(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_cmp_ps_mask(std::bit_cast<__m512>(a), std::bit_cast<__m512>(b), _CMP_LT_OQ);
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_ps(
      _mm256_cmp_ps(std::bit_cast<__m256>(a), std::bit_cast<__m256>(b), _CMP_LT_OQ)));
#elif defined(__SSE2__)
  return static_cast<unsigned>(
      _mm_movemask_ps(_mm_cmplt_ps(std::bit_cast<__m128>(a), std::bit_cast<__m128>(b))));
#else
  unsigned bits = 0;
  for (int lane = 0; lane < lane_count; ++lane) bits |= a.v[lane] < b.v[lane] ? 1u << lane : 0u;
  return bits;
#endif
}

namespace detail {

/// For each set of eight lanes, the numbers of those that are set, ascending, a byte each.
inline constexpr auto set_lane_numbers = [] {
  std::array<std::uint64_t, 256> table{};
  for (unsigned set = 0; set < table.size(); ++set) {
    int count = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if (set >> lane & 1) table[set] |= std::uint64_t{lane} << (8 * count++);
    }
  }
  return table;
}();

}  // namespace detail

/// Stores the values whose lane is set, a bit each, next to each other, and returns how many. May
/// write up to lane_count values at `to`.
inline int store_set_lanes(unsigned set, LanesIndex values, void* to) {
#if defined(__AVX512F__)
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(set),
                                                      reinterpret_cast<__m512i>(values)));
#elif defined(__AVX2__)
  const __m256i numbers = _mm256_cvtepu8_epi32(
      _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&detail::set_lane_numbers[set])));
  _mm256_storeu_si256(static_cast<__m256i*>(to),
                      _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(values), numbers));
#else
  int count = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    const std::int32_t value = values[lane];
    std::memcpy(static_cast<char*>(to) + sizeof value * static_cast<std::size_t>(count), &value,
                sizeof value);
    count += static_cast<int>(set >> lane & 1);
  }
#endif
  return __builtin_popcount(set);
}

/// from[at[lane]] for every lane.
inline Lanes gather(const float* from, LanesIndex at) {
#if defined(__AVX512F__)
  // the masked form: GCC 12 takes the plain one's undefined source for a use of it
  return {reinterpret_cast<Lanes::Vector>(_mm512_mask_i32gather_ps(
      _mm512_setzero_ps(), 0xffff, reinterpret_cast<__m512i>(at), from, sizeof(float)))};
#else
  Lanes lanes;
  for (int lane = 0; lane < lane_count; ++lane) lanes.v[lane] = from[at[lane]];
  return lanes;
#endif
}

namespace detail {
/// Halves a group again and again: lane by lane, each would wait for the one before.
template <int count, class Merge>
__forceinline__ float merge_lanes(LaneGroup<count> x, Merge&& merge) {
  if constexpr (count > 4) {
    const auto halves = std::bit_cast<std::array<LaneGroup<count / 2>, 2>>(x);
    return merge_lanes(merge(halves[0], halves[1]), merge);
  } else {
    x = merge(x, LaneGroup<4>{__builtin_shufflevector(x.v, x.v, 2, 3, 0, 1)});
    x = merge(x, LaneGroup<4>{__builtin_shufflevector(x.v, x.v, 1, 0, 3, 2)});
    return x.v[0];
  }
}
}  // namespace detail

/// Sum over the lanes.
template <int count>
float sum_of_lanes(LaneGroup<count> x) {
  return detail::merge_lanes(x, [](auto a, auto b) { return a + b; });
}
inline float sum_of_lanes(float x) {
  return x;
}

/// The largest of the lanes.
template <int count>
float largest_of_lanes(LaneGroup<count> x) {
  return detail::merge_lanes(x, [](auto a, auto b) { return detail::larger(a, b); });
}
inline float largest_of_lanes(float x) {
  return x;
}

/// Number of scalars in an aggregate of equal scalars, such as a physics' Particle<float>.
template <class Aggregate>
inline constexpr std::size_t field_count = sizeof(Aggregate) / sizeof(float);

/// The fields of such an aggregate as an array, and back.
template <class Aggregate>
std::array<float, field_count<Aggregate>> fields_of(const Aggregate& aggregate) {
  return std::bit_cast<std::array<float, field_count<Aggregate>>>(aggregate);
}

}  // namespace sphlab
