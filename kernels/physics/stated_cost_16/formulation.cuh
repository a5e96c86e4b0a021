// Pairs of a stated cost that read 16 bytes of a source.
#pragma once

#include "kernels/physics/stated_cost.cuh"

namespace sphlab {

using StatedCost16 = StatedCost<0>;

}  // namespace sphlab
