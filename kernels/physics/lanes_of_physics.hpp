// Particles and sums of a physics in SIMD lanes.
#pragma once

#include "kernels/numerics/lane_access.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// The same particle in every lane.
template <template <class> class Fields, class T = Lanes>
Fields<T> broadcast(const Fields<float>& particle) {
  constexpr std::size_t fields = field_count<Fields<float>>;
  const std::array<float, fields> values = fields_of(particle);
  std::array<T, fields> lanes;
  for (std::size_t f = 0; f < fields; ++f) lanes[f] = T(values[f]);
  return std::bit_cast<Fields<T>>(lanes);
}

/// Each number of a Sum over the lanes: summed, or the largest, as the physics says.
/// @tparam T a group of lanes, or a float, of which each number is itself.
template <class Physics, class T = Lanes>
__forceinline__ typename Physics::template Sum<float> sum_lanes(
    const typename Physics::template Sum<T>& sum) {
  using Result = typename Physics::template Sum<float>;
  constexpr std::size_t fields = field_count<Result>;
  const auto lanes = std::bit_cast<std::array<T, fields>>(sum);
  std::array<float, fields> values;
  for (std::size_t f = 0; f < fields; ++f) {
    values[f] = is_maximum<Physics>(f) ? largest_of_lanes(lanes[f]) : sum_of_lanes(lanes[f]);
  }
  return std::bit_cast<Result>(values);
}

}  // namespace sphlab
