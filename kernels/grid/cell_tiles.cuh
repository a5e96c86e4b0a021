// The cuboids into which an order cuts a cell.
#pragma once

#include "kernels/grid/linear_order.cuh"

namespace sphlab {

/// A cuboid of a cell: one of grid.tile along each axis, counted from the cell's lower corner.
struct TileIndex {
  std::uint32_t x, y, z;
};

/// The cuboid of its cell in which a position lies. Along each axis it grows with the position as
/// computed: of two particles of neighbouring cells that of the lower number is the further away.
__device__ __forceinline__ TileIndex tile_of(const Grid& grid, float4 position) {
  const auto along = [&](float coordinate, float origin) {
    const float cells = (coordinate - origin) * grid.inverse_side;
    const auto tile =
        static_cast<std::uint32_t>((cells - floorf(cells)) * static_cast<float>(grid.tile));
    return tile < grid.tile ? tile : grid.tile - 1;
  };
  return {along(position.x, grid.origin.x), along(position.y, grid.origin.y),
          along(position.z, grid.origin.z)};
}

/// A key of hash of an order that cuts cells: of the cell at `place` and its cuboid number `tile`.
__device__ __forceinline__ std::uint32_t tile_key(const Grid& grid, std::uint32_t place,
                                                  std::uint32_t tile) {
  return place * tiles_per_cell(grid) + tile;
}

}  // namespace sphlab
