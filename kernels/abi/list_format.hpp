// The formats of a neighbour list: what stands in a particle's list, where its entries lie in
// memory, and how wide they are (catalogue L2 and L3; paper A, 4.1; paper B, 4.2 and 4.4.1).
//
// One description serves whoever writes, reads, allocates or verifies a list.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/host_device.hpp"
#include "kernels/abi/particle_type.hpp"

namespace sphlab {

/// How the neighbours of different types share a particle's list.
enum class ListContents : std::uint8_t {
  unified,  ///< one section with all types: a reader finds out the type of each neighbour
  split,    ///< a section per type; two sections share a part of the slots, from both of its ends
  separate  ///< a section per type, each in an allocation of its own: the naive split
};

/// What an entry tells of the neighbour.
enum class ListEntry : std::uint8_t {
  index,   ///< 32 bits: its index
  in_row,  ///< 16 bits: a row of three cells, and which of its particles: relative_entry.hpp
  in_cell  ///< 16 bits: which particle of a cell, and the cell where it changes: cell_entry.hpp
};

/// A format. Slot k of particle i lies at list_offset(format, stride, capacity, i, k).
struct ListFormat {
  ListContents contents;
  /// Neighbouring entries of one particle that are contiguous. 0: all of them (sequential, paper A,
  /// equation 12); 1: interleaved (equation 13); more: chunks, interleaved (paper B, 4.2).
  std::uint8_t chunk;
  ListEntry entry;

  friend bool operator==(const ListFormat&, const ListFormat&) = default;
};

struct NamedListFormat {
  const char* name;
  ListFormat format;
};

/// Every format that lists are built in: every contents in every layout, with entries of 32 bits
/// and of 16 in a row; and with entries in a cell, what they are compared in.
inline constexpr NamedListFormat list_formats[] = {
    {"unified-sequential", {ListContents::unified, 0, ListEntry::index}},
    {"unified-interleaved", {ListContents::unified, 1, ListEntry::index}},
    {"unified-chunk-2", {ListContents::unified, 2, ListEntry::index}},
    {"unified-chunk-4", {ListContents::unified, 4, ListEntry::index}},
    {"unified-chunk-8", {ListContents::unified, 8, ListEntry::index}},
    {"unified-sequential-16", {ListContents::unified, 0, ListEntry::in_row}},
    {"unified-interleaved-16", {ListContents::unified, 1, ListEntry::in_row}},
    {"unified-chunk-2-16", {ListContents::unified, 2, ListEntry::in_row}},
    {"unified-chunk-4-16", {ListContents::unified, 4, ListEntry::in_row}},
    {"unified-chunk-8-16", {ListContents::unified, 8, ListEntry::in_row}},
    {"split-sequential", {ListContents::split, 0, ListEntry::index}},
    {"split-interleaved", {ListContents::split, 1, ListEntry::index}},
    {"split-chunk-2", {ListContents::split, 2, ListEntry::index}},
    {"split-chunk-4", {ListContents::split, 4, ListEntry::index}},
    {"split-chunk-8", {ListContents::split, 8, ListEntry::index}},
    {"split-sequential-16", {ListContents::split, 0, ListEntry::in_row}},
    {"split-interleaved-16", {ListContents::split, 1, ListEntry::in_row}},
    {"split-chunk-2-16", {ListContents::split, 2, ListEntry::in_row}},
    {"split-chunk-4-16", {ListContents::split, 4, ListEntry::in_row}},
    {"split-chunk-8-16", {ListContents::split, 8, ListEntry::in_row}},
    {"split-interleaved-cell-16", {ListContents::split, 1, ListEntry::in_cell}},
    {"split-chunk-4-cell-16", {ListContents::split, 4, ListEntry::in_cell}},
    {"split-chunk-8-cell-16", {ListContents::split, 8, ListEntry::in_cell}},
    {"separate-sequential", {ListContents::separate, 0, ListEntry::index}},
    {"separate-interleaved", {ListContents::separate, 1, ListEntry::index}},
    {"separate-chunk-2", {ListContents::separate, 2, ListEntry::index}},
    {"separate-chunk-4", {ListContents::separate, 4, ListEntry::index}},
    {"separate-chunk-8", {ListContents::separate, 8, ListEntry::index}},
    {"separate-sequential-16", {ListContents::separate, 0, ListEntry::in_row}},
    {"separate-interleaved-16", {ListContents::separate, 1, ListEntry::in_row}},
    {"separate-chunk-2-16", {ListContents::separate, 2, ListEntry::in_row}},
    {"separate-chunk-4-16", {ListContents::separate, 4, ListEntry::in_row}},
    {"separate-chunk-8-16", {ListContents::separate, 8, ListEntry::in_row}},
};
inline constexpr std::size_t list_format_count = sizeof list_formats / sizeof *list_formats;

/// The size of an entry [bytes].
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_entry_bytes(ListFormat format) {
  return format.entry == ListEntry::index ? 4 : 2;
}

/// The interleaved formats of 32-bit entries: what is there for every contents.
constexpr bool is_common_list_format(ListFormat format) {
  return format.chunk == 1 && format.entry == ListEntry::index;
}

/// The format of a variant that names none.
inline constexpr const char* default_list_format = "split-interleaved";

/// Every list is built for one of these sets of types.
inline constexpr TypeMask list_type_sets[] = {0b0011, 0b0111, 0b1111};

/// Sections, parts and regions of a list of at most four types.
inline constexpr std::uint32_t most_list_parts = 4;

/// Slots of a particle in each region of a list.
struct ListSlots {
  std::uint32_t capacity;  ///< all
  /// Those of the region's first part: all, unless the list is split and holds more than two types.
  std::uint32_t first_part;
};

/// Sections of a list that holds neighbours of `types`.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_sections(ListFormat format, TypeMask types) {
  return format.contents == ListContents::unified ? 1 : type_count(types);
}

/// The section that holds the neighbours of `type`, one of `types`.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_section(ListFormat format, TypeMask types,
                                                        ParticleType type) {
  if (format.contents == ListContents::unified) return 0;
  const bool types_are_the_first = (types & (types + 1)) == 0;  // then no bits need be counted
  return types_are_the_first ? static_cast<std::uint32_t>(type)
                             : type_count(types & (mask_of(type) - 1));
}

/// Parts of a list: slots that one section fills, or two from both ends (paper A, equation 14).
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_parts(ListFormat format, TypeMask types) {
  const std::uint32_t sections = list_sections(format, types);
  return format.contents == ListContents::split ? (sections + 1) / 2 : sections;
}

/// The part that a section fills, or shares.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_part(ListFormat format, std::uint32_t section) {
  return format.contents == ListContents::split ? section / 2 : section;
}

/// Allocations of a list. The second part of a split list, of a third and a fourth type, lies in
/// the same slots of a particle behind the first (paper A, equation 15); the naive split has an
/// allocation a part.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_regions(ListFormat format, TypeMask types) {
  return format.contents == ListContents::separate ? list_parts(format, types) : 1;
}

/// The region in which a part lies.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_region(ListFormat format, std::uint32_t part) {
  return format.contents == ListContents::separate ? part : 0;
}

/// The first slot of a part in its region.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_part_begin(ListFormat format, std::uint32_t part,
                                                           ListSlots slots) {
  return format.contents == ListContents::split && part == 1 ? slots.first_part : 0;
}

/// How many slots a part has.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_part_slots(ListFormat format, std::uint32_t part,
                                                           ListSlots slots) {
  if (format.contents != ListContents::split) return slots.capacity;
  return part == 1 ? slots.capacity - slots.first_part : slots.first_part;
}

/// Whether a section fills the slots 0, 1, ... of its part, rather than the last, the one before
/// it, ... (paper A, equation 14).
SPHLAB_HOST_DEVICE constexpr bool list_goes_up(ListFormat format, std::uint32_t section) {
  return format.contents != ListContents::split || section % 2 == 0;
}

/// The slot of the k-th entry of a section, counted in its part.
/// @param part_slots of the part, per particle.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_slot(ListFormat format, std::uint32_t section,
                                                     std::uint32_t k, std::uint32_t part_slots) {
  return list_goes_up(format, section) ? k : part_slots - 1 - k;
}

/// Where slot 0 of a particle lies in its region, in entries. @param capacity slots per particle.
SPHLAB_HOST_DEVICE constexpr std::size_t list_particle_offset(ListFormat format,
                                                              std::uint32_t capacity,
                                                              std::uint32_t particle) {
  return std::size_t{particle} * (format.chunk == 0 ? capacity : format.chunk);
}

/// Where a slot lies in its region, in entries. A part begins at a whole chunk of its region's
/// slots, so that this is also how far slot `slot` of a part lies from that part's first slot of
/// particle 0.
/// @param stride particles for which the list has room. @param capacity slots per particle in the
/// region. @param slot counted in the region, or in a part.
SPHLAB_HOST_DEVICE constexpr std::size_t list_offset(ListFormat format, std::uint32_t stride,
                                                     std::uint32_t capacity, std::uint32_t particle,
                                                     std::uint32_t slot) {
  const std::size_t first = list_particle_offset(format, capacity, particle);
  if (format.chunk == 0) return first + slot;
  return first + std::size_t{slot / format.chunk} * stride * format.chunk + slot % format.chunk;
}

/// Entries of a particle that can be loaded at once: a chunk of them, 16 bytes at most.
SPHLAB_HOST_DEVICE constexpr std::uint32_t list_vector(ListFormat format) {
  const std::uint32_t widest = 16u / list_entry_bytes(format);
  return format.chunk == 0 || format.chunk > widest ? widest : format.chunk;
}

}  // namespace sphlab
