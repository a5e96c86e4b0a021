// Cells as memory allows: which of the three versions of paper D's GPU code a run takes (section 5,
// figure 10).
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>

#include "harness/stepping/variant.hpp"

namespace sphlab {

/// A size of cells, and the traversal that finds sources in them. The names are paper D's.
struct CellMode {
  const char* name;
  const char* traversal;
  std::uint32_t cells_per_radius;
};

/// From the fastest to the one that takes least memory: stored ranges in cells of half the radius,
/// the same cells without, and cells of the radius.
inline constexpr std::array<CellMode, 3> cell_modes = {{
    {"FastCells(r/2)", "ranges-merged", 2},
    {"SlowCells(r/2)", "cells-merged", 2},
    {"SlowCells(r)", "cells-merged", 1},
}};

/// The mode that was chosen, and why.
struct CellModeChoice {
  std::size_t mode = 0;                                 ///< index in cell_modes
  std::array<std::size_t, cell_modes.size()> needed{};  ///< [B] of the modes up to that one
  std::size_t available = 0;                            ///< [B]

  const CellMode& taken() const { return cell_modes.at(mode); }
  std::size_t bytes() const { return needed.at(mode); }
  /// "cells: SlowCells(r) with 300 bytes of 512 available; FastCells(r/2) needs 900, ..."
  std::string text() const;
};

/// Chooses the first mode whose bytes fit.
///
/// @param available [B]: free memory, or the budget where that is less. @param bytes_of of a whole
/// run in a mode, not called for modes behind one that fits. Throws OutOfMemory, which names what
/// each needs, where none fits.
CellModeChoice choose_cell_mode(std::size_t available,
                                const std::function<std::size_t(const CellMode&)>& bytes_of);

/// Returns `variant` with the cells and the traversal of a mode in place of automatic ones.
Variant in_cell_mode(Variant variant, const CellMode& mode);

/// Names what to take in place of a variant that does not fit: " (cells-merged with 2 cells per
/// radius needs less: SlowCells(r/2))"; "" where it is none of the modes, or the last.
std::string next_cell_mode(const Variant& variant);

}  // namespace sphlab
