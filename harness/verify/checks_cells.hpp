// A check of the sorted order: cell offsets against positions.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/verify/check.hpp"
#include "harness/verify/oracle_cells.hpp"

namespace sphlab {

/// cell_begin rises from 0 to the particle count, and the particles [cell_begin[k],
/// cell_begin[k+1]) lie in the cell at place k of the order; the lost ones, from
/// cell_begin[grid.count] on, lie in none. A position within float rounding of a cell's face may be
/// on either side of it.
///
/// @param state in device order, after a rebuild. @param cell_begin grid.count + 2 offsets.
Check cells_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const Grid& grid, const CellPlaces& places = {});

/// The cuboids of an order that cuts cells: tile_begin rises from 0 to the particle count, a cell's
/// first cuboid begins where the cell does, and each live particle lies in the cuboid whose offsets
/// hold it, a position within float rounding of a face on either side of it.
///
/// @param cell_begin that cells_consistent() has passed. @param grid with its tile. @param
/// tile_begin tile_count(grid) + 2 offsets. @param order the strategy of stage hash. Throws
/// Error(verification) for an order that the oracle does not know to cut cells.
Check tiles_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const std::vector<std::uint32_t>& tile_begin, const Grid& grid,
                       const std::string& order);

/// Every particle's key is that of the cell whose offsets hold it, so that the keys ascend: what
/// any sort owes to those after it. In which order the particles of one cell follow each other is
/// not judged: the runtime's radix sort keeps the one from before, a sort by atomics takes what
/// comes, and no stage relies on either.
///
/// @param keys as many as particles, after the sort. @param cell_begin that cells_consistent() has
/// passed.
Check keys_sorted(const ParticleState& state, const std::vector<std::uint32_t>& keys,
                  const std::vector<std::uint32_t>& cell_begin);

}  // namespace sphlab
