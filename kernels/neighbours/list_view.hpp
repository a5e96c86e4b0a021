// The neighbour list as a kernel sees it: interleaved, split for two types in one allocation.
#pragma once

#include <cstdint>

namespace sphlab {

/// Stored after the last neighbour of each type.
inline constexpr std::uint32_t list_end = 0xffffffffu;

/// Slots are padded to a multiple of this, so that a reader may fetch a whole batch of entries
/// beyond the end marker and stay inside the allocation.
inline constexpr std::uint32_t list_batch = 8;

/// Non-owning view of an interleaved (neighbour-major) list (paper A, 4.1, equation 13).
///
/// Slot k of particle i is entries[k * stride + i]. Fluid neighbours fill the slots 0, 1, ...
/// upward, boundary neighbours the slots capacity-1, capacity-2, ... downward (equation 14), and an
/// end marker follows the last neighbour of each type. Entries beyond the markers are undefined but
/// readable.
struct ListView {
  std::uint32_t* entries;  ///< capacity * stride words, owned by the harness
  std::uint32_t stride;    ///< slots of one ordinal: particle count, padded to a warp of 64
  std::uint32_t
      capacity;  ///< slots a particle, a multiple of list_batch; both end markers included
  std::uint32_t* required;  ///< one word: the largest number of slots any particle needed so far
};

}  // namespace sphlab
