// A neighbour list in the host's memory, read in whatever format it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/abi/grid.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {

/// A list as the device held it, with what is needed to read it.
struct DownloadedList {
  ListFormat format{};
  TypeMask types = 0;  ///< that it keeps apart
  std::uint32_t stride = 0;
  std::uint32_t capacity = 0;
  std::vector<std::vector<std::byte>> regions;  ///< each stride * capacity entries
  /// Of the last sort; read where entries are relative to cells, else they may be empty.
  Grid grid{};
  std::vector<std::uint32_t> cell_begin, keys;

  /// Entry k of a section of a particle's list: the neighbour's index, or list_end. The caller
  /// keeps k below capacity. What does not name a particle comes back as it stands.
  std::uint32_t entry(std::uint32_t section, std::uint32_t particle, std::uint32_t k) const;

  /// Entries in a region.
  std::size_t region_entries() const { return std::size_t{stride} * capacity; }
  /// Of all regions.
  std::size_t bytes() const { return regions.size() * region_entries() * list_entry_bytes(format); }
};

}  // namespace sphlab
