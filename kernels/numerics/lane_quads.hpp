// Records of consecutive floats, one for each SIMD lane, turned into a group of lanes for each
// number: what a gather of every number by itself does with several times the instructions.
#pragma once

#include "kernels/numerics/lanes.hpp"

namespace sphlab {

namespace detail {

/// Four floats of each of the records at[0], at[4], ..., one behind the other.
/// @param from the first of the four in record 0.
template <std::size_t numbers>
__forceinline__ Lanes::Vector load_quads(const float* from, const std::uint32_t* at) {
  const auto quad = [&](int lane) { return from + numbers * at[lane]; };
#if defined(__AVX512F__)
  // the masked form: GCC 12 takes the plain one's undefined source for a use of it
  __m512 quads = _mm512_castps128_ps512(_mm_loadu_ps(quad(0)));
  quads = _mm512_maskz_insertf32x4(0xffff, quads, _mm_loadu_ps(quad(4)), 1);
  quads = _mm512_maskz_insertf32x4(0xffff, quads, _mm_loadu_ps(quad(8)), 2);
  quads = _mm512_maskz_insertf32x4(0xffff, quads, _mm_loadu_ps(quad(12)), 3);
  return std::bit_cast<Lanes::Vector>(quads);
#elif defined(__AVX__)
  return std::bit_cast<Lanes::Vector>(_mm256_insertf128_ps(
      _mm256_castps128_ps256(_mm_loadu_ps(quad(0))), _mm_loadu_ps(quad(4)), 1));
#else
  return Lanes::load(quad(0)).v;
#endif
}

/// Of each four lanes, element k of the result is a's where k is even and b's where it is odd, from
/// their elements `first` and first + 1.
template <int first, int... k>
Lanes::Vector interleave(Lanes::Vector a, Lanes::Vector b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, b, (k % 2 * lane_count + k / 4 * 4 + k % 4 / 2 + first)...);
}
/// Of each four lanes, elements `first` and first + 1 of a, and then those of b.
template <int first, int... k>
Lanes::Vector join(Lanes::Vector a, Lanes::Vector b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(a, b, (k % 4 / 2 * lane_count + k / 4 * 4 + k % 2 + first)...);
}

/// Transposes each four lanes of four rows.
__forceinline__ void transpose_quads(const std::array<Lanes::Vector, 4>& rows, Lanes* to) {
  constexpr std::make_integer_sequence<int, lane_count> all{};
  const Lanes::Vector low01 = interleave<0>(rows[0], rows[1], all);
  const Lanes::Vector low23 = interleave<0>(rows[2], rows[3], all);
  const Lanes::Vector high01 = interleave<2>(rows[0], rows[1], all);
  const Lanes::Vector high23 = interleave<2>(rows[2], rows[3], all);
  to[0] = {join<0>(low01, low23, all)};
  to[1] = {join<2>(low01, low23, all)};
  to[2] = {join<0>(high01, high23, all)};
  to[3] = {join<2>(high01, high23, all)};
}

#if defined(__AVX512F__)
/// The same of records of eight numbers, which are loaded whole: half the loads, and fewer to be
/// put together.
__forceinline__ void load_octets(const float* from, const std::uint32_t* at, Lanes* to) {
  const auto pair = [&](int lane) {
    const __m512 first = _mm512_castps256_ps512(_mm256_loadu_ps(from + 8 * std::size_t{at[lane]}));
    return std::bit_cast<Lanes::Vector>(_mm512_maskz_insertf32x8(
        0xffff, first, _mm256_loadu_ps(from + 8 * std::size_t{at[lane + 4]}), 1));
  };
  std::array<Lanes, 4> low, high;  // each: a number of four records, the number four behind it, ...
  transpose_quads({pair(0), pair(1), pair(2), pair(3)}, low.data());
  transpose_quads({pair(8), pair(9), pair(10), pair(11)}, high.data());
  for (int k = 0; k < 4; ++k) {
    to[k] = {__builtin_shufflevector(low[k].v, high[k].v, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19,
                                     24, 25, 26, 27)};
    to[k + 4] = {__builtin_shufflevector(low[k].v, high[k].v, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21,
                                         22, 23, 28, 29, 30, 31)};
  }
}
#endif

}  // namespace detail

/// Number k of record at[lane], for every lane, as to[k]. All of a record is loaded before the
/// next: more places than there are registers would be kept in those of the vectors.
/// @tparam numbers of a record, a multiple of four. @param from record 0.
template <std::size_t numbers>
__forceinline__ void load_transposed(const float* from, const std::uint32_t* at, Lanes* to) {
#if defined(__AVX512F__)
  if constexpr (numbers == 8) return detail::load_octets(from, at, to);
#endif
  std::array<std::array<Lanes::Vector, 4>, numbers / 4> rows;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t quad = 0; quad < numbers / 4; ++quad)
      rows[quad][row] = detail::load_quads<numbers>(from + 4 * quad, at + row);
  }
  for (std::size_t quad = 0; quad < numbers / 4; ++quad)
    detail::transpose_quads(rows[quad], to + 4 * quad);
}

}  // namespace sphlab
