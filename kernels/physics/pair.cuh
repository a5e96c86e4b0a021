// What a traversal hands to a pair physics.
//
// A pair physics is a type with
//   name                         its name in a record
//   Constants, Coefficients      plain data of the harness, and what is precomputed from it at
//                                launch
//   prepare(Constants)           -> Coefficients, on the host
//   targets                      TypeMask of the particles for which sums are formed
//   Groups                       TypeList of SourceTypes<...>: which sources are treated alike, in
//                                order
//   Particle<T>                  what of a particle a pair needs, in registers or staged: numbers
//                                only
//   Sum<T>                       what a target accumulates, beginning with zeros
//   maxima                       how many of its numbers, the last ones, are no sums but maxima: 0
//                                where it is left out
//   load(view, i, position)      -> Particle<float>; the traversal has loaded the position already.
//                                view is a PassView, or a ParticleView where that is enough
//   terms<Group>(coefficients, target, source, pair)
//                                -> what the pair contributes, of a type of the physics' own, which
//                                may depend on the source's Group; nothing where the pair is not
//                                included
//   add_to_target<Group>(terms, pair, sum)    the target's share of them; Group is the source's
//   reciprocal                   true where the source's share is defined as well, and then
//   add_to_source<Group>(terms, pair, sum)    the source's share; Group is the target's, which acts
//                                on the source: the same as with the two of them exchanged
//   store(coefficients, arguments, i, sum), store_nothing(arguments, i)   result of a target,
//                                according to its type; of any other particle
//   store_more(coefficients, arguments, i, sum)    adds to a result; where there are several groups
//   vanishes_on_itself<Group>    true where the terms of a particle of Group and itself are finite
//                                and add nothing: padding need not be told apart; false where it is
//                                left out
//   flops_per_pair, bytes_per_source, bytes_per_target
//   flops_of_pair(Constants)     what is declared in place of the first, where constants state it:
//                                the first is what traversals decide by when they are compiled
//   has_compact_support          true where terms() are nothing, to rounding, beyond the influence
//                                radius, see support.cuh
// and, where particles move (see kernels/integrators),
//   Matter                       the equations of state of its types, see matter.cuh
//   has_body                     whether bodies with a prescribed motion may be among them
// and, where traversals are to keep fluid and boundary apart
// (kernels/traversals/cells/interactions.cuh),
//   sources_of(type)             TypeMask of the sources that change what is stored of a target
//   separate_arrays              how many numbers of Particle each of the arrays holds that a
//                                traversal may keep them in, in their order: {3, ...}, x, y, z
//                                first
//   Separate                     the same physics of a Particle with more numbers, which it derives
//                                once a particle (derived_particle.cuh); else the physics itself
// and, where it computes another pass of its formulation than the forces,
//   pass, pass_kind              that pass, whose arguments store() and its kin take, see pass.hpp
// and, where pairs reach across the faces of a periodic box, is_periodic, see pass.hpp.
// What the other passes of a formulation are, the physics of its forces says, see formulation.hpp.
// It knows nothing of how its neighbours were found; no traversal knows what it computes.
// A source's type is known when the code is compiled, as its group; a target's where it is loaded
// and stored.
#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/numerics/scalar_math.cuh"
#include "kernels/particles/seam.cuh"

namespace sphlab {

/// See vanishes_on_itself above.
template <class Physics, class Group>
inline constexpr bool vanishes_on_itself = [] {
  if constexpr (requires { Physics::template vanishes_on_itself<Group>; })
    return Physics::template vanishes_on_itself<Group>;
  return false;
}();

/// Distance of a target i from a source j.
template <class T>
struct Pair {
  T x, y, z;                        ///< x_i - x_j [m]
  T r2;                             ///< squared distance [m^2]
  typename Math<T>::Mask included;  ///< false for padding: contributes nothing
};

template <class T>
__device__ __forceinline__ Pair<T> make_pair_distance(T xi, T yi, T zi, T xj, T yj, T zj,
                                                      typename Math<T>::Mask included) {
  const T x = xi - xj;
  const T y = yi - yj;
  const T z = zi - zj;
  return {x, y, z, x * x + y * y + z * z, included};
}

/// A coordinate of a distance to the nearest of a source's images, one in each period. That of an
/// axis which is open, 0, has none.
template <class T>
__device__ __forceinline__ T to_nearest_image(T x, float period) {
  const T half(0.5f * period);
  return Math<T>::select(half < x, x - T(period),
                         Math<T>::select(x < T(-0.5f * period), x + T(period), x));
}

/// The same of the particles of a stage with arguments `a`: of a target and a source that have x, y
/// and z. Where the arguments are InBox, to the nearest image of the source.
/// @param included false for padding; of SIMD lanes, which of them are none.
template <class Arguments, class Target, class Source, class Mask = bool>
__device__ __forceinline__ auto separation(const Arguments& a, const Target& i, const Source& j,
                                           Mask included = true) {
  if constexpr (requires { a.period; }) {
    const auto x = to_nearest_image(i.x - j.x, a.period.x);
    const auto y = to_nearest_image(i.y - j.y, a.period.y);
    const auto z = to_nearest_image(i.z - j.z, a.period.z);
    return Pair<std::remove_const_t<decltype(x)>>{x, y, z, x * x + y * y + z * z, included};
  } else {
    return make_pair_distance(i.x, i.y, i.z, j.x, j.y, j.z, included);
  }
}

/// Adds factor times x_i - x_j to a vector sum.
template <class Sum, class T>
__device__ __forceinline__ void add_along(Sum& sum, T factor, const Pair<T>& pair) {
  sum.x += factor * pair.x;
  sum.y += factor * pair.y;
  sum.z += factor * pair.z;
}

/// Subtracts it.
template <class Sum, class T>
__device__ __forceinline__ void subtract_along(Sum& sum, T factor, const Pair<T>& pair) {
  sum.x -= factor * pair.x;
  sum.y -= factor * pair.y;
  sum.z -= factor * pair.z;
}

/// What a traversal does with a pair that it finds from both sides: here from the target's.
/// @tparam Group of the source.
/// @param target, source the physics' Particle, or one that it takes for it.
template <class Physics, class Group, class Particle = typename Physics::template Particle<float>,
          class T>
__device__ __forceinline__ void add_one_sided(const typename Physics::Coefficients& coefficients,
                                              const Particle& target, const Particle& source,
                                              const Pair<T>& pair,
                                              typename Physics::template Sum<T>& sum) {
  const auto terms = Physics::template terms<Group>(coefficients, target, source, pair);
  Physics::template add_to_target<Group>(terms, pair, sum);
}

namespace detail {
template <class Physics>
constexpr std::size_t maxima() {
  if constexpr (requires { Physics::maxima; }) return Physics::maxima;
  return 0;
}
}  // namespace detail

/// How many of the last numbers of a Sum are maxima.
template <class Physics>
inline constexpr std::size_t maxima_of = detail::maxima<Physics>();

/// Whether number `f` of a Sum is one of them.
template <class Physics>
constexpr bool is_maximum(std::size_t f) {
  constexpr std::size_t numbers = sizeof(typename Physics::template Sum<float>) / sizeof(float);
  return f >= numbers - maxima_of<Physics>;
}

/// Whether sources of a group take a share of a pair: where they are targets, too, and the physics
/// says what that share is. The types of one group may differ in this: a traversal asks for the
/// type of each particle whether it is a target.
template <class Physics, class Group>
inline constexpr bool has_reaction = [] {
  if constexpr (requires { Physics::reciprocal; })
    return Physics::reciprocal && (Group::mask & Physics::targets) != 0;
  return false;
}();

/// What a traversal does with a pair that it finds once, of two targets.
/// @tparam Group of the source. @tparam TargetGroup the group that the target is in as a source.
template <class Physics, class Group, class TargetGroup, class T>
__device__ __forceinline__ void add_both_sides(const typename Physics::Coefficients& coefficients,
                                               const typename Physics::template Particle<T>& target,
                                               const typename Physics::template Particle<T>& source,
                                               const Pair<T>& pair,
                                               typename Physics::template Sum<T>& target_sum,
                                               typename Physics::template Sum<T>& source_sum) {
  static_assert(has_reaction<Physics, Group>, "the source takes no share of the pair");
  const auto terms = Physics::template terms<Group>(coefficients, target, source, pair);
  Physics::template add_to_target<Group>(terms, pair, target_sum);
  Physics::template add_to_source<TargetGroup>(terms, pair, source_sum);
}

}  // namespace sphlab
