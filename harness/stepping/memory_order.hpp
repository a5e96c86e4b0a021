// How far apart in space what lies together in memory is.
#pragma once

#include <vector>

#include "kernels/abi/particle_view.hpp"

namespace sphlab {

/// MemoryOrder::distance of positions in the order in which they lie [m].
double distance_in_memory(const std::vector<float4>& position);

}  // namespace sphlab
