// The batches of a section of a particle's list, of entries that are indices.
#pragma once

#include "kernels/neighbours/iterator_core.cuh"

namespace sphlab {

/// Where the slots of a section lie, and what a batch of them holds. No entry is tested by itself
/// but in the batch that an end marker ends, which the highest bit tells from the others. No index
/// has that bit: as many particles fit into no device.
template <class Format>
requires(!has_relative_entries<Format>) class SectionBatches {
  static constexpr std::uint32_t marks_end = 0x80000000u;

 protected:
  static constexpr ListFormat format = Format::format();

  __device__ __forceinline__ SectionBatches(const PairArguments& a, std::uint32_t particle)
      : list_(a.list), particle_(particle) {}

  __device__ __forceinline__ void open(std::uint32_t section) {
    const std::uint32_t part = list_part(format, section);
    upward_ = list_goes_up(format, section);
    slots_ = part_slots<Format>(ListSlots{list_.capacity, list_.first_part}, part);
    part_ = part_entries<Format>(list_, part);
  }

  /// The lowest slot of the batch that begins `taken` entries behind where the section does.
  template <int width>
  __device__ __forceinline__ const std::uint32_t* place(std::uint32_t taken) const {
    const std::uint32_t slot = upward_ ? taken : slots_ - taken - width;
    return part_ + list_offset(format, list_.stride, list_.capacity, particle_, slot);
  }

  /// Loads entries in the order of their slots.
  template <int width>
  __device__ __forceinline__ void load(const std::uint32_t* batch,
                                       std::uint32_t (&entries)[width]) const {
    constexpr int whole = static_cast<int>(list_vector(format));
    constexpr int length = width < whole ? width : whole;
    using Vector = EntryVector<std::uint32_t, length>;
#pragma unroll
    for (int v = 0; v < width; v += length) {
      const Vector vector = *reinterpret_cast<const Vector*>(
          batch + list_offset(format, list_.stride, list_.capacity, 0, v));
#pragma unroll
      for (int k = 0; k < length; ++k) entries[v + k] = vector.entries[k];
    }
  }

  template <int width>
  __device__ static __forceinline__ bool holds_end(const std::uint32_t (&entries)[width]) {
    std::uint32_t any = 0;
#pragma unroll
    for (int k = 0; k < width; ++k) any |= entries[k];
    return (any & marks_end) != 0;
  }

  /// Takes what stands before the end marker, all where there is none, and the particle itself in
  /// place of the rest. Returns how many neighbours these are.
  /// @param is_whole known to hold no marker
  template <int width>
  __device__ __forceinline__ int before_end(bool is_whole, const std::uint32_t (&entries)[width],
                                            std::uint32_t (&neighbours)[width]) const {
    int count = 0;
    bool open = true;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      // two values to choose from, not two addresses, which would keep the batch on the stack
      const std::uint32_t of_upward = entries[k];
      const std::uint32_t of_downward = entries[width - 1 - k];
      const std::uint32_t entry = upward_ ? of_upward : of_downward;
      open = is_whole || (open && entry != Format::end);
      neighbours[k] = open ? entry : particle_;
      count = open ? k + 1 : count;
    }
    return count;
  }

  const ListView& list_;
  std::uint32_t particle_;
  const std::uint32_t* part_ = nullptr;
  std::uint32_t slots_ = 0;
  bool upward_ = true;
};

}  // namespace sphlab
