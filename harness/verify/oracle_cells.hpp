// Cells of the run's grid in double precision, and how many pairs a cell-linked list has to test.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"
#include "harness/verify/oracle_registry.hpp"

namespace sphlab {

/// Position in cells from the grid's origin; the cell is its floor. Not a number where the position
/// is none. What a period has behind its whole cells is in the middle of the last.
/// @param period of the box, as ParticleState::period.
DoubleVector cell_coordinates(const Grid& grid, const float4& position, const float3& period = {});

/// Counts cells along x, y and z from the grid's origin.
using CellCoordinates = std::array<std::int32_t, 3>;

/// Whether two cells are at most grid.reach apart along each axis, across the faces of a periodic
/// box, too. @param period of the box, as ParticleState::period.
bool in_reach(const Grid& grid, const float3& period, const CellCoordinates& a,
              const CellCoordinates& b);

/// A number by which the cells of a grid are sorted along a curve, no two of them the same: the
/// file of an order registers it by the order's name.
///
/// @param cell numbered x fastest.
using CellCode = std::uint64_t (*)(const Grid& grid, std::uint32_t cell);

/// Which cell, numbered x fastest, is at which place of the order of a run: the oracle's own
/// computation, from the coordinates of each cell, of what stage hash says.
class CellPlaces {
 public:
  /// The linear order: places are the numbers.
  CellPlaces() = default;
  /// @param order the strategy of stage hash. Throws Error(verification) for one that the oracle
  /// does not know.
  CellPlaces(const Grid& grid, const std::string& order);

  /// @param place below grid.count.
  std::uint32_t cell_at(std::uint32_t place) const {
    return cell_of_place_.empty() ? place : cell_of_place_[place];
  }

 private:
  std::vector<std::uint32_t> cell_of_place_;  ///< empty: linear
};

/// The number of a cuboid among the tile^3 of its cell: the file of an order that cuts cells
/// registers it by the order's name.
///
/// @param cuboid counted along x, y, z from the lower corner of the cell.
using TileNumber = std::uint32_t (*)(std::uint32_t tile,
                                     const std::array<std::uint32_t, 3>& cuboid);

/// Which cuboid has which number in an order: the oracle's own computation of what stage hash says.
///
/// Throws Error(verification) for an order that the oracle does not know to cut cells.
std::vector<std::array<std::uint32_t, 3>> cuboids_by_number(std::uint32_t tile,
                                                            const std::string& order);

/// Candidate pairs of one pass over the targets: for each, the live particles in its cell and those
/// up to grid.reach cells away along each axis, across the faces of a periodic box, itself left
/// out. Live particles outside the grid are not counted.
///
/// @param live particles [0, live) take part. @param targets types that are targets; sources are of
/// all types.
std::uint64_t candidate_pairs(const ParticleState& state, std::size_t live, const Grid& grid,
                              TypeMask targets);

}  // namespace sphlab
