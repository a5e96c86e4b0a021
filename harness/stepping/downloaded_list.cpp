#include "harness/stepping/downloaded_list.hpp"

#include <cstring>

#include "kernels/abi/relative_entry.hpp"

namespace sphlab {
namespace {

template <class Entry>
Entry read(const std::vector<std::byte>& region, std::size_t index) {
  Entry entry;
  std::memcpy(&entry, region.data() + index * sizeof entry, sizeof entry);
  return entry;
}

// Row 9 and beyond is no row, and a row's cells may lie outside the grid: neither names a particle.
std::uint32_t decode(const DownloadedList& list, std::uint32_t particle, std::uint16_t entry) {
  const std::uint32_t row = entry >> 12;
  const std::uint32_t key = list.keys[particle];
  const std::int64_t y = key / list.grid.cells.x % list.grid.cells.y + std::int64_t{row} % 3 - 1;
  const std::int64_t z = key / list.grid.cells.x / list.grid.cells.y + std::int64_t{row} / 3 - 1;
  if (row > 8 || y < 0 || z < 0 || y >= list.grid.cells.y || z >= list.grid.cells.z)
    return list_end - 1;
  return RelativeRows(list.grid, list.cell_begin.data(), key).particle(entry);
}

}  // namespace

std::uint32_t DownloadedList::entry(std::uint32_t section, std::uint32_t particle,
                                    std::uint32_t k) const {
  const std::vector<std::byte>& region = regions[list_region(format, section)];
  const std::size_t index =
      list_offset(format, stride, capacity, particle, list_slot(format, section, k, capacity));
  if (format.entry_bytes == 4) return read<std::uint32_t>(region, index);
  const auto relative = read<std::uint16_t>(region, index);
  return relative == relative_end ? list_end : decode(*this, particle, relative);
}

}  // namespace sphlab
