#include "harness/scenarios/cell_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// As a kernel computes it, in single precision.
int cell(float x, const Grid& grid) {
  return static_cast<int>(std::floor((x - grid.origin.x) * grid.inverse_side));
}

TEST(CoveringGrid, KeepsNeighboursInAdjacentCells) {
  const double radius = 0.0325;
  const Grid grid = covering_grid({0, 0, 0}, {60, 0.3, 0.3}, radius, radius / 2, "file");
  EXPECT_GT(grid.cells.x, 1800u);
  const auto reach = static_cast<float>(radius);
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> along(0.1, 59.9);
  for (int i = 0; i < 200000; ++i) {
    const auto x = static_cast<float>(along(engine));
    float neighbour = x + reach;
    while (neighbour - x >= reach) neighbour = std::nextafter(neighbour, 0.0f);
    ASSERT_LE(cell(neighbour, grid) - cell(x, grid), 1) << x;
  }
}

TEST(CoveringGrid, CoversTheMargin) {
  const Grid grid = covering_grid({-1, 0, 0}, {1, 1, 1}, 0.1, 0.05, "file");
  EXPECT_EQ(cell(-1.0499f, grid), 0);
  EXPECT_LT(cell(1.0499f, grid), static_cast<int>(grid.cells.x));
  EXPECT_EQ(grid.count, grid.cells.x * grid.cells.y * grid.cells.z);
}

TEST(CoveringGrid, RefusesMoreCellsThan31BitsCount) {
  EXPECT_THROW(covering_grid({0, 0, 0}, {1300, 1300, 1300}, 1, 0.5, "file"), InputError);
  EXPECT_THROW(covering_grid({0, 0, 0}, {1e12, 1e12, 1e12}, 1, 0.5, "file"), InputError);
  EXPECT_NO_THROW(covering_grid({0, 0, 0}, {1280, 1280, 1280}, 1, 0.5, "file"));
}

TEST(RefittedGrid, KeepsNeighboursWithinItsReach) {
  const double radius = 0.0325;
  const Grid whole = covering_grid({0, 0, 0}, {60, 0.3, 0.3}, radius, radius / 2, "file");
  EXPECT_EQ(whole.reach, 1u);
  const auto length = static_cast<float>(radius);
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> along(0.1, 59.9);
  for (const int reach : {2, 3}) {
    const Grid grid = refitted_grid(whole, 1, static_cast<std::uint32_t>(reach), "file");
    EXPECT_EQ(grid.reach, static_cast<std::uint32_t>(reach));
    EXPECT_EQ(grid.count, grid.cells.x * grid.cells.y * grid.cells.z);
    EXPECT_GE(static_cast<double>(grid.cells.x) / grid.inverse_side,
              static_cast<double>(whole.cells.x) / whole.inverse_side * (1 - 1e-6));
    int furthest = 0;
    for (int i = 0; i < 100000; ++i) {
      const auto x = static_cast<float>(along(engine));
      float neighbour = x + length;
      while (neighbour - x >= length) neighbour = std::nextafter(neighbour, 0.0f);
      furthest = std::max(furthest, cell(neighbour, grid) - cell(x, grid));
    }
    EXPECT_EQ(furthest, reach);
  }
}

TEST(RefittedGrid, RefusesMoreCellsThan31BitsCount) {
  const Grid whole = covering_grid({0, 0, 0}, {1000, 1000, 1000}, 1, 0.5, "file");
  EXPECT_NO_THROW(refitted_grid(whole, 1.5, 1, "file"));
  EXPECT_THROW(refitted_grid(whole, 1, 2, "file"), InputError);
}

TEST(CubicGrid, IsExactWhereSinglePrecisionIs) {
  EXPECT_EQ(cubic_grid(8, 0.5, "file").inverse_side, 2.0f);
  const Grid widened = cubic_grid(8, 0.1, "file");
  EXPECT_LT(widened.inverse_side, 10.0f);
  EXPECT_EQ(cell(std::nextafter(0.8f, 0.0f), widened), 7);
}

}  // namespace
}  // namespace sphlab
