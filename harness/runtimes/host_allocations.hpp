// What the host runtime has allocated and not released.
#pragma once

#include <vector>

#include "kernels/abi/counting.hpp"

namespace sphlab {

/// Each allocation by its address, with the bytes that were asked for.
std::vector<MemoryRange> host_allocations();

}  // namespace sphlab
