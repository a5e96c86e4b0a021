#include "harness/verify/cell_occupancy.hpp"

#include <algorithm>

namespace sphlab {

CellOccupancy occupancy_of(const std::vector<std::uint32_t>& cell_begin, std::uint32_t cells) {
  CellOccupancy found;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t particles = cell_begin[cell + 1] - cell_begin[cell];
    if (particles > 0) ++found.filled;
    found.fullest = std::max(found.fullest, particles);
  }
  if (found.filled > 0) {
    const auto all = static_cast<double>(cell_begin[cells] - cell_begin[0]);
    found.mean = all / static_cast<double>(found.filled);
  }
  return found;
}

}  // namespace sphlab
