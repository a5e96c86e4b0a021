// Pairs of a stated cost that read 48 bytes of a source.
#pragma once

#include "kernels/physics/stated_cost.cuh"

namespace sphlab {

using StatedCost48 = StatedCost<2>;

}  // namespace sphlab
