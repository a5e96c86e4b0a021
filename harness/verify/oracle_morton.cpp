#include <algorithm>

#include "harness/verify/oracle_cells.hpp"

namespace sphlab {
namespace {

// The low 21 bits of a number, two zeros before each, by the masks of common use.
std::uint64_t spread_bits(std::uint64_t bits) {
  bits &= 0x1fffff;
  bits = (bits | bits << 32) & 0x001f00000000ffff;
  bits = (bits | bits << 16) & 0x001f0000ff0000ff;
  bits = (bits | bits << 8) & 0x100f00f00f00f00f;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
  bits = (bits | bits << 2) & 0x1249249249249249;
  return bits;
}

// The bits of the coordinates of a cell in turns, x the lowest.
std::uint64_t morton_code(const Grid& grid, std::uint32_t cell) {
  if (std::max({grid.cells.x, grid.cells.y, grid.cells.z}) > 1u << 21)
    throw Error(ExitCode::verification, "the oracle's codes of cells have 21 bits per axis");
  return spread_bits(cell % grid.cells.x) | spread_bits(cell / grid.cells.x % grid.cells.y) << 1 |
         spread_bits(cell / grid.cells.x / grid.cells.y) << 2;
}

const RegisterOracle<CellCode> morton("morton", morton_code);

}  // namespace
}  // namespace sphlab
