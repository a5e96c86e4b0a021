// Cells of the run's grid in double precision, and how many pairs a cell-linked list has to test.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"

namespace sphlab {

/// Position in cells from the grid's origin; the cell is its floor. Not a number where the position
/// is none.
DoubleVector cell_coordinates(const Grid& grid, const float4& position);

/// Candidate pairs of one pass over the targets: for each, the live particles in its cell and the
/// 26 around it, itself left out. Live particles outside the grid are not counted.
///
/// @param live particles [0, live) take part. @param targets types that are targets; sources are of
/// all types.
std::uint64_t candidate_pairs(const ParticleState& state, std::size_t live, const Grid& grid,
                              TypeMask targets);

}  // namespace sphlab
