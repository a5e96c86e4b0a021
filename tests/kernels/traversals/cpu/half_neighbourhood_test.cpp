// The runs of sources around a cell: together they make each pair of particles once.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/traversals/cpu/half_neighbourhood.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <vector>

namespace sphlab {
namespace {

/// A grid, and how many particles each of its cells holds: 0, 1 or 2.
struct Cells {
  Grid grid{};
  std::vector<std::uint32_t> begin;
};

Cells cells_of(unsigned x, unsigned y, unsigned z, std::uint32_t reach) {
  Cells cells;
  cells.grid.cells = {x, y, z};
  cells.grid.count = x * y * z;
  cells.grid.reach = reach;
  cells.begin.push_back(0);
  for (std::uint32_t key = 0; key < cells.grid.count; ++key)
    cells.begin.push_back(cells.begin.back() + (key * 7 + 2) % 3);
  return cells;
}

CellIndex cell_of(const Cells& cells, std::uint32_t i) {
  std::uint32_t key = 0;
  while (cells.begin[key + 1] <= i) ++key;
  return cell_index(cells.grid, key);
}

bool are_near(CellIndex a, CellIndex b, int reach) {
  return std::abs(a.x - b.x) <= reach && std::abs(a.y - b.y) <= reach &&
         std::abs(a.z - b.z) <= reach;
}

bool is_inside(CellIndex cell, const CellBlock& block) {
  return cell.x >= block.first_x && cell.x < block.last_x && cell.y >= block.first_y &&
         cell.y < block.last_y;
}

/// How often each ordered pair (i, j) is computed for i, by blocks that together are the grid.
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

void add_block(const Cells& cells, const CellBlock& block, Pairs& pairs) {
  for (std::uint32_t key = 0; key < cells.grid.count; ++key) {
    const CellIndex cell = cell_index(cells.grid, key);
    if (!is_inside(cell, block) || cells.begin[key] == cells.begin[key + 1]) continue;
    const SourceRuns runs(cells.grid, cells.begin.data(), cell, block);
    for (std::uint32_t i = cells.begin[key]; i < cells.begin[key + 1]; ++i) {
      runs.for_each_behind([&](ParticleRange run) {
        for (std::uint32_t j = std::max(run.first, i + 1); j < run.last; ++j) {
          ++pairs[{i, j}];
          ++pairs[{j, i}];
        }
      });
      runs.for_each_outside([&](ParticleRange run) {
        for (std::uint32_t j = run.first; j < run.last; ++j) ++pairs[{i, j}];
      });
    }
  }
}

Pairs all_pairs(const Cells& cells) {
  Pairs pairs;
  const std::uint32_t particles = cells.begin.back();
  for (std::uint32_t i = 0; i < particles; ++i) {
    for (std::uint32_t j = 0; j < particles; ++j) {
      if (i != j &&
          are_near(cell_of(cells, i), cell_of(cells, j), static_cast<int>(cells.grid.reach)))
        pairs[{i, j}] = 1;
    }
  }
  return pairs;
}

/// Blocks between cuts along x or y.
std::vector<CellBlock> blocks_of(const Cells& cells, bool along_x, const std::vector<int>& cuts) {
  std::vector<CellBlock> blocks;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    CellBlock block = all_cells(cells.grid);
    (along_x ? block.first_x : block.first_y) = cuts[k];
    (along_x ? block.last_x : block.last_y) = cuts[k + 1];
    blocks.push_back(block);
  }
  return blocks;
}

Pairs pairs_of(const Cells& cells, const std::vector<CellBlock>& blocks) {
  Pairs pairs;
  for (const CellBlock& block : blocks) add_block(cells, block, pairs);
  return pairs;
}

class HalfNeighbourhood : public testing::TestWithParam<std::uint32_t> {};

// Also grids that are smaller than 2 reach + 1 cells.
TEST_P(HalfNeighbourhood, EachPairOnce) {
  for (const auto& [x, y, z] :
       {std::array{1u, 1u, 1u}, {2u, 1u, 3u}, {4u, 3u, 2u}, {9u, 2u, 1u}, {5u, 5u, 5u}}) {
    SCOPED_TRACE(testing::Message() << x << " x " << y << " x " << z);
    const Cells cells = cells_of(x, y, z, GetParam());
    EXPECT_EQ(pairs_of(cells, {all_cells(cells.grid)}), all_pairs(cells));
  }
}

// Once for both sides inside of a block, once from each side across a cut.
TEST_P(HalfNeighbourhood, EachPairOnceFromEachSideOfACut) {
  const Cells cells = cells_of(7, 8, 3, GetParam());
  const Pairs all = all_pairs(cells);
  EXPECT_EQ(pairs_of(cells, blocks_of(cells, true, {0, 3, 7})), all);
  EXPECT_EQ(pairs_of(cells, blocks_of(cells, true, {0, 1, 2, 6, 7})), all);
  EXPECT_EQ(pairs_of(cells, blocks_of(cells, false, {0, 4, 8})), all);
  EXPECT_EQ(pairs_of(cells, blocks_of(cells, false, {0, 1, 2, 3, 7, 8})), all);
}

// Blocks that overlap, or leave a layer out, are told from those that do neither.
TEST_P(HalfNeighbourhood, WrongCutsAreSeen) {
  const Cells cells = cells_of(7, 8, 3, GetParam());
  std::vector<CellBlock> blocks = blocks_of(cells, true, {0, 3, 7});
  blocks[1].first_x = 2;
  EXPECT_NE(pairs_of(cells, blocks), all_pairs(cells));
  blocks[1].first_x = 4;
  EXPECT_NE(pairs_of(cells, blocks), all_pairs(cells));
}

INSTANTIATE_TEST_SUITE_P(Reach, HalfNeighbourhood, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace sphlab
