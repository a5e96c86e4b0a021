// Fills a neighbour list of any format, one particle per thread.
#pragma once

#include "kernels/neighbours/list_region.cuh"

namespace sphlab {

/// The row of cells in which a neighbour was found, seen from the particle's own cell. Only entries
/// of 16 bits are made of it, which need the linear order and cells of the radius.
struct RowOrigin {
  std::uint32_t row;    ///< 0 to 8, as RelativeRows counts them
  std::uint32_t first;  ///< the row's first particle
};

/// The word by which the list of a particle names a neighbour. Clears `encodable` where the format
/// has none for it.
template <class Format>
__device__ __forceinline__ typename Format::Entry list_entry(std::uint32_t neighbour,
                                                             RowOrigin origin, bool& encodable) {
  if constexpr (has_relative_entries<Format>) {
    const std::uint32_t ordinal = neighbour - origin.first;
    encodable = encodable && ordinal < most_in_relative_row;
    return relative_entry(origin.row, ordinal);
  } else {
    return neighbour;
  }
}

/// Stores an entry in a slot, below the capacity, of a section of a particle's list.
template <class Format>
__device__ __forceinline__ void store_entry(const ListArrays& list, std::uint32_t particle,
                                            std::uint32_t section, std::uint32_t slot,
                                            typename Format::Entry entry) {
  region_entries<Format>(list, list_region(Format::format(), section))[list_offset(
      Format::format(), list.stride, list.capacity, particle, slot)] = entry;
}

/// Appends to one particle's list; counts on, without storing, once a region is full. The list must
/// outlive the writer.
///
/// Sections are told apart by folds over constants, not by loops over an array: an array that is
/// indexed at run time would live on the stack.
template <class Format>
class ListWriter {
 public:
  __device__ __forceinline__ ListWriter(const ListArrays& list, std::uint32_t particle)
      : list_(list), particle_(particle) {}

  __device__ __forceinline__ void append(ParticleType type, std::uint32_t neighbour,
                                         RowOrigin origin) {
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
    finish(Sections{}, std::make_integer_sequence<std::uint32_t, Format::regions>{});
  }

 private:
  using Sections = std::make_integer_sequence<std::uint32_t, Format::sections>;

  template <std::uint32_t... all>
  __device__ __forceinline__ void append(std::integer_sequence<std::uint32_t, all...> sections,
                                         std::uint32_t section, std::uint32_t neighbour,
                                         RowOrigin origin) {
    std::uint32_t slot = 0;
    ((slot = section == all ? list_slot(Format::format(), all, used_[all], list_.capacity) : slot),
     ...);
    const std::uint32_t region = list_region(Format::format(), section);
    if (required(sections, region) < list_.capacity) {
      store_entry<Format>(list_, particle_, section, slot,
                          list_entry<Format>(neighbour, origin, encodable_));
    }
    ((used_[all] += section == all ? 1 : 0), ...);
  }

  template <std::uint32_t... all, std::uint32_t... regions>
  __device__ __forceinline__ void finish(std::integer_sequence<std::uint32_t, all...> sections,
                                         std::integer_sequence<std::uint32_t, regions...>) {
    std::uint32_t most = 0;
    ((most = required(sections, regions) > most ? required(sections, regions) : most), ...);
    if (!encodable_) most = list_unencodable;
    const bool fits = most <= list_.capacity;
    (close(all, fits ? used_[all] : 0), ...);
    if (most > *list_.required) atomicMax(list_.required, most);
  }

  __device__ __forceinline__ void close(std::uint32_t section, std::uint32_t used) {
    store_entry<Format>(list_, particle_, section,
                        list_slot(Format::format(), section, used, list_.capacity), Format::end);
  }

  /// Slots used of a region, end markers included.
  template <std::uint32_t... all>
  __device__ __forceinline__ std::uint32_t required(std::integer_sequence<std::uint32_t, all...>,
                                                    std::uint32_t region) const {
    return ((list_region(Format::format(), all) == region ? used_[all] + 1 : 0) + ...);
  }

  const ListArrays& list_;
  std::uint32_t particle_;
  std::uint32_t used_[Format::sections] = {};
  bool encodable_ = true;
};

}  // namespace sphlab
