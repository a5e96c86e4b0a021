// All numbers of a particle in one record, for traversals of the CPU that take particles from
// wherever they lie: a lane's is loaded as a whole, and those of all lanes are transposed.
#pragma once

#include <utility>

#include "kernels/neighbours/lane_sources.hpp"
#include "kernels/numerics/lane_access.hpp"
#include "kernels/numerics/lane_quads.hpp"
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
  void load(const PairArguments& a, std::uint32_t first, std::uint32_t last) const {
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
  __forceinline__ Particle<Lanes> particles(const std::uint32_t* numbers) const {
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

/// Adds the pairs of a target with a group of lanes of sources, which are in one group of types.
/// @param sources [lane_count] of them: their numbers. @param there which of them are sources.
template <class Physics, class Group>
__forceinline__ void add_sources(const ParticleRecords<Physics>& records,
                                 const typename Physics::Coefficients& coefficients,
                                 const typename Physics::template Particle<Lanes>& target,
                                 const std::uint32_t* sources, LanesMask there,
                                 typename Physics::template Sum<Lanes>& sum) {
  const auto source = records.particles(sources);
  const Pair<Lanes> pair =
      make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z, there);
  add_one_sided<Physics, Group>(coefficients, target, source, pair, sum);
}

/// Types of the sources that change what is stored of a target.
template <class Physics>
TypeMask acting_on(ParticleType target) {
  if constexpr (requires { Physics::sources_of(target); }) return Physics::sources_of(target);
  return all_types;
}

/// Computes and stores particle i of a pass.
/// @param add_group a template of one group of types, which adds its sources: called with the
/// number of the group, the target in every lane and the sum, of each group that acts on the
/// target.
template <class Physics, class AddGroup>
void compute_target(const PassArguments<Physics>& a,
                    const typename Physics::Coefficients& coefficients,
                    const ParticleRecords<Physics>& records, std::uint32_t i,
                    AddGroup&& add_group) {
  const ParticleType type = type_of(a, i);
  if ((mask_of(type) & Physics::targets) == 0) {
    Physics::store_nothing(a, i);
    return;
  }
  const auto target = records.broadcast_of(i);
  const TypeMask acting = acting_on<Physics>(type);
  typename Physics::template Sum<Lanes> sum{};
  [&]<class... Groups>(TypeList<Groups...>) {
    std::size_t number = 0;
    ((acting & Groups::mask ? add_group.template operator()<Groups>(number, target, sum) : void(),
      ++number),
     ...);
  }(typename Physics::Groups{});
  Physics::store(coefficients, a, i, sum_lanes<Physics>(sum));
}

}  // namespace sphlab
