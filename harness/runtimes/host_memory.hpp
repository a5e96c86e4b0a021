// How much memory the host has.
#pragma once

#include <cstddef>

namespace sphlab {

/// Bytes of it, free or not; 0 where the system does not tell.
std::size_t host_memory_bytes();

}  // namespace sphlab
