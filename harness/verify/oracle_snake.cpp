#include "harness/verify/oracle_cells.hpp"

namespace sphlab {
namespace {

// Cells are in the linear order, x fastest.
std::uint64_t linear_number_of_cell(const Grid&, std::uint32_t cell) {
  return cell;
}

// Counts the steps of the walk: up and down along y, each time a step along z, up and down, each
// time a step along x.
std::uint32_t steps_to_cube(std::uint32_t tile, const std::array<std::uint32_t, 3>& cube) {
  const int end = static_cast<int>(tile);
  int y = 0, z = 0, y_step = 1, z_step = 1;
  std::uint32_t number = 0;
  for (std::uint32_t x = 0; x < tile;) {
    if (cube == std::array{x, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)})
      return number;
    ++number;
    y += y_step;
    if (y >= 0 && y < end) continue;
    y -= y_step;
    y_step = -y_step;
    z += z_step;
    if (z >= 0 && z < end) continue;
    z -= z_step;
    z_step = -z_step;
    ++x;
  }
  return number;
}

const RegisterOracle<CellCode> snake_cells("snake", linear_number_of_cell);
const RegisterOracle<TileNumber> snake_cubes("snake", steps_to_cube);

}  // namespace
}  // namespace sphlab
