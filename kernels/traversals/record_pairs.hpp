// What traversals of a CPU share that take particles record by record.
#pragma once

#include "kernels/storage/particle_records.hpp"

namespace sphlab {

/// Adds the pairs of a target with a group of lanes of sources, which are in one group of types.
/// @param sources [lane_count] of them: their numbers. @param there which of them are sources.
template <class Physics, class Group>
__forceinline__ void add_sources(const ParticleRecords<Physics>& records,
                                 const typename Physics::Coefficients& coefficients,
                                 const typename Physics::template Particle<Lanes>& target,
                                 const std::uint32_t* sources, LanesMask there,
                                 typename Physics::template Sum<Lanes>& sum) {
  const auto source = records.load(sources);
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
