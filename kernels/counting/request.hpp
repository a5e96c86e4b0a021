// What one request of a warp costs the memory, on the machine of docs/counters.md.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/abi/counting.hpp"

namespace sphlab::gpu::simt::counting {

inline constexpr unsigned lanes_a_warp = 32;

/// One bit per lane.
using Lanes = std::uint32_t;

/// An instruction of a warp that accesses memory.
struct Request {
  AccessKind kind;
  unsigned bytes;  ///< of a lane: 1, 2, 4, 8 or 16, to which its address is aligned
  Lanes lanes;     ///< active ones, not none
  std::array<std::uint64_t, lanes_a_warp> address;  ///< of the active lanes, from the space's start
};

bool is_global(AccessKind kind);

RequestCounts counts_of(const Request& request);

RequestCounts& operator+=(RequestCounts& sum, const RequestCounts& counts);

}  // namespace sphlab::gpu::simt::counting
