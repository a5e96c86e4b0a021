// The formulations that a pack is compiled for, the laboratory's and those that a pack from outside
// brings, and the pair physics that are their passes.
#pragma once

#include <string_view>
#include <type_traits>

#include "kernels/particles/passes.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pass.hpp"
#include "pack_matrix.hpp"
#include "pack_physics.hpp"

namespace sphlab {

namespace detail {
template <class... Lists>
struct JoinedAll {
  using Types = TypeList<>;
};
template <class First, class... Rest>
struct JoinedAll<First, Rest...> {
  using Types = Joined<First, typename JoinedAll<Rest...>::Types>;
};
}  // namespace detail

namespace detail {
template <class Physics>
constexpr bool is_for_verification() {
  return requires {
    Physics::is_for_verification;
  };
}
template <class Physics>
constexpr bool is_for_cells_alone() {
  if constexpr (requires { Physics::is_for_cells_alone; }) return Physics::is_for_cells_alone;
  return false;
}
template <class Physics>
constexpr bool tests_distance() {
  if constexpr (requires { Physics::tests_distance; }) return Physics::tests_distance;
  return true;
}

/// Those for which a predicate holds.
template <class Physics, bool holds>
using Where = std::conditional_t<holds, TypeList<Physics>, TypeList<>>;

template <class... Physics>
auto moving(TypeList<Physics...>) ->
    typename JoinedAll<Where<Physics, moves_particles<Physics>>...>::Types;
template <class... Physics>
auto for_scenarios(TypeList<Physics...>) -> typename JoinedAll<
    Where<Physics, !is_for_verification<Physics>() && !is_for_cells_alone<Physics>()>...>::Types;
template <class... Physics>
auto for_verification(TypeList<Physics...>) ->
    typename JoinedAll<Where<Physics, is_for_verification<Physics>()>...>::Types;
template <class... Physics>
auto for_cells_alone(TypeList<Physics...>) ->
    typename JoinedAll<Where<Physics, is_for_cells_alone<Physics>()>...>::Types;
template <class... Physics>
auto periodic(TypeList<Physics...>) ->
    typename JoinedAll<Where<Physics, is_periodic_physics<Physics>>...>::Types;
template <class... Physics>
auto untested(TypeList<Physics...>) ->
    typename JoinedAll<Where<Physics, !tests_distance<Physics>()>...>::Types;
}  // namespace detail

using Formulations = Joined<decltype(detail::for_scenarios(LaboratoryPhysics{})), OutsidePhysics>;

/// Those whose particles move: what an integrator registers for.
using SteppingPhysics = decltype(detail::moving(Formulations{}));

/// What every traversal registers for, each in its pass: the passes of all formulations, and the
/// count of its pairs, by which it is verified.
using PairPhysics =
    Joined<PassesOfAll<Formulations>, decltype(detail::for_verification(LaboratoryPhysics{}))>;

/// Lists the physics of PairPhysics whose pairs reach across the faces of a periodic box.
using PeriodicPhysics = decltype(detail::periodic(PairPhysics{}));

/// Whether a pair counts only within the influence radius, which is for the traversal to test. If a
/// physics does not define tests_distance, it counts pairs within the radius only.
template <class Physics>
inline constexpr bool tests_distance = detail::tests_distance<Physics>();

/// Paper C's three sizes of pairs without a test of the distance (catalogue P7). They need the
/// position of a source and nothing else.
using UncutPhysics = decltype(detail::untested(LaboratoryPhysics{}));

/// What the traversals of cells run beside PairPhysics: paper C's three sizes of pairs, with a test
/// of the distance and without.
using CellPairPhysics = Joined<PairPhysics, decltype(detail::for_cells_alone(LaboratoryPhysics{}))>;

namespace detail {
constexpr bool has_compiled_list(std::string_view physics) {
  for (const CompiledList& list : compiled_lists) {
    if (list.physics == physics) return true;
  }
  return false;
}
}  // namespace detail

/// Whether this pack has traversals of a list for a physics: else those of cells are all it has. A
/// matrix that names every physics names those, too, for which no traversal of lists registers.
template <class Physics>
inline constexpr bool has_list_traversals =
    contains<PairPhysics, Physics>&& detail::has_compiled_list(Physics::name);

}  // namespace sphlab
