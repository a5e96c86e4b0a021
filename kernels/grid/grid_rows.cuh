// Rows of cells along x, and where the grid ends: what strategies of the linear order ask of it
// beside the sources around a cell, so that none of them counts in cells itself.
//
// Rows are numbered as cells are, y fastest; key / cells along x is the row of a cell.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/grid.hpp"
#include "kernels/grid/linear_order.cuh"

namespace sphlab {

enum class Axis { x, y, z };

/// Cells along an axis.
SPHLAB_HOST_DEVICE constexpr std::uint32_t cells_along(const Grid& grid, Axis axis) {
  return axis == Axis::x ? grid.cells.x : axis == Axis::y ? grid.cells.y : grid.cells.z;
}

/// Cells from `low` to `high` along an axis.
struct CellsAlong {
  int low, high;
};

/// Those in which neighbours of what is in cell `own` of an axis may lie, clipped to the grid.
template <Axis axis>
__host__ __device__ __forceinline__ CellsAlong near_along(const Grid& grid, int own) {
  const int last = static_cast<int>(cells_along(grid, axis)) - 1;
  const int low = own - static_cast<int>(grid.reach);
  const int high = own + static_cast<int>(grid.reach);
  return {low > 0 ? low : 0, high < last ? high : last};
}

/// Whether the row (y, z) is in the grid.
__host__ __device__ __forceinline__ bool has_row(const Grid& grid, int y, int z) {
  return y >= 0 && z >= 0 && y < static_cast<int>(grid.cells.y) &&
         z < static_cast<int>(grid.cells.z);
}

/// All rows.
__host__ __device__ __forceinline__ std::uint32_t rows_of_cells(const Grid& grid) {
  return grid.cells.y * grid.cells.z;
}

/// Number of the row that a cell is in, by its key.
__host__ __device__ __forceinline__ std::uint32_t row_of_cell(const Grid& grid, std::uint32_t key) {
  return key / grid.cells.x;
}

/// Where in its row a cell is, by its key.
__host__ __device__ __forceinline__ std::uint32_t x_of_cell(const Grid& grid, std::uint32_t key) {
  return key % grid.cells.x;
}

struct RowIndex {
  int y, z;
};

/// Where a row is, by its number.
__host__ __device__ __forceinline__ RowIndex row_index(const Grid& grid, std::uint32_t row) {
  return {static_cast<int>(row % grid.cells.y), static_cast<int>(row / grid.cells.y)};
}

/// The particles of a row, by its number.
template <class Arguments>
__device__ __forceinline__ ParticleRange particles_of_row(const Arguments& a, std::uint32_t row) {
  return {first_of_cell(a, row * a.grid.cells.x), first_of_cell(a, (row + 1) * a.grid.cells.x)};
}

/// Three cells along x, of which a row at the edge of the grid lacks the first or the last, and a
/// row outside of it all.
struct RowOfThree {
  std::uint32_t x, y, z;  ///< where the one in the middle is; y and z are 1 too large

  __host__ __device__ __forceinline__ bool is_outside(const Grid& grid) const {
    return y == 0 || z == 0 || y > grid.cells.y || z > grid.cells.z;
  }
  /// Key of the one in the middle.
  __host__ __device__ __forceinline__ std::uint32_t middle(const Grid& grid) const {
    return x + grid.cells.x * (y - 1 + grid.cells.y * (z - 1));
  }
  __host__ __device__ __forceinline__ bool has_first() const { return x > 0; }
  __host__ __device__ __forceinline__ bool has_last(const Grid& grid) const {
    return x + 1 < grid.cells.x;
  }
};

/// The three cells of row `number`, 0 to 8, around a cell, y fastest: 4 is that of the cell itself.
__host__ __device__ __forceinline__ RowOfThree row_around(const Grid& grid, std::uint32_t key,
                                                          std::uint32_t number) {
  return {key % grid.cells.x, key / grid.cells.x % grid.cells.y + number % 3,
          key / grid.cells.x / grid.cells.y + number / 3};
}

/// Particles in the cells around one, itself included, on the host.
/// @param before [grid.count + 1] particles in the cells before each.
template <class Offsets>
double particles_near(const Grid& grid, std::uint32_t key, const Offsets& before) {
  const RowIndex own = row_index(grid, row_of_cell(grid, key));
  const CellsAlong xs = near_along<Axis::x>(grid, static_cast<int>(x_of_cell(grid, key)));
  const CellsAlong ys = near_along<Axis::y>(grid, own.y);
  const CellsAlong zs = near_along<Axis::z>(grid, own.z);
  double particles = 0;
  for (int z = zs.low; z <= zs.high; ++z) {
    for (int y = ys.low; y <= ys.high; ++y) {
      const std::size_t row = cell_key(grid, {0, y, z});
      particles += before[row + static_cast<std::size_t>(xs.high) + 1] -
                   before[row + static_cast<std::size_t>(xs.low)];
    }
  }
  return particles;
}

}  // namespace sphlab
