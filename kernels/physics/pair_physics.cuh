// Every formulation of the laboratory, the pair physics that are its passes, and what a pack from
// outside brings. A new one is one new file and one entry here.
#pragma once

#include <string_view>
#include <type_traits>

#include "kernels/particles/passes.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/elastic.cuh"
#include "kernels/physics/lj_potential.cuh"
#include "kernels/physics/mixture.cuh"
#include "kernels/physics/pair_count.cuh"
#include "kernels/physics/pcisph.cuh"
#include "kernels/physics/wcsph_dynamic.cuh"
#include "kernels/physics/wcsph_dynamic_limited.cuh"
#include "kernels/physics/wcsph_lj.cuh"
#include "kernels/physics/wcsph_lj_summed.cuh"
#include "kernels/physics/wcsph_lj_viscous.cuh"
#include "kernels/physics/wcsph_summed.cuh"
#include "kernels/physics/wcsph_two_fluids.cuh"
#include "pack_matrix.hpp"
#include "pack_physics.hpp"

namespace sphlab {

namespace detail {
template <class Physics>
constexpr bool is_compiled() {
  for (const char* name : compiled_physics) {
    if (name == std::string_view(Physics::name)) return true;
  }
  return false;
}

template <class... Lists>
struct JoinedAll {
  using Types = TypeList<>;
};
template <class First, class... Rest>
struct JoinedAll<First, Rest...> {
  using Types = Joined<First, typename JoinedAll<Rest...>::Types>;
};
}  // namespace detail

/// Those of some physics that this pack is compiled for: kernels/matrix.json.
template <class... Physics>
using Compiled = typename detail::JoinedAll<
    std::conditional_t<detail::is_compiled<Physics>(), TypeList<Physics>, TypeList<>>...>::Types;

namespace detail {
template <class Physics>
constexpr bool moves_particles() {
  return requires {
    typename Physics::Matter;
  };
}

template <class... Physics>
constexpr auto moving(TypeList<Physics...>) -> typename JoinedAll<
    std::conditional_t<moves_particles<Physics>(), TypeList<Physics>, TypeList<>>...>::Types {
  return {};
}
}  // namespace detail

using Formulations =
    Joined<Compiled<WcsphLj, WcsphLjCubicSpline, WcsphLjSummed, WcsphLjViscous, WcsphLjVolumes,
                    WcsphDynamic, WcsphDynamicCubicSpline, WcsphDynamicQuadratic, WcsphTwoFluids,
                    WcsphSummed, Mixture, Pcisph, Elastic, LjPotential>,
           OutsidePhysics>;

/// Those whose particles move: what an integrator registers for.
using SteppingPhysics = decltype(detail::moving(Formulations{}));

/// What every traversal registers for, each in its stage: the passes of all formulations, and the
/// count of its pairs, by which it is verified.
using PairPhysics = Joined<PassesOfAll<Formulations>, Compiled<PairCount>>;

namespace detail {
template <class Physics>
constexpr bool tests_distance() {
  if constexpr (requires { Physics::tests_distance; }) return Physics::tests_distance;
  return true;
}
}  // namespace detail

/// Whether a pair counts only within the influence radius, which is for the traversal to test. If a
/// physics does not define tests_distance, it counts pairs within the radius only.
template <class Physics>
inline constexpr bool tests_distance = detail::tests_distance<Physics>();

/// Paper C's three sizes of pairs without a test of the distance (catalogue P7). They need the
/// position of a source and nothing else.
using UncutPhysics = Compiled<LjPotentialUncut, PositionSumUncut, HeavyLjPotentialUncut>;

/// What the traversals of cells run beside PairPhysics: paper C's three sizes of pairs, with a test
/// of the distance and without. Without one, a neighbour list has no meaning.
using CellPairPhysics =
    Joined<PairPhysics, Joined<Compiled<PositionSum, HeavyLjPotential>, UncutPhysics>>;

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
