// A neighbour list in the host's memory, read in whatever format it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "kernels/abi/grid.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {

/// A list as the device held it, with what is needed to read it.
struct DownloadedList {
  ListFormat format{};
  TypeMask types = 0;  ///< of particles that it keeps apart
  std::uint32_t stride = 0;
  ListSlots slots{};                               ///< of a particle in each region
  std::vector<UnfilledVector<std::byte>> regions;  ///< each stride * slots.capacity entries
  /// Grid, cells and keys of the last sort, for entries that are relative to cells; else they may
  /// be empty.
  Grid grid{};
  std::vector<std::uint32_t> cell_begin, keys;

  /// Entry k of a section of a particle's list: the neighbour's index, or list_end. The caller
  /// keeps k below section_slots(). What does not name a particle comes back as it stands.
  std::uint32_t entry(std::uint32_t section, std::uint32_t particle, std::uint32_t k) const;

  /// Slots of the part that a section fills, or shares.
  std::uint32_t section_slots(std::uint32_t section) const {
    return list_part_slots(format, list_part(format, section), slots);
  }
  /// The number of the region in which a section lies.
  std::uint32_t region_of(std::uint32_t section) const {
    return list_region(format, list_part(format, section));
  }
  /// Index in that region at which entry k of a section of a particle's list stands.
  std::size_t place_of(std::uint32_t section, std::uint32_t particle, std::uint32_t k) const;
  /// Entries in a region.
  std::size_t region_entries() const { return std::size_t{stride} * slots.capacity; }
  /// Bytes of all regions.
  std::size_t bytes() const { return regions.size() * region_entries() * list_entry_bytes(format); }
};

}  // namespace sphlab
