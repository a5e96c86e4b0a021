// Counts the particles that the cells of a state hold.
#pragma once

#include <cstdint>
#include <vector>

namespace sphlab {

/// Particles in cells that hold any.
struct CellOccupancy {
  std::uint64_t filled = 0;   ///< such cells
  double mean = 0;            ///< particles in one of them: AC of paper E
  std::uint64_t fullest = 0;  ///< particles in the fullest
};

/// @param cell_begin offsets of `cells` cells, and their end. None filled: all zeros.
CellOccupancy occupancy_of(const std::vector<std::uint32_t>& cell_begin, std::uint32_t cells);

}  // namespace sphlab
