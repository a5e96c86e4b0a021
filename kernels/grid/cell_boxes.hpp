// The grid cut into equal boxes of cells; those at the upper ends may be cut short.
#pragma once

#include <cstdint>

#include "kernels/abi/grid.hpp"

namespace sphlab {

/// Boxes are numbered as cells are, x fastest.
struct CellBoxes {
  uint3 sides;  ///< cells of a box along x, y, z
  uint3 along;  ///< boxes along x, y, z
  SPHLAB_HOST_DEVICE constexpr std::uint32_t count() const { return along.x * along.y * along.z; }
};

/// Cells [x0, x1) x [y0, y1) x [z0, z1), within the grid.
struct CellBox {
  int x0, x1, y0, y1, z0, z1;
};

/// Single cells, as boxes.
inline constexpr uint3 single_cell = {1, 1, 1};

/// Divides and rounds up.
SPHLAB_HOST_DEVICE constexpr std::uint32_t pieces(std::uint32_t whole, std::uint32_t piece) {
  return (whole + piece - 1) / piece;
}

/// @param sides cells of a box along x, y, z, none of them 0.
constexpr CellBoxes cut_into_boxes(const Grid& grid, uint3 sides) {
  return {sides,
          {pieces(grid.cells.x, sides.x), pieces(grid.cells.y, sides.y),
           pieces(grid.cells.z, sides.z)}};
}

/// @param number below boxes.count().
SPHLAB_HOST_DEVICE constexpr CellBox cell_box(const Grid& grid, const CellBoxes& boxes,
                                              std::uint32_t number) {
  const std::uint32_t x = number % boxes.along.x * boxes.sides.x;
  const std::uint32_t y = number / boxes.along.x % boxes.along.y * boxes.sides.y;
  const std::uint32_t z = number / boxes.along.x / boxes.along.y * boxes.sides.z;
  const auto end = [](std::uint32_t begin, std::uint32_t length, std::uint32_t cells) {
    return static_cast<int>(begin + length < cells ? begin + length : cells);
  };
  return {static_cast<int>(x), end(x, boxes.sides.x, grid.cells.x),
          static_cast<int>(y), end(y, boxes.sides.y, grid.cells.y),
          static_cast<int>(z), end(z, boxes.sides.z, grid.cells.z)};
}

}  // namespace sphlab
