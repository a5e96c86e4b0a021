// What the rungs of paper D's ladder of CPU optimisations are compiled for.
#pragma once

#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

namespace detail {
/// Those of some physics that this pack is compiled for.
template <class... Physics>
using CompiledOf = typename JoinedAll<Where<Physics, contains<Compiled, Physics>>...>::Types;
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
