#include "harness/stepping/downloaded_list.hpp"

#include <cstring>

#include "kernels/abi/cell_entry.hpp"
#include "kernels/abi/relative_entry.hpp"

namespace sphlab {
namespace {

template <class Entry>
Entry read(const UnfilledVector<std::byte>& region, std::size_t index) {
  Entry entry;
  std::memcpy(&entry, region.data() + index * sizeof entry, sizeof entry);
  return entry;
}

// What no kernel may read: neither a particle nor the end of a section.
constexpr std::uint32_t no_particle = list_end - 1;

// Whether the cell at (x, y, z), each 0, 1 or 2, around that of `key` lies in the grid.
bool in_grid(const Grid& grid, std::uint32_t key, std::uint32_t x, std::uint32_t y,
             std::uint32_t z) {
  const auto inside = [](std::uint32_t own, std::uint32_t step, std::uint32_t cells) {
    return own + step >= 1 && own + step - 1 < cells;
  };
  return inside(key % grid.cells.x, x, grid.cells.x) &&
         inside(key / grid.cells.x % grid.cells.y, y, grid.cells.y) &&
         inside(key / grid.cells.x / grid.cells.y, z, grid.cells.z);
}

// Row 9 and beyond is no row, and a row's cells may lie outside the grid: neither names a particle.
std::uint32_t decode_in_row(const DownloadedList& list, std::uint32_t particle,
                            std::uint16_t entry) {
  const std::uint32_t row = entry >> 12;
  const std::uint32_t key = list.keys[particle];
  if (row > 8 || !in_grid(list.grid, key, 1, row % 3, row / 3)) return no_particle;
  return RelativeRows(list.grid, list.cell_begin.data(), key).particle(entry);
}

// Relative to the cell that `teller` tells, which may be none that there is.
std::uint32_t decode_in_cell(const DownloadedList& list, std::uint32_t particle,
                             std::uint16_t teller, std::uint16_t entry) {
  const std::uint32_t cell = cell_of_entry(teller);
  const std::uint32_t key = list.keys[particle];
  if (cell >= cells_of_entries || !in_grid(list.grid, key, cell % 3, cell / 3 % 3, cell / 9))
    return no_particle;
  return EntryCells(list.grid, list.cell_begin.data(), key).begin(teller) + ordinal_of_entry(entry);
}

}  // namespace

std::size_t DownloadedList::place_of(std::uint32_t section, std::uint32_t particle,
                                     std::uint32_t k) const {
  const std::uint32_t slot = list_slot(format, section, k, section_slots(section));
  return list_offset(format, stride, slots.capacity, particle,
                     list_part_begin(format, list_part(format, section), slots) + slot);
}

std::uint32_t DownloadedList::entry(std::uint32_t section, std::uint32_t particle,
                                    std::uint32_t k) const {
  const UnfilledVector<std::byte>& region = regions[region_of(section)];
  if (format.entry == ListEntry::index)
    return read<std::uint32_t>(region, place_of(section, particle, k));
  const auto relative = read<std::uint16_t>(region, place_of(section, particle, k));
  if (relative == static_cast<std::uint16_t>(list_end)) return list_end;
  if (format.entry == ListEntry::in_row) return decode_in_row(*this, particle, relative);
  for (std::uint32_t back = k + 1; back-- > 0;) {
    const auto teller = read<std::uint16_t>(region, place_of(section, particle, back));
    if (tells_cell(teller)) return decode_in_cell(*this, particle, teller, relative);
  }
  return no_particle;  // the section does not begin with a cell
}

}  // namespace sphlab
