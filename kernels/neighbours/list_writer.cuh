// Fills a neighbour list of any format, one particle per thread.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/linear_order.cuh"
#include "kernels/neighbours/list_parts.cuh"

namespace sphlab {

/// The row of cells in which a neighbour was found, seen from the particle's own cell. Only entries
/// of 16 bits are made of it, which need the linear order and cells of the radius.
struct RowOrigin {
  std::uint32_t row;    ///< 0 to 8, as RelativeRows counts them
  std::uint32_t first;  ///< the row's first particle
};

/// The same, and where each of the row's three cells begins: what entries in a cell are made of.
struct RowOfCells {
  std::uint32_t row;
  std::uint32_t first;   ///< the row's first particle
  std::uint32_t middle;  ///< the first of the cell at the particle's own x
  std::uint32_t last;    ///< the first of the cell behind that

  /// The cell of a particle of the row, as EntryCells counts them.
  __device__ __forceinline__ std::uint32_t cell(std::uint32_t particle) const {
    return 3 * row + (particle >= middle ? 1 : 0) + (particle >= last ? 1 : 0);
  }
  /// Which particle of its cell it is.
  __device__ __forceinline__ std::uint32_t ordinal(std::uint32_t particle) const {
    return particle - (particle >= last ? last : particle >= middle ? middle : first);
  }
};

/// What a builder tells of the place in which it found a neighbour.
template <class Format>
using OriginIn = std::conditional_t<has_cell_entries<Format>, RowOfCells, RowOrigin>;

/// The origin of what is found in row `row` around `cell`, whose particles are `range`. Reads
/// cell_begin where a format asks for the cells of the row.
template <class Format>
__device__ __forceinline__ OriginIn<Format> origin_in_row(const ListArguments& a, CellIndex cell,
                                                          std::uint32_t row, ParticleRange range) {
  if constexpr (has_cell_entries<Format>) {
    if (range.first == range.last) return {row, 0, 0, 0};  // perhaps outside the grid
    const std::uint32_t own = cell_key(a.grid, {cell.x, cell.y + static_cast<int>(row % 3) - 1,
                                                cell.z + static_cast<int>(row / 3) - 1});
    const ParticleRange middle = particles_of_cell(a, own);
    return {row, range.first, middle.first, middle.last};
  } else {
    return {row, range.first};
  }
}

/// The word by which the list of a particle names a neighbour. Clears `encodable` where the format
/// has none for it.
template <class Format>
__device__ __forceinline__ typename Format::Entry list_entry(std::uint32_t neighbour,
                                                             RowOrigin origin, bool& encodable) {
  static_assert(!has_cell_entries<Format>, "what stands before it tells what it is");
  if constexpr (has_relative_entries<Format>) {
    const std::uint32_t ordinal = neighbour - origin.first;
    encodable = encodable && ordinal < most_in_relative_row;
    return relative_entry(origin.row, ordinal);
  } else {
    return neighbour;
  }
}

/// Stores an entry in a slot of a section's part of a particle's list.
template <class Format>
__device__ __forceinline__ void store_entry(const ListArrays& list, std::uint32_t particle,
                                            std::uint32_t section, std::uint32_t slot,
                                            typename Format::Entry entry) {
  part_entries<Format>(list, list_part(Format::format(), section))[list_offset(
      Format::format(), list.stride, list.capacity, particle, slot)] = entry;
}

/// Appends to one particle's list; counts on, without storing, once a part is full. The list must
/// outlive the writer.
///
/// Sections are told apart by folds over constants, not by loops over an array: an array that is
/// indexed at run time would live on the stack.
template <class Format>
class ListWriter {
 public:
  using Origin = OriginIn<Format>;

  __device__ __forceinline__ ListWriter(const ListArrays& list, std::uint32_t particle)
      : list_(list), particle_(particle) {}

  __device__ __forceinline__ void append(ParticleType type, std::uint32_t neighbour,
                                         const Origin& origin) {
    append(Sections{}, list_section(Format::format(), Format::types, type), neighbour, origin);
  }

  /// Entries of a section so far.
  template <std::uint32_t section>
  __device__ __forceinline__ std::uint32_t count() const {
    return used_[section];
  }
  /// Says that a section has `count` entries, which others have stored.
  template <std::uint32_t section>
  __device__ __forceinline__ void set_count(std::uint32_t count) {
    used_[section] = count;
  }
  /// Says that a neighbour was found for which the format has no entry.
  __device__ __forceinline__ void set_unencodable() { encodable_ = false; }

  /// Writes the end markers and raises `required`; call it once, after the last append. A list that
  /// was too short is left empty and well-formed.
  __device__ __forceinline__ void finish() {
    finish(Sections{}, std::make_integer_sequence<std::uint32_t, Format::parts>{});
  }

 private:
  using Sections = std::make_integer_sequence<std::uint32_t, Format::sections>;

  template <std::uint32_t... all>
  __device__ __forceinline__ void append(std::integer_sequence<std::uint32_t, all...> sections,
                                         std::uint32_t section, std::uint32_t neighbour,
                                         const Origin& origin) {
    std::uint32_t slot = 0;
    ((slot = section == all ? list_slot(Format::format(), all, used_[all], slots_of(all)) : slot),
     ...);
    const std::uint32_t part = list_part(Format::format(), section);
    if (required(sections, part) < part_slots<Format>(list_, part)) {
      store_entry<Format>(list_, particle_, section, slot,
                          entry(sections, section, neighbour, origin));
    }
    ((used_[all] += section == all ? 1 : 0), ...);
  }

  /// The word for a neighbour behind those that the section has.
  template <std::uint32_t... all>
  __device__ __forceinline__ typename Format::Entry entry(
      std::integer_sequence<std::uint32_t, all...>, std::uint32_t section, std::uint32_t neighbour,
      const Origin& origin) {
    if constexpr (has_cell_entries<Format>) {
      const std::uint32_t cell = origin.cell(neighbour) + 1;
      const std::uint32_t ordinal = origin.ordinal(neighbour);
      encodable_ = encodable_ && ordinal < most_in_entry_cell;
      bool changes = false;
      ((changes = section == all ? cells_[all] != cell : changes), ...);
      ((cells_[all] = section == all ? cell : cells_[all]), ...);
      return changes ? cell_entry(cell - 1, ordinal) : cell_entry(ordinal);
    } else {
      return list_entry<Format>(neighbour, origin, encodable_);
    }
  }

  template <std::uint32_t... all, std::uint32_t... parts>
  __device__ __forceinline__ void finish(std::integer_sequence<std::uint32_t, all...> sections,
                                         std::integer_sequence<std::uint32_t, parts...>) {
    std::uint32_t most[words] = {};
    ((most[word(parts)] = larger(required(sections, parts), most[word(parts)])), ...);
    if (!encodable_) most[0] = list_unencodable;
    const bool fits = ((most[word(parts)] <= part_slots<Format>(list_, parts)) && ...);
    (close(all, fits ? used_[all] : 0), ...);
#pragma unroll
    for (std::uint32_t w = 0; w < words; ++w) {
      if (most[w] > list_.required[w]) atomicMax(list_.required + w, most[w]);
    }
  }

  __device__ __forceinline__ void close(std::uint32_t section, std::uint32_t used) {
    store_entry<Format>(list_, particle_, section,
                        list_slot(Format::format(), section, used, slots_of(section)), Format::end);
  }

  /// Slots used of a part, end markers included.
  template <std::uint32_t... all>
  __device__ __forceinline__ std::uint32_t required(std::integer_sequence<std::uint32_t, all...>,
                                                    std::uint32_t part) const {
    return ((list_part(Format::format(), all) == part ? used_[all] + 1 : 0) + ...);
  }

  /// Slots of the part that a section fills.
  __device__ __forceinline__ std::uint32_t slots_of(std::uint32_t section) const {
    return part_slots<Format>(list_, list_part(Format::format(), section));
  }

  __device__ static __forceinline__ std::uint32_t larger(std::uint32_t a, std::uint32_t b) {
    return a > b ? a : b;
  }

  SPHLAB_HOST_DEVICE static constexpr std::uint32_t word(std::uint32_t part) {
    return list_required_word(Format::format(), part);
  }
  /// Words of `required` that the format counts in.
  static constexpr std::uint32_t words =
      list_required_word(Format::format(), Format::parts - 1) + 1;

  const ListArrays& list_;
  std::uint32_t particle_;
  std::uint32_t used_[Format::sections] = {};
  bool encodable_ = true;
  /// The cell of each section's last entry, counted from 1: at first none. Unused by other entries.
  std::uint32_t cells_[Format::sections] = {};
};

}  // namespace sphlab
