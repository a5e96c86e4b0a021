// Pairs of a stated cost that read 32 bytes of a source.
#pragma once

#include "kernels/physics/stated_cost.cuh"

namespace sphlab {

using StatedCost32 = StatedCost<1>;

}  // namespace sphlab
