// The uniform grid of the cell-linked list.
#pragma once

#include <cstdint>

#include "kernels/abi/host_device.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// Cells that fit into the list's radius at most.
inline constexpr std::uint32_t most_cells_per_radius = 3;

/// A regular grid of cubic cells, side not below 1/reach of the list's radius (paper A, 2.3,
/// figure 1, where the reach is 1; paper D, 4.5, where it is 2).
struct Grid {
  float3 origin;        ///< lower corner [m]
  float inverse_side;   ///< 1 / cell side [1/m]
  uint3 cells;          ///< cells along x, y, z
  std::uint32_t count;  ///< cells.x * cells.y * cells.z
  /// Cells to each side in which neighbours may lie, from 1 to most_cells_per_radius.
  std::uint32_t reach = 1;
  /// Cuboids along each axis into which the order of the run cuts a cell; 1: it cuts none.
  std::uint32_t tile = 1;
  /// [count] place of a cell, numbered x fastest, in the order of the run, which is its key; and
  /// the cell at each place. Device pointers; null in the linear order, where the two are the same.
  const std::uint32_t* rank_of_cell = nullptr;
  const std::uint32_t* cell_of_rank = nullptr;
};

/// Cuboids of one cell, whose keys follow each other.
SPHLAB_HOST_DEVICE constexpr std::uint32_t tiles_per_cell(const Grid& grid) {
  return grid.tile * grid.tile * grid.tile;
}

/// Cuboids of all cells. It fits into 32 bits: an order that cuts more is refused.
SPHLAB_HOST_DEVICE constexpr std::uint32_t tile_count(const Grid& grid) {
  return grid.count * tiles_per_cell(grid);
}

/// Where each cuboid begins, [tile_count + 2] as the offsets of cells, behind which they lie (paper
/// E, equation 5). For a grid whose cells are cut.
///
/// @param cell_begin [grid.count + 2].
template <class Offset>
SPHLAB_HOST_DEVICE constexpr Offset* tile_begin(const Grid& grid, Offset* cell_begin) {
  return cell_begin + grid.count + 2;
}

/// Key of a particle that has left the grid (or whose position is not a number): it sorts behind
/// every cell, so that the live particles are exactly [0, cell_begin[grid.count]).
SPHLAB_HOST_DEVICE constexpr std::uint32_t lost_key(const Grid& grid) {
  return grid.count;
}

}  // namespace sphlab
