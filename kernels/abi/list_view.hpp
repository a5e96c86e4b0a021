// The neighbour list as a kernel sees it.
#pragma once

#include <cstdint>

#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// Stored after the last neighbour of each section. In a list of 16-bit entries its lower half is.
inline constexpr std::uint32_t list_end = 0xffffffffu;

/// Slots of a list, and of a part of it, are padded to a multiple of this, so that a reader may
/// fetch a whole batch of entries beyond the end marker and stay inside the allocation.
inline constexpr std::uint32_t list_batch = 8;

/// What ListArrays::required says of a list that holds a neighbour which its format cannot encode.
inline constexpr std::uint32_t list_unencodable = 0xffffffffu;

/// A list in some format, which its reader and writer know at compile time. Non-owning.
///
/// An end marker follows the last neighbour of each section. Entries beyond the markers are
/// undefined but readable.
struct ListView {
  /// Where the first slot of each part of particle 0 lies, in regions of stride * capacity entries
  /// each that the harness owns; parts that the format does not have are null. Aligned for a vector
  /// of 16 bytes.
  const void* parts[most_list_parts];
  std::uint32_t stride;  ///< particles for which there is room: padded to a warp of 64
  /// Slots per particle in each region, a multiple of list_batch; end markers included.
  std::uint32_t capacity;
  std::uint32_t first_part;  ///< of them, those of the first part: see ListSlots
};

/// The same list, to be written.
struct ListArrays {
  void* parts[most_list_parts];
  std::uint32_t stride;
  std::uint32_t capacity;
  /// Two words: the most slots that any particle has needed so far of the first part, or of any
  /// part of a list that is not split, or list_unencodable; and of the second part of a split list.
  std::uint32_t* required;
  std::uint32_t first_part;
};

/// The word of ListArrays::required that a part counts in.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_required_word(ListFormat format,
                                                              std::uint32_t part) {
  return format.contents == ListContents::split ? part : 0;
}
inline constexpr std::uint32_t list_required_words = 2;

}  // namespace sphlab
