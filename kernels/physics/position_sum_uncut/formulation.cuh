// The same over all pairs of neighbouring cells.
#pragma once

#include "kernels/physics/position_sum/formulation.cuh"

namespace sphlab {

using PositionSumUncut = PairPotential<PositionSumTerm, false>;

}  // namespace sphlab
