// The same over all pairs of neighbouring cells.
#pragma once

#include "kernels/physics/lj_potential_168/formulation.cuh"

namespace sphlab {

using LjPotential168Uncut = PairPotential<HeavyLennardJonesTerm, false>;

}  // namespace sphlab
