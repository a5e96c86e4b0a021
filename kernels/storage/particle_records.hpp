// All numbers of a particle in one record, for traversals of the CPU that take particles from
// wherever they lie: a lane's is loaded as a whole, and those of all lanes are transposed.
#pragma once

#include <utility>

#include "kernels/numerics/lane_access.hpp"
#include "kernels/numerics/lane_quads.hpp"
#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/physics/pass.hpp"

namespace sphlab {

/// In memory that is not owned, all zero at first: records of Particle, in the order of the cells.
template <class Physics>
class ParticleRecords {
 public:
  template <class T>
  using Particle = typename Physics::template Particle<T>;

  /// Floats of a record: whole vectors of four.
  static constexpr std::size_t width = (field_count<Particle<float>> + 3) / 4 * 4;

  static constexpr std::size_t floats(std::size_t particles) { return width * padded(particles); }

  explicit ParticleRecords(float* memory) : memory_(memory) {}

  /// Copies particles [first, last) of a state.
  void fill(const PairArguments& a, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t i = first; i < last; ++i) {
      const auto particle = sphlab::load<Physics>(a, i);
      std::memcpy(memory_ + width * i, &particle, sizeof particle);
    }
  }

  /// One particle in every lane.
  Particle<Lanes> broadcast_of(std::uint32_t i) const {
    Particle<float> particle;
    std::memcpy(&particle, memory_ + width * i, sizeof particle);
    return broadcast<Physics::template Particle>(particle);
  }
  /// lane_count of them.
  __forceinline__ Particle<Lanes> load(const std::uint32_t* numbers) const {
    std::array<Lanes, width> values;
    load_transposed<width>(memory_, numbers, values.data());
    return particle_of(values, std::make_index_sequence<field_count<Particle<float>>>{});
  }

 private:
  /// One by one: an array that is cast into a Particle, GCC 12 writes to memory first.
  template <std::size_t... f>
  static __forceinline__ Particle<Lanes> particle_of(const std::array<Lanes, width>& values,
                                                     std::index_sequence<f...>) {
    return {values[f]...};
  }

  float* memory_;
};

}  // namespace sphlab
