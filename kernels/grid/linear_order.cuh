// The linear order of cells, x fastest: the three cells of a row that a particle looks at are
// contiguous, and so are their particles.
#pragma once

#include "kernels/abi/grid.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/seam.cuh"

namespace sphlab {

struct CellIndex {
  int x, y, z;
};

/// The cell of a position; outside the grid where a component is negative or not below grid.cells.
__device__ __forceinline__ CellIndex cell_of(const Grid& grid, float4 position) {
  return {static_cast<int>(floorf((position.x - grid.origin.x) * grid.inverse_side)),
          static_cast<int>(floorf((position.y - grid.origin.y) * grid.inverse_side)),
          static_cast<int>(floorf((position.z - grid.origin.z) * grid.inverse_side))};
}

__host__ __device__ __forceinline__ std::uint32_t cell_key(const Grid& grid, CellIndex cell) {
  return static_cast<std::uint32_t>(cell.x) +
         grid.cells.x * (static_cast<std::uint32_t>(cell.y) +
                         grid.cells.y * static_cast<std::uint32_t>(cell.z));
}

/// Key of the cell of a position. One that is not a number compares false with every bound and is
/// lost, as is one outside the grid.
__device__ __forceinline__ std::uint32_t linear_key_of(const Grid& grid, float4 position) {
  const float x = floorf((position.x - grid.origin.x) * grid.inverse_side);
  const float y = floorf((position.y - grid.origin.y) * grid.inverse_side);
  const float z = floorf((position.z - grid.origin.z) * grid.inverse_side);
  const bool inside = x >= 0.0f && y >= 0.0f && z >= 0.0f && x < static_cast<float>(grid.cells.x) &&
                      y < static_cast<float>(grid.cells.y) && z < static_cast<float>(grid.cells.z);
  return inside ? cell_key(grid, {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)})
                : lost_key(grid);
}

/// The cell of a key below grid.count.
__device__ __forceinline__ CellIndex cell_index(const Grid& grid, std::uint32_t key) {
  return {static_cast<int>(key % grid.cells.x), static_cast<int>(key / grid.cells.x % grid.cells.y),
          static_cast<int>(key / grid.cells.x / grid.cells.y)};
}

/// The particles of the cells from x = low to high at (y, z), clipped to the grid.
__device__ __forceinline__ ParticleRange span_range(const Grid& grid,
                                                    const std::uint32_t* cell_begin, int low,
                                                    int high, int y, int z) {
  if (y < 0 || z < 0 || y >= static_cast<int>(grid.cells.y) ||
      z >= static_cast<int>(grid.cells.z)) {
    return {0, 0};
  }
  const int last = static_cast<int>(grid.cells.x) - 1;
  low = low > 0 ? low : 0;
  high = high < last ? high : last;
  return {cell_begin[cell_key(grid, {low, y, z})], cell_begin[cell_key(grid, {high, y, z}) + 1]};
}

/// The same, of the arguments of a stage.
template <class Arguments>
__device__ __forceinline__ ParticleRange span_range(const Arguments& a, int low, int high, int y,
                                                    int z) {
  return span_range(a.grid, a.cell_begin, low, high, y, z);
}

/// The particles of the row of cells [x-1, x+1] at (y, z), clipped to the grid.
__device__ __forceinline__ ParticleRange row_range(const Grid& grid,
                                                   const std::uint32_t* cell_begin, int x, int y,
                                                   int z) {
  return span_range(grid, cell_begin, x - 1, x + 1, y, z);
}

/// The same, of the arguments of a stage.
template <class Arguments>
__device__ __forceinline__ ParticleRange row_range(const Arguments& a, int x, int y, int z) {
  return row_range(a.grid, a.cell_begin, x, y, z);
}

}  // namespace sphlab
