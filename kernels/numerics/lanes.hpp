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

#include "kernels/numerics/scalar_math.cuh"

#if defined(__AVX512F__)
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

/// Lane masks: all bits set where true.
using LanesMask [[gnu::vector_size(lane_count * sizeof(std::int32_t))]] = std::int32_t;

/// lane_count floats, element by element.
struct Lanes {
  using Vector [[gnu::vector_size(lane_count * sizeof(float))]] = float;
  Vector v;

  Lanes() = default;
  Lanes(Vector vector) : v(vector) {}
  explicit Lanes(float value) : v(value - Vector{}) {}
  /// Loads lane_count floats from any address.
  static Lanes load(const float* from) {
    Lanes lanes;
    std::memcpy(&lanes.v, from, sizeof lanes.v);
    return lanes;
  }

  Lanes& operator+=(Lanes b) { return *this = {v + b.v}; }
  Lanes& operator-=(Lanes b) { return *this = {v - b.v}; }
  friend Lanes operator+(Lanes a, Lanes b) { return {a.v + b.v}; }
  friend Lanes operator-(Lanes a, Lanes b) { return {a.v - b.v}; }
  friend Lanes operator*(Lanes a, Lanes b) { return {a.v * b.v}; }
  friend LanesMask operator<(Lanes a, Lanes b) { return a.v < b.v; }
};

template <>
struct Math<Lanes> {
  using Mask = LanesMask;
  static Lanes select(Mask condition, Lanes yes, Lanes no) { return {condition ? yes.v : no.v}; }
  static Lanes maximum(Lanes a, Lanes b) { return select(b < a, a, b); }
  static Lanes minimum(Lanes a, Lanes b) { return select(a < b, a, b); }
  static Lanes reciprocal(Lanes x) { return {1.0f / x.v}; }
  /// a - b b, with one rounding where the CPU fuses.
  static Lanes minus_square(Lanes a, Lanes b) {
    Lanes result;
    for (int lane = 0; lane < lane_count; ++lane) {
      result.v[lane] = __builtin_fmaf(-b.v[lane], b.v[lane], a.v[lane]);
    }
    return result;
  }
  static Lanes square_root(Lanes x) {
    Lanes root;
    for (int lane = 0; lane < lane_count; ++lane) root.v[lane] = std::sqrt(x.v[lane]);
    return root;
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
inline float sum_of_lanes(Lanes x) {
  float sum = 0.0f;
  for (int lane = 0; lane < lane_count; ++lane) sum += x.v[lane];
  return sum;
}

/// The largest of the lanes.
inline float largest_of_lanes(Lanes x) {
  float largest = x.v[0];
  for (int lane = 1; lane < lane_count; ++lane) largest = x.v[lane] > largest ? x.v[lane] : largest;
  return largest;
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
