// Pairs of a stated cost that read 64 bytes of a source.
#pragma once

#include "kernels/physics/stated_cost.cuh"

namespace sphlab {

using StatedCost64 = StatedCost<3>;

}  // namespace sphlab
