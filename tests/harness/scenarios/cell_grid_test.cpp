#include "harness/scenarios/cell_grid.hpp"

#include <gtest/gtest.h>

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

TEST(CubicGrid, IsExactWhereSinglePrecisionIs) {
  EXPECT_EQ(cubic_grid(8, 0.5, "file").inverse_side, 2.0f);
  const Grid widened = cubic_grid(8, 0.1, "file");
  EXPECT_LT(widened.inverse_side, 10.0f);
  EXPECT_EQ(cell(std::nextafter(0.8f, 0.0f), widened), 7);
}

}  // namespace
}  // namespace sphlab
