// Entries of 16 bits relative to a cell: where the cell changes, the entry tells the new one, and
// those after it do not (catalogue L2; as GPUSPH's lists are).
//
// The upper five bits are 0 where the neighbour lies in the same cell as the one before it in the
// section, else the cell, 1 to 27. The lower eleven tell which particle of the cell it is. The
// first entry of a section tells its cell. The cells are those of the last sort.
#pragma once

#include <cstdint>

#include "kernels/abi/grid.hpp"
#include "kernels/abi/host_device.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {

inline constexpr std::uint32_t cell_entry_shift = 11;

/// Particles of a cell that can be told apart.
inline constexpr std::uint32_t most_in_entry_cell = 1u << cell_entry_shift;

/// The cells around a particle's: number x + 3 y + 9 z, each 0, 1 or 2, and its own in the middle.
inline constexpr std::uint32_t cells_of_entries = 27;

/// The end marker. No neighbour is written so: cells end at 27, and the marker has 31.
inline constexpr std::uint16_t cell_entry_end = static_cast<std::uint16_t>(list_end);
static_assert(cell_entry_end >> cell_entry_shift > cells_of_entries);

/// A neighbour in the cell of the one before it. @param ordinal in that cell.
SPHLAB_HOST_DEVICE constexpr std::uint16_t cell_entry(std::uint32_t ordinal) {
  return static_cast<std::uint16_t>(ordinal);
}
/// A neighbour in another cell, or the first of a section.
SPHLAB_HOST_DEVICE constexpr std::uint16_t cell_entry(std::uint32_t cell, std::uint32_t ordinal) {
  return static_cast<std::uint16_t>((cell + 1) << cell_entry_shift | ordinal);
}

/// Whether an entry, which is no end marker, tells a cell.
SPHLAB_HOST_DEVICE constexpr bool tells_cell(std::uint16_t entry) {
  return entry >= most_in_entry_cell;
}
/// The cell that an entry tells.
SPHLAB_HOST_DEVICE constexpr std::uint32_t cell_of_entry(std::uint16_t entry) {
  return (std::uint32_t{entry} >> cell_entry_shift) - 1;
}
SPHLAB_HOST_DEVICE constexpr std::uint32_t ordinal_of_entry(std::uint16_t entry) {
  return entry & (most_in_entry_cell - 1);
}

/// A third of a number below 32, without a division.
SPHLAB_HOST_DEVICE constexpr std::uint32_t third_of(std::uint32_t number) {
  return number * 11 >> 5;
}

/// Finds the cells of entries again. The grid and cell_begin must be those that the list was built
/// with, and cell_begin outlives it.
class EntryCells {
 public:
  EntryCells() = default;
  /// @param key the particle's cell at the last sort.
  SPHLAB_HOST_DEVICE EntryCells(const Grid& grid, const std::uint32_t* cell_begin,
                                std::uint32_t key)
      : cell_begin_(cell_begin),
        lowest_(key - 1 - grid.cells.x - grid.cells.x * grid.cells.y),
        next_row_(grid.cells.x - 3),
        next_layer_(grid.cells.x * grid.cells.y - 3 * grid.cells.x) {}

  /// The first particle of the cell that an entry tells, which lies in the grid.
  SPHLAB_HOST_DEVICE std::uint32_t begin(std::uint16_t entry) const {
    const std::uint32_t cell = cell_of_entry(entry);
    const std::uint32_t row = third_of(cell);
    return cell_begin_[lowest_ + cell + row * next_row_ + third_of(row) * next_layer_];
  }

 private:
  const std::uint32_t* cell_begin_ = nullptr;
  // Keys modulo 2^32: those of cells outside the grid are never used.
  std::uint32_t lowest_ = 0;      ///< of cell 0
  std::uint32_t next_row_ = 0;    ///< from behind a row of three cells to the row at the next y
  std::uint32_t next_layer_ = 0;  ///< from behind three rows to those at the next z
};

}  // namespace sphlab
