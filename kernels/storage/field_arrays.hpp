// The particles of a pass field by field, and sums of theirs likewise, so that a group of SIMD
// lanes is one load of consecutive particles: without a gather, and with the sums of both particles
// of a pair in vectors.
#pragma once

#include <cstring>
#include <utility>

#include "kernels/numerics/lane_access.hpp"
#include "kernels/physics/pass.hpp"
#include "kernels/physics/separate.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/launches.hpp"

namespace sphlab {

/// In memory that is not owned, all zero at first: the fields of Particle, as the physics has it
/// for separate arrays, the coordinates x, y, z first; the type masks; and `copies` sets of the
/// fields of Sum. All arrays are of particles in the order of the cells.
template <class Physics>
class FieldArrays {
 public:
  template <class T>
  using Particle = typename SeparateOf<Physics>::template Particle<T>;
  template <class T>
  using Sum = typename Physics::template Sum<T>;
  static constexpr std::size_t particle_fields = field_count<Particle<float>>;
  static constexpr std::size_t sum_fields = field_count<Sum<float>>;

  static constexpr std::size_t bytes(std::size_t particles, int copies) {
    return padded(particles) * sizeof(float) *
           (particle_fields + 1 + static_cast<std::size_t>(copies) * sum_fields);
  }

  /// @param memory at a multiple of 64 bytes.
  FieldArrays(void* memory, std::size_t particles)
      : stride_(padded(particles)), memory_(static_cast<float*>(memory)) {}

  /// Spreads particles [first, last) of a state.
  void fill(const PairArguments& a, const typename Physics::Coefficients& coefficients,
            std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const auto values = fields_of(load_derived<SeparateOf<Physics>>(coefficients, a.state, i));
      for (std::size_t f = 0; f < particle_fields; ++f) field(f)[i] = values[f];
    }
  }
  void fill_types(const PairArguments& a, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i)
      types()[i] = static_cast<std::int32_t>(mask_of(type_of(a, i)));
  }

  std::int32_t* types() const {
    return reinterpret_cast<std::int32_t*>(memory_ + stride_ * particle_fields);
  }

  TypeMask type(std::uint32_t i) const { return static_cast<TypeMask>(types()[i]); }

  /// One field of particles [i, i + lanes of T).
  template <class T>
  T field(std::size_t number, std::uint32_t i) const {
    return LaneAccess<T>::load(field(number) + i);
  }
  /// All of theirs.
  template <class T>
  Particle<T> load(std::uint32_t i) const {
    return load<T>(i, std::make_index_sequence<particle_fields>{});
  }

  /// The first array of a set of sums; the others follow, stride() apart.
  float* sums(int copy) const {
    return memory_ + stride_ * (particle_fields + 1 + static_cast<std::size_t>(copy) * sum_fields);
  }
  std::size_t stride() const { return stride_; }

  void clear_sums(int copy, std::uint32_t first, std::uint32_t last) {
    for (std::size_t f = 0; f < sum_fields; ++f)
      std::fill(sums(copy) + f * stride_ + first, sums(copy) + f * stride_ + last, 0.0f);
  }
  /// Adds to number f of a Sum, or keeps the larger of two where the physics has a maximum there.
  static void merge(std::size_t f, float& to, float from) {
    to = is_maximum<Physics>(f) ? std::max(to, from) : to + from;
  }
  /// Adds the sums of a copy to those of copy 0.
  void merge_sums(int copy, std::uint32_t first, std::uint32_t last) {
    for (std::size_t f = 0; f < sum_fields; ++f) {
      float* to = sums(0) + f * stride_;
      const float* from = sums(copy) + f * stride_;
      for (std::uint32_t i = first; i < last; ++i) merge(f, to[i], from[i]);
    }
  }
  Sum<float> sum(std::uint32_t i) const {
    std::array<float, sum_fields> values;
    for (std::size_t f = 0; f < sum_fields; ++f) values[f] = sums(0)[f * stride_ + i];
    return std::bit_cast<Sum<float>>(values);
  }

 private:
  /// One by one: an array that is cast into a Particle, GCC 12 writes to memory first.
  template <class T, std::size_t... f>
  Particle<T> load(std::uint32_t i, std::index_sequence<f...>) const {
    return {field<T>(f, i)...};
  }

  float* field(std::size_t number) const { return memory_ + stride_ * number; }

  std::size_t stride_;
  float* memory_;
};

}  // namespace sphlab
