// Fills a neighbour list of any format, one particle a thread.
#pragma once

#include "kernels/neighbours/list_region.cuh"

namespace sphlab {

/// The row of cells in which a neighbour was found, seen from the particle's own cell.
struct RowOrigin {
  std::uint32_t row;    ///< 0 to 8, as RelativeRows counts them
  std::uint32_t first;  ///< the row's first particle
};

/// Appends to one particle's list; counts on, without storing, once a region is full. The view must
/// outlive the writer.
///
/// Sections are told apart by folds over constants, not by loops over an array: an array that is
/// indexed at run time would live on the stack.
template <class Format>
class ListWriter {
 public:
  __device__ __forceinline__ ListWriter(const ListView& list, std::uint32_t particle)
      : list_(list), particle_(particle) {}

  __device__ __forceinline__ void append(ParticleType type, std::uint32_t neighbour,
                                         RowOrigin origin) {
    append(Sections{}, list_section(Format::format, Format::types, type), neighbour, origin);
  }

  /// Writes the end markers and raises `required`; call it once, after the last append. A list that
  /// was too short is left empty and well-formed.
  __device__ __forceinline__ void finish() {
    finish(Sections{}, std::make_integer_sequence<std::uint32_t, Format::regions>{});
  }

 private:
  using Sections = std::make_integer_sequence<std::uint32_t, Format::sections>;
  using Entry = typename Format::Entry;
  static constexpr ListFormat format = Format::format;

  template <std::uint32_t... all>
  __device__ __forceinline__ void append(std::integer_sequence<std::uint32_t, all...> sections,
                                         std::uint32_t section, std::uint32_t neighbour,
                                         RowOrigin origin) {
    std::uint32_t slot = 0;
    ((slot = section == all ? list_slot(format, all, used_[all], list_.capacity) : slot), ...);
    const std::uint32_t region = list_region(format, section);
    if (required(sections, region) < list_.capacity) {
      region_entries<Format>(list_, region)[offset(slot)] = encode(neighbour, origin);
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
    const std::uint32_t slot = list_slot(format, section, used, list_.capacity);
    region_entries<Format>(list_, list_region(format, section))[offset(slot)] = Format::end;
  }

  /// Slots used of a region, end markers included.
  template <std::uint32_t... all>
  __device__ __forceinline__ std::uint32_t required(std::integer_sequence<std::uint32_t, all...>,
                                                    std::uint32_t region) const {
    return ((list_region(format, all) == region ? used_[all] + 1 : 0) + ...);
  }

  __device__ __forceinline__ Entry encode(std::uint32_t neighbour, RowOrigin origin) {
    if constexpr (format.entry_bytes == 2) {
      const std::uint32_t ordinal = neighbour - origin.first;
      encodable_ = encodable_ && ordinal < most_in_relative_row;
      return relative_entry(origin.row, ordinal);
    } else {
      return neighbour;
    }
  }

  __device__ __forceinline__ std::size_t offset(std::uint32_t slot) const {
    return list_offset(format, list_.stride, list_.capacity, particle_, slot);
  }

  const ListView& list_;
  std::uint32_t particle_;
  std::uint32_t used_[Format::sections] = {};
  bool encodable_ = true;
};

}  // namespace sphlab
