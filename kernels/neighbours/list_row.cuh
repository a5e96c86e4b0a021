// The slots of a particle, and of those after it, in a part of a list.
#pragma once

#include "kernels/neighbours/list_parts.cuh"

namespace sphlab {

/// Where the slots of some particles that follow one another lie: for a loop that stores into many
/// of them. The address of a slot costs a shift and two multiplications of 32 bits.
template <class Format>
class ListRow {
 public:
  using Entry = typename Format::Entry;

  /// Whether the distance of two chunks of a particle is known in 32 bits: what a row needs.
  static bool serves(const ListArrays& list) {
    return std::uint64_t{list.stride} * chunk_bytes <= 0xffffffffu;
  }

  __device__ __forceinline__ ListRow(const ListArrays& list, std::uint32_t part,
                                     std::uint32_t particle)
      : first_(part_entries<Format>(list, part) +
               list_particle_offset(Format::format(), list.capacity, particle)),
        capacity_(list.capacity),
        skip_((list.stride - 1) * chunk_bytes) {}

  /// From slot k of a particle to its slot k + slots [bytes]. @param slots whole chunks.
  __device__ __forceinline__ std::uint64_t distance(std::uint32_t slots) const {
    if constexpr (Format::format().chunk == 0) {
      return slots * sizeof(Entry);
    } else {
      return std::uint64_t{slots / Format::format().chunk} * (skip_ + chunk_bytes);
    }
  }

  /// Slot k of the `ahead`-th particle.
  __device__ __forceinline__ Entry* slot(std::uint32_t ahead, std::uint32_t k) const {
    Entry* entry = first_;
    if constexpr (Format::format().chunk != 0) {
      entry = reinterpret_cast<Entry*>(reinterpret_cast<unsigned char*>(entry) +
                                       std::uint64_t{k / Format::format().chunk} * skip_);
    }
    return entry + k + list_particle_offset(Format::format(), capacity_, ahead);
  }

 private:
  static constexpr std::uint32_t chunk_bytes =
      Format::format().chunk * list_entry_bytes(Format::format());

  Entry* first_;
  std::uint32_t capacity_;
  /// From the end of a chunk of a particle to the beginning of its next [bytes].
  std::uint32_t skip_;
};

}  // namespace sphlab
