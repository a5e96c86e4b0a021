// Entries of 16 bits: a neighbour relative to the cell of the particle whose list it is in
// (catalogue L2, beyond the papers).
//
// Four bits tell in which of the nine rows of cells around the particle the neighbour lies, twelve
// which particle of the row it is. The cells are those of the last sort.
#pragma once

#include <cstdint>

#include "kernels/abi/grid.hpp"
#include "kernels/abi/host_device.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {

/// The end marker of 16-bit entries. No neighbour is written so: rows end at 8.
inline constexpr std::uint16_t relative_end = static_cast<std::uint16_t>(list_end);

/// Particles of a row of three cells that can be told apart.
inline constexpr std::uint32_t most_in_relative_row = 1u << 12;

/// Row `row` (0 to 8: y fastest, z slowest, as builders visit them) and the ordinal in it.
SPHLAB_HOST_DEVICE constexpr std::uint16_t relative_entry(std::uint32_t row,
                                                          std::uint32_t ordinal) {
  return static_cast<std::uint16_t>(row << 12 | ordinal);
}

/// Finds neighbours again. The grid and cell_begin must be those that the list was built with, and
/// outlive it.
class RelativeRows {
 public:
  RelativeRows() = default;
  /// @param key the particle's cell at the last sort.
  SPHLAB_HOST_DEVICE RelativeRows(const Grid& grid, const std::uint32_t* cell_begin,
                                  std::uint32_t key)
      : rows_(cell_begin + key - (key % grid.cells.x == 0 ? 0 : 1)),
        step_y_(static_cast<int>(grid.cells.x)),
        step_z_(static_cast<int>(grid.cells.x * grid.cells.y)) {}

  /// The neighbour's index.
  SPHLAB_HOST_DEVICE std::uint32_t particle(std::uint16_t entry) const {
    const int row = entry >> 12;
    return rows_[(row % 3 - 1) * step_y_ + (row / 3 - 1) * step_z_] +
           (entry & (most_in_relative_row - 1));
  }

 private:
  const std::uint32_t* rows_ = nullptr;  ///< at the first cell of the particle's own row
  int step_y_ = 0;
  int step_z_ = 0;
};

}  // namespace sphlab
