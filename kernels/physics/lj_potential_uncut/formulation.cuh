// The same over all pairs of neighbouring cells.
#pragma once

#include "kernels/physics/lj_potential/formulation.cuh"

namespace sphlab {

using LjPotentialUncut = PairPotential<LennardJonesTerm, false>;

}  // namespace sphlab
