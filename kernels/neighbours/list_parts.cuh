// The parts of a list whose format is known at compile time.
#pragma once

#include <type_traits>
#include <utility>

#include "kernels/abi/cell_entry.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/relative_entry.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// A format and the types of the neighbours, as one type: nvcc does not take a kernel template
/// whose argument is a value of class type.
template <ListFormat list_format, TypeMask list_types>
struct InFormat {
  /// A function, because clang keeps a constant of class type in memory as soon as it is copied; in
  /// device code the host might write that memory, and nothing would be folded.
  SPHLAB_HOST_DEVICE static constexpr ListFormat format() {
    constexpr ListFormat copy = list_format;
    return copy;
  }
  static constexpr TypeMask types = list_types;
  static constexpr std::uint32_t sections = list_sections(list_format, types);
  static constexpr std::uint32_t parts = list_parts(list_format, types);
  using Entry =
      std::conditional_t<list_entry_bytes(list_format) == 2, std::uint16_t, std::uint32_t>;
  static constexpr Entry end = static_cast<Entry>(list_end);
};

/// Whether an entry names a particle by the cell or the row of cells that it is in, and so needs
/// the linear order and cells of the radius; else by its index.
template <class Format>
inline constexpr bool has_relative_entries = Format::format().entry != ListEntry::index;

/// Whether an entry is relative to a cell that an earlier one may have told: what stands in a
/// section can then be read, and written, from its beginning alone.
template <class Format>
inline constexpr bool has_cell_entries = Format::format().entry == ListEntry::in_cell;

/// Whether two parts share the slots of a particle: else a part has all of its region.
template <class Format>
inline constexpr bool has_divided_slots = Format::parts >
                                          list_regions(Format::format(), Format::types);

/// The part's first entry, of ListArrays or, to be read, of a ListView. Written as a chain of
/// selections: an array of a kernel's parameters that is indexed at run time would be copied to the
/// stack.
template <class Format, class List, std::uint32_t... all>
__device__ __forceinline__ auto* part_entries(const List& list, std::uint32_t part,
                                              std::integer_sequence<std::uint32_t, all...>) {
  using Entry = typename Format::Entry;
  constexpr bool is_read = std::is_same_v<List, ListView>;
  auto* entries = list.parts[0];
  ((entries = part == all ? list.parts[all] : entries), ...);
  return static_cast<std::conditional_t<is_read, const Entry, Entry>*>(entries);
}
template <class Format, class List>
__device__ __forceinline__ auto* part_entries(const List& list, std::uint32_t part) {
  return part_entries<Format>(list, part,
                              std::make_integer_sequence<std::uint32_t, Format::parts>{});
}

/// Slots per particle of a part of a list. @param slots of its regions; `first_part` is read only
/// where has_divided_slots.
template <class Format>
SPHLAB_HOST_DEVICE constexpr std::uint32_t part_slots(ListSlots slots, std::uint32_t part) {
  // the compiler, which may not know the part, need not choose where all are as long
  if constexpr (!has_divided_slots<Format>) return slots.capacity;
  return list_part_slots(Format::format(), part, slots);
}
template <class Format>
SPHLAB_HOST_DEVICE constexpr std::uint32_t part_slots(const ListArrays& list, std::uint32_t part) {
  return part_slots<Format>(ListSlots{list.capacity, list.first_part}, part);
}

/// Those of its largest part.
template <class Format>
SPHLAB_HOST_DEVICE constexpr std::uint32_t most_part_slots(const ListArrays& list) {
  std::uint32_t most = 0;
  for (std::uint32_t part = 0; part < Format::parts; ++part) {
    const std::uint32_t slots = part_slots<Format>(list, part);
    most = slots > most ? slots : most;
  }
  return most;
}

}  // namespace sphlab
