// What the rungs of paper D's ladder of CPU optimisations are compiled for.
#pragma once

#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

/// The physics of weakly compressible fluids that suites run in cells, one potential, and the count
/// of pairs. Most
/// rungs are compiled for several widths of SIMD lanes: more physics would take minutes of every
/// build.
using LadderPhysics = Joined<PassesOfAll<Compiled<WcsphLj, WcsphDynamic, WcsphDynamicCubicSpline,
                                                  WcsphTwoFluids, LjPotential>>,
                             Compiled<PairCount>>;

}  // namespace sphlab
