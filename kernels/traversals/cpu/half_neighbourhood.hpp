// Which cells a traversal looks at that visits each pair of particles once (paper D, section 3):
// what is behind a particle in its own cell, and the cells behind that one in the linear order.
//
//                     . . . . .          o  the cell; of its particles those behind the target
//      own plane      . . . . .          x  behind it: visited
//      (reach 2)      . . o x x          .  before it: visits this cell
//                     x x x x x
//                     x x x x x          and of the planes above, all (2 reach + 1)^2 cells
//
// Where a traversal forms sums for the particles of a block of cells alone, the cells outside of
// it, before or behind, are visited by every cell of the block.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/grid/grid_rows.cuh"

namespace sphlab {

/// Cells [first, last) along x and along y; all along z.
struct CellBlock {
  int first_x, last_x, first_y, last_y;
};

inline CellBlock all_cells(const Grid& grid) {
  return {0, static_cast<int>(cells_along(grid, Axis::x)), 0,
          static_cast<int>(cells_along(grid, Axis::y))};
}

/// The sources of one cell's particles, in contiguous runs.
class SourceRuns {
 public:
  /// @param cell inside of the block; it holds particles.
  SourceRuns(const Grid& grid, const std::uint32_t* cell_begin, CellIndex cell,
             const CellBlock& block)
      : grid_(grid), cell_begin_(cell_begin), cell_(cell), block_(block) {
    const int reach = static_cast<int>(grid.reach);
    append(span(cell.x, std::min(cell.x + reach, block.last_x - 1), cell.y, cell.z), behind_,
           behind_count_);
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dy = -reach; dy <= reach; ++dy) find_row(dy, dz);
    }
  }

  /// Calls use(run) with the runs of the block that hold what is behind the cell's particles, and
  /// all of it: the first begins with the cell's own.
  template <class Use>
  void for_each_behind(Use&& use) const {
    for (std::size_t k = 0; k < behind_count_; ++k) use(behind_[k]);
  }
  /// Calls use(run) with the runs outside of the block.
  template <class Use>
  void for_each_outside(Use&& use) const {
    for (std::size_t k = 0; k < outside_count_; ++k) use(outside_[k]);
  }

 private:
  static constexpr std::size_t most_reach = most_cells_per_radius;
  static constexpr std::size_t most_rows = (2 * most_reach + 1) * (2 * most_reach + 1);

  void find_row(int dy, int dz) {
    const int reach = static_cast<int>(grid_.reach);
    const int low = cell_.x - reach;
    const int high = cell_.x + reach;
    const int y = cell_.y + dy;
    const int z = cell_.z + dz;
    if (y < block_.first_y || y >= block_.last_y) {
      append(span(low, high, y, z), outside_, outside_count_);
      return;
    }
    if (low < block_.first_x) append(span(low, block_.first_x - 1, y, z), outside_, outside_count_);
    if (high >= block_.last_x) append(span(block_.last_x, high, y, z), outside_, outside_count_);
    if (dz > 0 || (dz == 0 && dy > 0)) {
      append(span(std::max(low, block_.first_x), std::min(high, block_.last_x - 1), y, z), behind_,
             behind_count_);
    }
  }

  ParticleRange span(int low, int high, int y, int z) const {
    if (low >= static_cast<int>(cells_along(grid_, Axis::x)) || high < 0) return {0, 0};
    return span_range(grid_, cell_begin_, low, high, y, z);
  }

  template <std::size_t most>
  static void append(ParticleRange run, std::array<ParticleRange, most>& runs, std::size_t& count) {
    if (run.first < run.last) runs[count++] = run;
  }

  const Grid& grid_;
  const std::uint32_t* cell_begin_;
  CellIndex cell_;
  CellBlock block_;
  std::array<ParticleRange, most_rows / 2 + 1> behind_;
  std::array<ParticleRange, 2 * most_rows> outside_;
  std::size_t behind_count_ = 0;
  std::size_t outside_count_ = 0;
};

}  // namespace sphlab
