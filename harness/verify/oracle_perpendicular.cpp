#include "harness/verify/oracle_cells.hpp"

namespace sphlab {
namespace {

// Cells are in the linear order, x fastest.
std::uint64_t number_of_cell(const Grid&, std::uint32_t cell) {
  return cell;
}

// Slabs along x, in each the columns along z, in each the cubes along y.
std::uint32_t number_of_cube(std::uint32_t tile, const std::array<std::uint32_t, 3>& cube) {
  const auto& [x, y, z] = cube;
  return x * tile * tile + z * tile + y;
}

const RegisterOracle<CellCode> perpendicular_cells("perpendicular", number_of_cell);
const RegisterOracle<TileNumber> perpendicular_cubes("perpendicular", number_of_cube);

}  // namespace
}  // namespace sphlab
