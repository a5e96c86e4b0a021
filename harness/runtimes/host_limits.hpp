// The limits of the CPU that the process runs on.
#pragma once

#include <cstddef>

#include "harness/runtimes/runtime_abi.hpp"

namespace sphlab {

/// RuntimeTable::reach_limit of the host, with all its OpenMP threads and the widest vectors that
/// the CPU has; a "launch" is an empty parallel region. Returns 0.
int reach_host_limit(OpenDevice* host, Limit limit, void* memory, std::size_t bytes,
                     LimitCall* call);

}  // namespace sphlab
