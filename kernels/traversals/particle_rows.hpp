// The particles of a pass row by row, and their sums likewise: the other way than field by field
// (field_arrays.hpp) to have particles in SIMD lanes, for those that are not next to each other.
#pragma once

#include <algorithm>
#include <array>

#include "kernels/numerics/lane_access.hpp"
#include "kernels/numerics/lane_rows.hpp"
#include "kernels/physics/pass.hpp"
#include "kernels/physics/separate.cuh"
#include "kernels/traversals/field_arrays.hpp"

namespace sphlab {

/// In memory that is not owned, all zero at first: a row of each particle with the fields of
/// Particle, as the physics has it for separate arrays, and its type mask; the coordinates, each in
/// an array; and `copies` sets of rows with the fields of Sum. Rows are filled to a multiple of
/// place_unit. All are of particles in the order of the cells.
template <class Physics>
class ParticleRows {
  using Separate = SeparateOf<Physics>;

 public:
  static constexpr const char* name = "particle-rows";
  template <class T>
  using Particle = typename Separate::template Particle<T>;
  template <class T>
  using Sum = typename Physics::template Sum<T>;

  static constexpr std::size_t bytes(std::size_t particles, int copies) {
    return padded(particles) * sizeof(float) *
           (particle_width + 3 + static_cast<std::size_t>(copies) * sum_width);
  }

  /// @param memory at a multiple of 64 bytes.
  ParticleRows(void* memory, std::size_t particles)
      : stride_(padded(particles)), memory_(static_cast<float*>(memory)) {}

  /// Copies particles [first, last) of a state.
  void load(const PairArguments& a, const typename Physics::Coefficients& coefficients,
            std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const auto values = fields_of(load_derived<Separate>(coefficients, a.state, i));
      std::copy(values.begin(), values.end(), memory_ + i * particle_width);
      for (std::size_t axis = 0; axis < 3; ++axis) coordinate(axis)[i] = values[axis];
    }
  }
  void load_types(const PairArguments& a, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      memory_[i * particle_width + particle_fields] =
          std::bit_cast<float>(mask_of(type_of(a.state.identity[i])));
    }
  }

  /// x, y or z of all particles.
  float* coordinate(std::size_t axis) const { return memory_ + stride_ * (particle_width + axis); }

  /// One particle.
  Particle<float> particle(std::uint32_t i) const {
    std::array<float, particle_fields> values;
    std::copy_n(memory_ + i * particle_width, particle_fields, values.begin());
    return std::bit_cast<Particle<float>>(values);
  }
  TypeMask type(std::uint32_t i) const {
    return std::bit_cast<TypeMask>(memory_[i * particle_width + particle_fields]);
  }
  /// The particles at places at[0], at[1], ..., one a lane, and their types.
  template <class T>
  __forceinline__ Particle<T> particles(const std::int32_t* at,
                                        typename LaneAccess<T>::Ints& types) const {
    const auto fours = load_fours<T>(at, ParticleFours{});
    types = std::bit_cast<typename LaneAccess<T>::Ints>(
        fours[particle_fields / 4][particle_fields % 4]);
    return from_fours<Particle<T>, T>(fours, ParticleFields{});
  }

  /// The first row of a set of sums.
  float* sums(int copy) const {
    return memory_ + stride_ * (particle_width + 3 + static_cast<std::size_t>(copy) * sum_width);
  }
  void clear_sums(int copy, std::uint32_t first, std::uint32_t last) {
    std::fill(sums(copy) + first * sum_width, sums(copy) + last * sum_width, 0.0f);
  }
  /// Merges a Sum of each lane with that of the particle at place at[lane].
  template <class T>
  __forceinline__ static void merge(const Sum<T>& sum, float* sums, const std::int32_t* at) {
    each_four<T>(sum, [&]<std::size_t k>(std::integral_constant<std::size_t, k>, const auto& four) {
      merge_four<Merge<k>, lanes_of<T>, sum_width>(four, sums + 4 * k, at);
    });
  }
  /// Merges the Sums of all lanes with that of particle i.
  template <class T>
  __forceinline__ static void merge(const Sum<T>& sum, float* sums, std::uint32_t i) {
    each_four<T>(sum, [&]<std::size_t k>(std::integral_constant<std::size_t, k>, const auto& four) {
      merge_lanes<Merge<k>, lanes_of<T>>(four, sums + i * sum_width + 4 * k);
    });
  }
  /// Adds the sums of a copy to those of copy 0.
  void merge_sums(int copy, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) merge_row(copy, i, SumFours{});
  }
  Sum<float> sum(std::uint32_t i) const {
    std::array<float, sum_fields> values;
    std::copy_n(sums(0) + i * sum_width, sum_fields, values.begin());
    return std::bit_cast<Sum<float>>(values);
  }

 private:
  static constexpr std::size_t particle_fields = field_count<Particle<float>>;
  static constexpr std::size_t sum_fields = field_count<Sum<float>>;
  /// Floats of a row, and how many fours of them hold anything.
  static constexpr std::size_t width_of(std::size_t fields) {
    constexpr std::size_t unit = place_unit;
    return (fields + unit - 1) / unit * unit;
  }
  static constexpr std::size_t fours_of(std::size_t fields) { return (fields + 3) / 4; }
  static constexpr std::size_t particle_width = width_of(particle_fields + 1);
  static constexpr std::size_t sum_width = width_of(sum_fields);

  using ParticleFields = std::make_index_sequence<particle_fields>;
  using ParticleFours = std::make_index_sequence<fours_of(particle_fields + 1)>;
  using SumFours = std::make_index_sequence<fours_of(sum_fields)>;
  template <class T>
  static constexpr int lanes_of = LaneAccess<T>::count;

  /// Of numbers 4 k to 4 k + 3 of a Sum.
  template <std::size_t k>
  using Merge = RowMerge<is_maximum<Physics>(4 * k), is_maximum<Physics>(4 * k + 1),
                         is_maximum<Physics>(4 * k + 2), is_maximum<Physics>(4 * k + 3)>;

  template <class T, std::size_t... k>
  __forceinline__ std::array<FourFields<lanes_of<T>>, sizeof...(k)> load_fours(
      const std::int32_t* at, std::index_sequence<k...>) const {
    return {load_four<lanes_of<T>, particle_width>(memory_ + 4 * k, at)...};
  }
  /// One by one: an array that is cast into a Particle, GCC 12 writes to memory first.
  template <class Aggregate, class T, std::size_t count, std::size_t... f>
  __forceinline__ static Aggregate from_fours(
      const std::array<FourFields<lanes_of<T>>, count>& fours, std::index_sequence<f...>) {
    return {fours[f / 4][f % 4]...};
  }

  /// Calls use(k, numbers 4 k to 4 k + 3 of a Sum), which are zero beyond its last.
  template <class T, class Use>
  __forceinline__ static void each_four(const Sum<T>& sum, Use&& use) {
    const auto values = std::bit_cast<std::array<T, sum_fields>>(sum);
    each_four_of<T>(values, use, SumFours{});
  }
  template <class T, class Use, std::size_t... k>
  __forceinline__ static void each_four_of(const std::array<T, sum_fields>& values, Use& use,
                                           std::index_sequence<k...>) {
    (use(std::integral_constant<std::size_t, k>{},
         FourFields<lanes_of<T>>{number<4 * k>(values), number<4 * k + 1>(values),
                                 number<4 * k + 2>(values), number<4 * k + 3>(values)}),
     ...);
  }
  template <std::size_t f, class T>
  static T number(const std::array<T, sum_fields>& values) {
    if constexpr (f < sum_fields) {
      return values[f];
    } else {
      return T(0.0f);
    }
  }

  template <std::size_t... k>
  void merge_row(int copy, std::uint32_t i, std::index_sequence<k...>) {
    (merge_four_of<k>(sums(copy) + i * sum_width + 4 * k, sums(0) + i * sum_width + 4 * k), ...);
  }
  template <std::size_t k>
  static void merge_four_of(const float* from, float* to) {
    detail::Floats<4> row;
    std::memcpy(&row, from, sizeof row);
    detail::merge_row<Merge<k>>(row, to);
  }

  std::size_t stride_;
  float* memory_;
};

}  // namespace sphlab
