// The curve of Morton through the cells of a grid.
#pragma once

#include <cstdint>

#include "kernels/abi/grid.hpp"

namespace sphlab {

/// Ranks the cells of a cube, `side` (a power of two) cells along each axis from `low` on, as far
/// as they are of the grid: octant by octant, x changing first. `next` is the first free rank.
inline void rank_cube(const Grid& grid, uint3 low, std::uint32_t side, std::uint32_t* rank_of_cell,
                      std::uint32_t& next) {
  if (low.x >= grid.cells.x || low.y >= grid.cells.y || low.z >= grid.cells.z) return;
  if (side == 1) {
    rank_of_cell[low.x + grid.cells.x * (low.y + grid.cells.y * low.z)] = next++;
    return;
  }
  const std::uint32_t half = side / 2;
  for (std::uint32_t octant = 0; octant < 8; ++octant) {
    const uint3 corner{low.x + (octant & 1) * half, low.y + (octant >> 1 & 1) * half,
                       low.z + (octant >> 2) * half};
    rank_cube(grid, corner, half, rank_of_cell, next);
  }
}

}  // namespace sphlab
