// The grid of cells over a scenario's domain.
#pragma once

#include <string>

#include "harness/scenarios/quantity.hpp"
#include "kernels/abi/grid.hpp"

namespace sphlab {

/// A grid over [lower - margin, upper + margin] with cells a little wider than `radius`.
///
/// A kernel computes a particle's cell in single precision. The cells are wider by what that can be
/// wrong for two particles on the far side of the grid, so that neighbours within `radius` are
/// always in the same or in adjacent cells.
/// @param margin for particles that penetrate a wall without being lost [m].
/// Throws InputError naming `source` when the number of cells does not fit into 31 bits.
Grid covering_grid(const Vector& lower, const Vector& upper, double radius, double margin,
                   const std::string& source);

/// `cells`^3 cells from the origin on, of side `radius` exactly where single precision computes the
/// cell of every point in them without error, and as covering_grid does elsewhere.
Grid cubic_grid(std::uint32_t cells, double radius, const std::string& source);

/// A grid over the domain of `grid`, which has cells of the influence radius: for a radius
/// `expansion` times as large, and with cells of 1/reach of that, a little wider for the same
/// reason as those of covering_grid: neighbours are at most `reach` cells apart along each axis.
/// @param expansion >= 1. @param reach from 1 to most_cells_per_radius.
/// Throws InputError naming `source` when the number of cells does not fit into 31 bits.
Grid refitted_grid(const Grid& grid, double expansion, std::uint32_t reach,
                   const std::string& source);

}  // namespace sphlab
