// A check of the sorted order: cell offsets against positions.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/verify/check.hpp"

namespace sphlab {

/// cell_begin rises from 0 to the particle count, and the particles [cell_begin[c],
/// cell_begin[c+1]) lie in cell c, in the linear order with x fastest; the lost ones, from
/// cell_begin[grid.count] on, lie in none. A position within float rounding of a cell's face may be
/// on either side of it.
///
/// @param state in device order, after a rebuild. @param cell_begin grid.count + 2 offsets.
Check cells_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const Grid& grid);

}  // namespace sphlab
