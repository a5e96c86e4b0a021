// How a pair physics behaves beyond the influence radius: what a list must know that holds pairs
// out of reach, since it has a skin, or its particles have moved.
#pragma once

#include "kernels/physics/pair.cuh"
#include "kernels/physics/pass.hpp"
#include "kernels/strategy/constants.hpp"

namespace sphlab {

/// Whether a pair beyond the influence radius contributes nothing, to rounding. Of a physics that
/// does not declare it, such a list is read WithinRadius.
template <class Physics>
inline constexpr bool has_compact_support = [] {
  if constexpr (requires { Physics::has_compact_support; }) return Physics::has_compact_support;
  return false;
}();

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

  template <class Group, class Source, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Source& target,
                                               const Source& source, Pair<T> pair) {
    pair.included = pair.included & (pair.r2 < T(c.radius2));
    return Physics::template terms<Group>(c.inner, target, source, pair);
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
/// and a motion there is no test. Returns what use() returns.
template <class Physics, class Use>
int reading_list(const PairArguments& arguments, Use&& use) {
  const auto& constants = constants_of<typename Physics::Constants>(arguments.constants);
  if constexpr (!has_compact_support<Physics>) {
    using Trimmed = WithinRadius<Physics>;
    if (arguments.moves || arguments.list_radius > arguments.influence_radius)
      return use(Trimmed{}, Trimmed::prepare(constants, arguments.influence_radius));
  }
  return use(Physics{}, Physics::prepare(constants));
}

}  // namespace sphlab
