// What the rungs of paper D's ladder of CPU optimisations are compiled for.
#pragma once

#include "kernels/physics/lj_potential/formulation.cuh"
#include "kernels/physics/pair_count/formulation.cuh"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/wcsph_dynamic/formulation.cuh"
#include "kernels/physics/wcsph_dynamic_cubic_spline/formulation.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/physics/wcsph_two_fluids/formulation.cuh"

namespace sphlab {

namespace detail {
/// Those of some physics that this pack is compiled for.
template <class... Physics>
using CompiledOf =
    typename JoinedAll<Where<Physics, contains<LaboratoryPhysics, Physics>>...>::Types;
}  // namespace detail

/// The physics of weakly compressible fluids that suites run in cells, one potential, and the count
/// of pairs. Most
/// rungs are compiled for several widths of SIMD lanes: more physics would take minutes of every
/// build.
using LadderPhysics =
    Joined<PassesOfAll<detail::CompiledOf<WcsphLj, WcsphDynamic, WcsphDynamicCubicSpline,
                                          WcsphTwoFluids, LjPotential>>,
           detail::CompiledOf<PairCount>>;

}  // namespace sphlab
