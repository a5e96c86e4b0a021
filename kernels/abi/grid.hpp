// The uniform grid of the cell-linked list.
#pragma once

#include <cstdint>

#include "kernels/abi/host_device.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// A regular grid of cubic cells, side not below the influence radius (paper A, 2.3, figure 1).
struct Grid {
  float3 origin;        ///< lower corner [m]
  float inverse_side;   ///< 1 / cell side [1/m]
  uint3 cells;          ///< cells along x, y, z
  std::uint32_t count;  ///< cells.x * cells.y * cells.z
};

/// Key of a particle that has left the grid (or whose position is not a number): it sorts behind
/// every cell, so that the live particles are exactly [0, cell_begin[grid.count]).
SPHLAB_HOST_DEVICE constexpr std::uint32_t lost_key(const Grid& grid) {
  return grid.count;
}

}  // namespace sphlab
