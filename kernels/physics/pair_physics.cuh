// Every formulation of the laboratory, and the pair physics that are its passes. A new one is one
// new file and one entry here.
#pragma once

#include "kernels/particles/passes.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/lj_potential.cuh"
#include "kernels/physics/wcsph_dynamic.cuh"
#include "kernels/physics/wcsph_lj.cuh"
#include "kernels/physics/wcsph_lj_summed.cuh"
#include "kernels/physics/wcsph_two_fluids.cuh"

namespace sphlab {

/// Those whose particles move: what an integrator registers for.
using SteppingPhysics =
    TypeList<WcsphLj, WcsphLjCubicSpline, WcsphLjSummed, WcsphDynamic, WcsphTwoFluids>;

/// What every traversal registers for, each in its stage: see stage_of.
using PairPhysics = PassesOfAll<Joined<SteppingPhysics, TypeList<LjPotential>>>;

namespace detail {
template <class Physics>
constexpr bool tests_distance() {
  if constexpr (requires { Physics::tests_distance; }) return Physics::tests_distance;
  return true;
}
}  // namespace detail

/// Whether a pair counts only within the influence radius, which is for the traversal to test. A
/// physics that does not speak of it wants the test.
template <class Physics>
inline constexpr bool tests_distance = detail::tests_distance<Physics>();

/// Paper C's three sizes of pairs without a test of the distance (catalogue P7). Of a source they
/// want its position and nothing else.
using UncutPhysics = TypeList<LjPotentialUncut, PositionSumUncut, HeavyLjPotentialUncut>;

/// What the traversals of cells run beside PairPhysics: paper C's three sizes of pairs, with a test
/// of the distance and without. Without one, a neighbour list has no meaning.
using CellPairPhysics =
    Joined<PairPhysics, Joined<TypeList<PositionSum, HeavyLjPotential>, UncutPhysics>>;

}  // namespace sphlab
