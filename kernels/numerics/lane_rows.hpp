// Rows of four floats, one a particle, into SIMD lanes and back, by transposition in registers.
//
// A group of lanes takes the row of each of its particles in one load of 16 bytes, where a gather
// takes a load for each number; and adds to the rows likewise, where a scatter takes a store for
// each number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/lanes.hpp"

namespace sphlab {

/// Four numbers of so many particles: a group of lanes for each number.
template <int lanes>
using FourFields = std::array<LaneGroup<lanes>, 4>;

/// Rows are told by their number times this: a load or a store finds one without arithmetic of its
/// own, since rows of 8 and of 16 floats are what an x86 address scales a place to.
inline constexpr std::int32_t place_unit = 8;

namespace detail {

template <int count>
using Floats = typename LaneVectors<count>::Floats;

template <int count, int... lane>
__forceinline__ FourFields<count> transpose(const FourFields<count>& rows,
                                            std::integer_sequence<int, lane...>) {
  const auto& [a, b, c, d] = rows;
  const auto low_ab =
      __builtin_shufflevector(a.v, b.v, (lane / 4 * 4 + lane % 4 / 2 + lane % 2 * count)...);
  const auto high_ab =
      __builtin_shufflevector(a.v, b.v, (lane / 4 * 4 + lane % 4 / 2 + lane % 2 * count + 2)...);
  const auto low_cd =
      __builtin_shufflevector(c.v, d.v, (lane / 4 * 4 + lane % 4 / 2 + lane % 2 * count)...);
  const auto high_cd =
      __builtin_shufflevector(c.v, d.v, (lane / 4 * 4 + lane % 4 / 2 + lane % 2 * count + 2)...);
  return {
      {{__builtin_shufflevector(low_ab, low_cd, (lane % 4 < 2 ? lane : lane - 2 + count)...)},
       {__builtin_shufflevector(low_ab, low_cd, (lane % 4 < 2 ? lane + 2 : lane + count)...)},
       {__builtin_shufflevector(high_ab, high_cd, (lane % 4 < 2 ? lane : lane - 2 + count)...)},
       {__builtin_shufflevector(high_ab, high_cd, (lane % 4 < 2 ? lane + 2 : lane + count)...)}}};
}

/// The first of the numbers of a row of `width` floats.
template <std::size_t width, class Float>
__forceinline__ Float* row(Float* rows, std::int32_t place) {
  static_assert(width % static_cast<std::size_t>(place_unit) == 0);
  return rows + static_cast<std::size_t>(static_cast<std::uint32_t>(place)) *
                    (width / static_cast<std::size_t>(place_unit));
}

/// The rows of places at[0], at[4], at[8], ... one behind the other.
template <int count, std::size_t width, int... lane>
__forceinline__ Floats<count> load_rows(const float* from, const std::int32_t* at,
                                        std::integer_sequence<int, lane...>) {
  if constexpr (count == 4) {
    Floats<4> four;
    std::memcpy(&four, row<width>(from, *at), sizeof four);
    return four;
  } else {
    constexpr std::make_integer_sequence<int, count / 2> half;
    const Floats<count / 2> low = load_rows<count / 2, width>(from, at, half);
    const Floats<count / 2> high = load_rows<count / 2, width>(from, at + count / 2, half);
    return __builtin_shufflevector(low, high, lane...);
  }
}

template <int count, int... lane>
__forceinline__ Floats<count / 2> lower_half(Floats<count> x, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x, x, lane...);
}
template <int count, int... lane>
__forceinline__ Floats<count / 2> upper_half(Floats<count> x, std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(x, x, (lane + count / 2)...);
}

}  // namespace detail

/// Of each four neighbouring lanes the 4 x 4 numbers, transposed: its own inverse.
template <int lanes>
__forceinline__ FourFields<lanes> transpose(const FourFields<lanes>& rows) {
  return detail::transpose<lanes>(rows, std::make_integer_sequence<int, lanes>{});
}

/// The first four numbers behind `from` of the row of every lane.
/// @param at `lanes` places. @tparam width of a row, a multiple of place_unit floats.
template <int lanes, std::size_t width>
__forceinline__ FourFields<lanes> load_four(const float* from, const std::int32_t* at) {
  constexpr std::make_integer_sequence<int, lanes> all;
  return transpose<lanes>({{{detail::load_rows<lanes, width>(from, at, all)},
                            {detail::load_rows<lanes, width>(from, at + 1, all)},
                            {detail::load_rows<lanes, width>(from, at + 2, all)},
                            {detail::load_rows<lanes, width>(from, at + 3, all)}}});
}

/// How the four numbers of a row are merged with others: added, or the larger of the two kept.
template <bool... is_maximum>
struct RowMerge {
  static_assert(sizeof...(is_maximum) == 4);

  template <int count>
  __forceinline__ static detail::Floats<count> merge(detail::Floats<count> a,
                                                     detail::Floats<count> b) {
    return choose<count>(a, b, std::make_integer_sequence<int, count>{});
  }

 private:
  static constexpr bool keeps[4] = {is_maximum...};

  template <int count, int... lane>
  __forceinline__ static detail::Floats<count> choose(detail::Floats<count> a,
                                                      detail::Floats<count> b,
                                                      std::integer_sequence<int, lane...>) {
    const detail::Floats<count> sum = a + b;
    if constexpr (!(is_maximum || ...)) {
      return sum;
    } else {
      const detail::Floats<count> larger = b < a ? a : b;
      return __builtin_shufflevector(sum, larger, (keeps[lane % 4] ? lane + count : lane)...);
    }
  }
};

namespace detail {

template <class Merge>
__forceinline__ void merge_row(Floats<4> row, float* to) {
  Floats<4> old;
  std::memcpy(&old, to, sizeof old);
  const Floats<4> merged = Merge::template merge<4>(old, row);
  std::memcpy(to, &merged, sizeof merged);
}

/// The inverse of load_rows(), merging.
template <class Merge, int count, std::size_t width>
__forceinline__ void merge_rows(Floats<count> rows, float* to, const std::int32_t* at) {
  if constexpr (count == 4) {
    merge_row<Merge>(rows, row<width>(to, *at));
  } else {
    constexpr std::make_integer_sequence<int, count / 2> half;
    merge_rows<Merge, count / 2, width>(lower_half<count>(rows, half), to, at);
    merge_rows<Merge, count / 2, width>(upper_half<count>(rows, half), to, at + count / 2);
  }
}

template <class Merge, int count>
__forceinline__ Floats<4> fold(Floats<count> rows) {
  if constexpr (count == 4) {
    return rows;
  } else {
    constexpr std::make_integer_sequence<int, count / 2> half;
    return fold<Merge, count / 2>(Merge::template merge<count / 2>(lower_half<count>(rows, half),
                                                                   upper_half<count>(rows, half)));
  }
}

}  // namespace detail

/// Merges four numbers of every lane with the row of its particle, one lane after the other: a
/// particle may be in several lanes.
/// @tparam Merge a RowMerge. @param at `lanes` places.
template <class Merge, int lanes, std::size_t width>
__forceinline__ void merge_four(const FourFields<lanes>& fields, float* to,
                                const std::int32_t* at) {
  const FourFields<lanes> rows = transpose<lanes>(fields);
  for (std::size_t k = 0; k < 4; ++k)
    detail::merge_rows<Merge, lanes, width>(rows[k].v, to, at + k);
}

/// Merges four numbers of all lanes with one row.
template <class Merge, int lanes>
__forceinline__ void merge_lanes(const FourFields<lanes>& fields, float* to) {
  const auto rows = transpose<lanes>(fields);
  const auto merge = Merge::template merge<lanes>;
  const auto all = merge(merge(rows[0].v, rows[1].v), merge(rows[2].v, rows[3].v));
  detail::merge_row<Merge>(detail::fold<Merge, lanes>(all), to);
}

}  // namespace sphlab
