// How a pair physics behaves beyond the influence radius: what a list with a skin must know, since
// it holds pairs that are out of reach.
#pragma once

#include "kernels/physics/pair.cuh"
#include "kernels/physics/pass.hpp"
#include "kernels/strategy/constants.hpp"

namespace sphlab {

/// Whether add() contributes nothing, to rounding, for a pair beyond the influence radius. A
/// physics that has this specialises it beside its definition; of any other, a list with a skin is
/// read WithinRadius.
template <class Physics>
inline constexpr bool has_compact_support = false;

/// A pair physics, pairs beyond the influence radius left out.
template <class Physics>
struct WithinRadius : Physics {
  struct Coefficients {
    typename Physics::Coefficients inner;
    float radius2;  ///< [m^2]
  };

  static Coefficients prepare(const typename Physics::Constants& constants, float radius) {
    return {Physics::prepare(constants), radius * radius};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add(const Coefficients& c,
                                             const typename Physics::template Particle<T>& target,
                                             const typename Physics::template Particle<T>& source,
                                             Pair<T> pair, typename Physics::template Sum<T>& sum) {
    pair.included = pair.included & (pair.r2 < T(c.radius2));
    Physics::template add<Group>(c.inner, target, source, pair, sum);
  }
  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const PassArguments<Physics>& arguments,
                                               std::uint32_t i,
                                               const typename Physics::template Sum<float>& sum) {
    Physics::store(c.inner, arguments, i, sum);
  }
  __device__ static __forceinline__ void store_more(
      const Coefficients& c, const PassArguments<Physics>& arguments, std::uint32_t i,
      const typename Physics::template Sum<float>& sum) {
    Physics::store_more(c.inner, arguments, i, sum);
  }
};

/// Calls use(physics, coefficients) with the physics that a traversal of the list has to compute,
/// as an object without members: WithinRadius where pairs out of reach would count. Without a skin
/// there is no test. Returns what use() returns.
template <class Physics, class Use>
int reading_list(const PairArguments& arguments, Use&& use) {
  const auto& constants = constants_of<typename Physics::Constants>(arguments.constants);
  if constexpr (!has_compact_support<Physics>) {
    using Trimmed = WithinRadius<Physics>;
    if (arguments.list_radius > arguments.influence_radius)
      return use(Trimmed{}, Trimmed::prepare(constants, arguments.influence_radius));
  }
  return use(Physics{}, Physics::prepare(constants));
}

}  // namespace sphlab
