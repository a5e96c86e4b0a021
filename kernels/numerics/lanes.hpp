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

}  // namespace detail

template <int count>
struct Math<LaneGroup<count>> {
  using Group = LaneGroup<count>;
  using Mask = typename Group::Mask;
  static Group select(Mask condition, Group yes, Group no) { return {condition ? yes.v : no.v}; }
  static Group maximum(Group a, Group b) { return select(b < a, a, b); }
  static Group minimum(Group a, Group b) { return select(a < b, a, b); }
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

/// Stores the values whose lane is set next to each other, and returns how many. May write up to
/// lane_count values at `to`.
inline int store_set_lanes(LanesMask mask, LanesIndex values, std::int32_t* to) {
#if defined(__AVX512F__)
  const __mmask16 set =
      _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(set, reinterpret_cast<__m512i>(values)));
  return __builtin_popcount(set);
#else
  int count = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    to[count] = values[lane];
    count += mask[lane] != 0 ? 1 : 0;
  }
  return count;
#endif
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

/// Sum over the lanes.
template <int count>
float sum_of_lanes(LaneGroup<count> x) {
  float sum = 0.0f;
  for (int lane = 0; lane < count; ++lane) sum += x.v[lane];
  return sum;
}
inline float sum_of_lanes(float x) {
  return x;
}

/// The largest of the lanes.
template <int count>
float largest_of_lanes(LaneGroup<count> x) {
  float largest = x.v[0];
  for (int lane = 1; lane < count; ++lane) largest = x.v[lane] > largest ? x.v[lane] : largest;
  return largest;
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
