// What every iterator over a neighbour list shares (paper A, 5.2).
//
// Iterators of different kinds differ in how their classes are put together: all of them fetch and
// decode with this code, inlined. (Chain iterators ask for registers, too, see their blocks().)
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/neighbours/list_parts.cuh"
#include "kernels/particles/type_list.hpp"

namespace sphlab {

/// The sections of a list that an iterator visits, in this order.
template <std::uint32_t... sections>
struct ListSections {};

namespace detail {
template <class Format, class Group>
struct SectionsOf;
template <class Format, ParticleType... types>
struct SectionsOf<Format, SourceTypes<types...>> {
  using type = ListSections<list_section(Format::format(), Format::types, types)...>;
};
}  // namespace detail

/// The sections that hold a group of source types, of a list that keeps types apart.
template <class Format, class Group>
using SectionsOf = typename detail::SectionsOf<Format, Group>::type;

/// Entries that lie together and are loaded as one vector.
template <class Entry, int count>
struct alignas(count * sizeof(Entry)) EntryVector {
  Entry entries[count];
};

/// Where the next entry of a particle's list is, how a batch of entries is fetched and what it
/// means. The classes that derive from it decide which section is visited when.
template <class Format>
class NeighbourIteratorCore {
 public:
  /// @param a list, and for 16-bit entries grid, cell_begin and keys: read-only while the iterator
  /// lives. @param particle whose neighbours are visited.
  __device__ __forceinline__ NeighbourIteratorCore(const PairArguments& a, std::uint32_t particle)
      : NeighbourIteratorCore(a.list, particle, Parts{}) {
    if constexpr (has_relative_entries<Format>)
      places_ = Places(a.grid, a.cell_begin, a.keys[particle]);
  }

  /// No sections are left: what a chain of iterators ends with.
  template <int width>
  __device__ __forceinline__ int next(std::uint32_t (&)[width]) {
    return 0;
  }

 protected:
  using Entry = typename Format::Entry;

  /// Visits nothing more.
  __device__ __forceinline__ void reset() { open_ = false; }

  /// Starts at the first entry of a section.
  __device__ __forceinline__ void start(std::uint32_t section) {
    current_section_ = section;
    open_part(list_part(Format::format(), section), Parts{});
    taken_ = 0;
    open_ = true;
  }

  /// Loads `width` entries at once, and returns how many stand before the end marker. The others
  /// are replaced by the particle itself, so that a caller may load their data without harm.
  template <int width>
  __device__ __forceinline__ int fetch(std::uint32_t (&neighbours)[width]) {
    if (!open_) return 0;
    Entry entries[width];
    take(entries);
    return decode(entries, neighbours);
  }
  /// Loads the next entries of a section that is open.
  template <int width>
  __device__ __forceinline__ void take(Entry (&entries)[width]) {
    static_assert(list_batch % width == 0, "a batch must not read past the allocation");
    load(entries);
    taken_ += width;
  }
  /// Whether a batch is left.
  __device__ __forceinline__ bool is_open() const { return open_; }

  std::uint32_t current_section_ = 0;

 private:
  using Parts = std::make_integer_sequence<std::uint32_t, Format::parts>;

  template <std::uint32_t... all>
  __device__ __forceinline__ NeighbourIteratorCore(const ListView& list, std::uint32_t particle,
                                                   std::integer_sequence<std::uint32_t, all...>)
      : parts_{static_cast<const Entry*>(list.parts[all])...},
        stride_(list.stride),
        capacity_(list.capacity),
        particle_(particle),
        divided_(list) {}

  template <std::uint32_t... all>
  __device__ __forceinline__ void open_part(std::uint32_t part,
                                            std::integer_sequence<std::uint32_t, all...>) {
    ((entries_ = part == all ? parts_[all] : entries_), ...);
  }

  template <int width>
  __device__ __forceinline__ void load(Entry (&entries)[width]) const {
    constexpr int whole = static_cast<int>(list_vector(Format::format()));
    constexpr int length = width < whole ? width : whole;
    using Vector = EntryVector<Entry, length>;
    const bool upward = list_goes_up(Format::format(), current_section_);
#pragma unroll
    for (int v = 0; v < width; v += length) {
      const std::uint32_t ordinal = taken_ + static_cast<std::uint32_t>(v);
      const std::uint32_t lowest = upward ? ordinal : end_of_part() - ordinal - length;
      const Vector vector = *reinterpret_cast<const Vector*>(
          entries_ + list_offset(Format::format(), stride_, capacity_, particle_, lowest));
#pragma unroll
      for (int k = 0; k < length; ++k) {
        // two values to choose from, not two addresses, which would keep the vector on the stack
        const Entry of_upward = vector.entries[k];
        const Entry of_downward = vector.entries[length - 1 - k];
        entries[v + k] = upward ? of_upward : of_downward;
      }
    }
  }

 protected:
  /// How many entries of a batch stand before the end marker, and which neighbours they are; the
  /// particle itself in place of the others.
  template <int width>
  __device__ __forceinline__ int decode(const Entry (&entries)[width],
                                        std::uint32_t (&neighbours)[width]) {
    int count = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      open_ = open_ && entries[k] != Format::end;
      neighbours[k] = open_ ? decode(entries[k]) : particle_;
      count = open_ ? k + 1 : count;
    }
    return count;
  }

  __device__ __forceinline__ std::uint32_t decode(Entry entry) const {
    if constexpr (has_relative_entries<Format>) {
      return places_.particle(entry);
    } else {
      return entry;
    }
  }

  /// The same where entries are relative to a cell. Where cells begin is loaded for the batch as a
  /// whole: no load waits for the cell of an entry before it.
  template <int width>
  requires has_cell_entries<Format> __device__ __forceinline__ int decode(
      const Entry (&entries)[width], std::uint32_t (&neighbours)[width]) {
    std::uint32_t begins[width];
    int count = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      open_ = open_ && entries[k] != Format::end;
      count = open_ ? k + 1 : count;
      begins[k] = 0;
      if (open_ && tells_cell(entries[k])) begins[k] = places_.cells.begin(entries[k]);
    }
#pragma unroll
    for (int k = 0; k < width; ++k) {
      places_.begin = tells_cell(entries[k]) ? begins[k] : places_.begin;
      neighbours[k] = k < count ? places_.begin + ordinal_of_entry(entries[k]) : particle_;
    }
    return count;
  }

 private:
  /// The slot behind the last of the part that the current section fills or shares.
  __device__ __forceinline__ std::uint32_t end_of_part() const {
    return part_slots<Format>(ListSlots{capacity_, divided_.first_part},
                              list_part(Format::format(), current_section_));
  }

  /// Slots of the first part: kept only for a list whose two parts share those of a particle. Any
  /// other part has all slots of its region.
  struct NotDivided {
    explicit __device__ __forceinline__ NotDivided(const ListView&) {}
    static constexpr std::uint32_t first_part = 0;
  };
  struct Divided {
    explicit __device__ __forceinline__ Divided(const ListView& list)
        : first_part(list.first_part) {}
    std::uint32_t first_part;
  };

  struct NoPlaces {};
  struct PlacesInCells {
    PlacesInCells() = default;
    __device__ __forceinline__ PlacesInCells(const Grid& grid, const std::uint32_t* cell_begin,
                                             std::uint32_t key)
        : cells(grid, cell_begin, key) {}
    EntryCells cells;
    std::uint32_t begin = 0;  ///< the first particle of the cell of the last entry
  };
  /// What finds the particle of an entry that does not name it.
  using Places =
      std::conditional_t<has_cell_entries<Format>, PlacesInCells,
                         std::conditional_t<has_relative_entries<Format>, RelativeRows, NoPlaces>>;

  // By value: an object that virtual inheritance keeps in memory would drag the kernel's parameters
  // there with a reference to them.
  const Entry* parts_[Format::parts];
  std::uint32_t stride_;
  std::uint32_t capacity_;
  std::uint32_t particle_;
  const Entry* entries_ = nullptr;  ///< the part of the current section
  std::uint32_t taken_ = 0;
  bool open_ = false;
  [[no_unique_address]] Places places_;
  [[no_unique_address]] std::conditional_t<has_divided_slots<Format>, Divided, NotDivided> divided_;
};

}  // namespace sphlab
