// The neighbour list as a kernel sees it.
#pragma once

#include <cstdint>

#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// Stored after the last neighbour of each section. In a list of 16-bit entries its lower half is.
inline constexpr std::uint32_t list_end = 0xffffffffu;

/// Slots are padded to a multiple of this, so that a reader may fetch a whole batch of entries
/// beyond the end marker and stay inside the allocation.
inline constexpr std::uint32_t list_batch = 8;

/// What ListArrays::required says of a list that holds a neighbour which its format cannot encode.
inline constexpr std::uint32_t list_unencodable = 0xffffffffu;

/// A list in some format, which its reader and writer know at compile time. Non-owning.
///
/// An end marker follows the last neighbour of each section. Entries beyond the markers are
/// undefined but readable.
struct ListView {
  /// Regions, each of stride * capacity entries, owned by the harness; those that the format does
  /// not use are null. Aligned for a vector of 16 bytes.
  const void* regions[most_list_regions];
  std::uint32_t stride;  ///< particles for which there is room: padded to a warp of 64
  /// Slots per particle in each region, a multiple of list_batch; end markers included.
  std::uint32_t capacity;
};

/// The same list, to be written.
struct ListArrays {
  void* regions[most_list_regions];
  std::uint32_t stride;
  std::uint32_t capacity;
  /// One word: the largest number of slots that any particle needed of a region so far, or
  /// list_unencodable.
  std::uint32_t* required;
};

}  // namespace sphlab
