#include "harness/verify/oracle_cells.hpp"

namespace sphlab {
namespace {

constexpr std::uint32_t cells_of_block = 4;

// Bits of three numbers below four in turns, x the lowest.
std::uint32_t curve_of_sixty_four(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const std::uint32_t octants_of_halves = x / 2 + 2 * (y / 2) + 4 * (z / 2);
  return 8 * octants_of_halves + x % 2 + 2 * (y % 2) + 4 * (z % 2);
}

// Blocks x fastest, and in each the curve.
std::uint64_t code_in_blocks(const Grid& grid, std::uint32_t cell) {
  const std::uint32_t x = cell % grid.cells.x;
  const std::uint32_t y = cell / grid.cells.x % grid.cells.y;
  const std::uint32_t z = cell / grid.cells.x / grid.cells.y;
  const auto blocks = [](std::uint32_t cells) { return (cells - 1) / cells_of_block + 1; };
  const std::uint64_t row = z / cells_of_block * blocks(grid.cells.y) + y / cells_of_block;
  const std::uint64_t block = row * blocks(grid.cells.x) + x / cells_of_block;
  return 64 * block +
         curve_of_sixty_four(x % cells_of_block, y % cells_of_block, z % cells_of_block);
}

std::uint32_t number_on_curve(std::uint32_t, const std::array<std::uint32_t, 3>& cube) {
  return curve_of_sixty_four(cube[0], cube[1], cube[2]);
}

const RegisterOracle<CellCode> morton_tiles_cells("morton-tiles", code_in_blocks);
const RegisterOracle<TileNumber> morton_tiles_cubes("morton-tiles", number_on_curve);

}  // namespace
}  // namespace sphlab
