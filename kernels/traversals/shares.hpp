// What a pair that is computed once gives to each of its particles, by the groups that they are in.
#pragma once

#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

/// Whether the two particles of a pair can take both their shares at once. Each target must be in a
/// group, which says how it acts on the other.
template <class Physics>
inline constexpr bool is_symmetric = [] {
  if constexpr (requires { Physics::reciprocal; })
    return Physics::reciprocal && (Physics::targets & ~source_types<Physics>) == 0 &&
           tests_distance<Physics> && !is_repeated<Physics>;
  return false;
}();

/// Whether particles of a group, as sources, are targets, too.
template <class Physics, class Group>
inline constexpr bool is_target_group = (Group::mask & Physics::targets) != 0;

/// Whether a source of one group changes what is stored of any target of another: where the physics
/// says so (sources_of), and else always.
template <class Physics, class TargetGroup, class Group>
inline constexpr bool takes_share = [] {
  constexpr TypeMask targets = TargetGroup::mask & Physics::targets;
  if constexpr (requires { Physics::sources_of(ParticleType::fluid); }) {
    TypeMask sources = 0;
    for (std::uint32_t type = 0; type < particle_type_count; ++type) {
      if (targets & mask_of(static_cast<ParticleType>(type)))
        sources |= Physics::sources_of(static_cast<ParticleType>(type));
    }
    return (sources & Group::mask) != 0;
  }
  return targets != 0;
}();

/// What of a pair is computed.
enum class Sides { both, target_alone };

/// Adds the share of each particle of a pair that takes one.
/// @tparam Group that the target is in. @tparam SourceGroup that the source is in.
template <class Physics, class Group, class SourceGroup, Sides sides, class T>
__forceinline__ void add_shares(const typename Physics::Coefficients& coefficients,
                                const typename Physics::template Particle<T>& target,
                                const typename Physics::template Particle<T>& source,
                                const Pair<T>& pair, typename Physics::template Sum<T>& target_sum,
                                typename Physics::template Sum<T>& source_sum) {
  constexpr bool acts = takes_share<Physics, Group, SourceGroup>;
  constexpr bool reacts = sides == Sides::both && takes_share<Physics, SourceGroup, Group>;
  if constexpr (acts && reacts) {
    add_both_sides<Physics, SourceGroup, Group>(coefficients, target, source, pair, target_sum,
                                                source_sum);
  } else if constexpr (acts) {
    add_one_sided<Physics, SourceGroup>(coefficients, target, source, pair, target_sum);
  } else if constexpr (reacts) {
    const T zero(0.0f);
    const Pair<T> opposite{zero - pair.x, zero - pair.y, zero - pair.z, pair.r2, pair.included};
    add_one_sided<Physics, Group>(coefficients, source, target, opposite, source_sum);
  }
}

}  // namespace sphlab
