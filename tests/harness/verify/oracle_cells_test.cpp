#include "harness/verify/oracle_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/error.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

// Cells of side 0.25, origin (-1, 0, 0).
Grid grid_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return {{-1, 0, 0}, 4, {x, y, z}, x * y * z, 1, 1, nullptr, nullptr};
}

std::uint64_t candidates_by_all_pairs(const ParticleState& state, std::size_t live,
                                      const Grid& grid, TypeMask targets) {
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < live; ++i) {
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    for (std::size_t j = 0; j < live; ++j) {
      const auto a = cell_coordinates(grid, state.position[i]);
      const auto b = cell_coordinates(grid, state.position[j]);
      bool near = i != j;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        near = near && std::abs(std::floor(a[axis]) - std::floor(b[axis])) <= grid.reach;
      }
      pairs += near;
    }
  }
  return pairs;
}

TEST(OracleCells, CoordinatesCountCells) {
  const auto c = cell_coordinates(grid_of(8, 4, 4), {-0.5f, 0.25f, 0.125f, 0});
  EXPECT_EQ(c[0], 2);
  EXPECT_EQ(c[1], 1);
  EXPECT_EQ(c[2], 0.5);
}

TEST(OracleCells, CandidatesAreThoseOfThe27Cells) {
  ParticleState state = test::random_state(400, 1, 37);
  for (auto& p : state.position) p.x -= 1;
  const Grid grid = grid_of(4, 4, 4);
  for (const TypeMask targets : {all_types, mask_of(ParticleType::fluid)}) {
    const std::uint64_t expected = candidates_by_all_pairs(state, 400, grid, targets);
    EXPECT_GT(expected, 0u);
    EXPECT_EQ(candidate_pairs(state, 400, grid, targets), expected);
  }
}

TEST(OracleCells, CandidatesAcrossTheFacesOfAPeriodicBox) {
  ParticleState state = test::random_state(400, 1, 41);
  state.period = {1, 0, 1};
  const Grid grid = {{0, 0, 0}, 4.2f, {4, 5, 4}, 80, 1, 1, nullptr, nullptr};
  std::uint64_t expected = 0;
  const auto cell = [](float x, int cells) {
    return std::min(static_cast<int>(x * 4.2f), cells - 1);
  };
  const auto near = [](int a, int b, int cells) {
    return std::abs(a - b) <= 1 || std::abs(a - b) == cells - 1;
  };
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t j = 0; j < 400; ++j) {
      const float4 a = state.position[i], b = state.position[j];
      expected += i != j && near(cell(a.x, 4), cell(b.x, 4), 4) &&
                  near(cell(a.z, 4), cell(b.z, 4), 4) && std::abs(cell(a.y, 5) - cell(b.y, 5)) <= 1;
    }
  }
  EXPECT_EQ(candidate_pairs(state, 400, grid, all_types), expected);
}

TEST(OracleCells, CandidatesOfSmallerCells) {
  ParticleState state = test::random_state(400, 1, 43);
  for (auto& p : state.position) p.x -= 1;
  Grid grid = grid_of(4, 4, 4);
  std::uint64_t fewer = 0;
  for (grid.reach = 1; grid.reach <= most_cells_per_radius; ++grid.reach) {
    const std::uint64_t expected = candidates_by_all_pairs(state, 400, grid, all_types);
    EXPECT_GT(expected, fewer);
    EXPECT_EQ(candidate_pairs(state, 400, grid, all_types), expected);
    fewer = expected;
  }
}

TEST(OracleCells, PlacesAlongTheCurveOfMorton) {
  const CellPlaces places(grid_of(3, 2, 2), "morton");
  std::vector<std::uint32_t> cells;
  for (std::uint32_t place = 0; place < 12; ++place) cells.push_back(places.cell_at(place));
  EXPECT_EQ(cells, (std::vector<std::uint32_t>{0, 1, 3, 4, 6, 7, 9, 10, 2, 5, 8, 11}));
}

TEST(OracleCells, PlacesInTheLinearOrderAreTheNumbers) {
  const CellPlaces places(grid_of(3, 2, 2), "linear");
  for (std::uint32_t place = 0; place < 12; ++place) EXPECT_EQ(places.cell_at(place), place);
}

TEST(OracleCells, CuboidsOfThePerpendicularOrder) {
  const CellPlaces places(grid_of(3, 2, 2), "perpendicular");
  for (std::uint32_t place = 0; place < 12; ++place) EXPECT_EQ(places.cell_at(place), place);
  const auto cubes = cuboids_by_number(3, "perpendicular");
  ASSERT_EQ(cubes.size(), 27u);
  using Cube = std::array<std::uint32_t, 3>;
  EXPECT_EQ(cubes[1], (Cube{0, 1, 0})) << "along y in a column";
  EXPECT_EQ(cubes[3], (Cube{0, 0, 1})) << "columns along z in a slab";
  EXPECT_EQ(cubes[9], (Cube{1, 0, 0})) << "slabs along x";
  EXPECT_EQ(cubes[2 * 9 + 1 * 3 + 2], (Cube{2, 2, 1}));
  EXPECT_THROW(cuboids_by_number(4, "morton"), Error) << "it cuts no cells";
}

TEST(OracleCells, CuboidsOfTheSnakeTouch) {
  for (const std::uint32_t tile : {2u, 3u, 4u}) {
    const auto cubes = cuboids_by_number(tile, "snake");
    ASSERT_EQ(cubes.size(), tile * tile * tile);
    EXPECT_EQ(cubes.front(), (std::array<std::uint32_t, 3>{0, 0, 0}));
    EXPECT_EQ(cubes.back()[0], tile - 1);
    for (std::size_t k = 1; k < cubes.size(); ++k) {
      std::uint32_t steps = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        steps += std::max(cubes[k][axis], cubes[k - 1][axis]) -
                 std::min(cubes[k][axis], cubes[k - 1][axis]);
      EXPECT_EQ(steps, 1u) << "cubes " << k - 1 << " and " << k << " of " << tile << " a side";
    }
  }
  const auto even = cuboids_by_number(4, "snake");
  EXPECT_EQ(even.back(), (std::array<std::uint32_t, 3>{3, 0, 0})) << "beside the next cell's first";
}

TEST(OracleCells, BlocksOfCellsAndCubesOfMortonTiles) {
  const CellPlaces places(grid_of(6, 2, 1), "morton-tiles");
  std::vector<std::uint32_t> cells;
  for (std::uint32_t place = 0; place < 12; ++place) cells.push_back(places.cell_at(place));
  EXPECT_EQ(cells, (std::vector<std::uint32_t>{0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11}));
  const CellPlaces two_layers(grid_of(1, 5, 5), "morton-tiles");
  EXPECT_EQ(two_layers.cell_at(1), 1u);
  EXPECT_EQ(two_layers.cell_at(2), 5u) << "z before the second half of y";
  EXPECT_EQ(two_layers.cell_at(16), 4u) << "the next block along y";
  const auto cubes = cuboids_by_number(4, "morton-tiles");
  using Cube = std::array<std::uint32_t, 3>;
  EXPECT_EQ(cubes[1], (Cube{1, 0, 0}));
  EXPECT_EQ(cubes[4], (Cube{0, 0, 1}));
  EXPECT_EQ(cubes[8], (Cube{2, 0, 0}));
  EXPECT_EQ(cubes[63 - 8], (Cube{1, 3, 3}));
}

TEST(OracleCells, AnOrderThatTheOracleDoesNotKnowIsRefused) {
  EXPECT_THROW(CellPlaces(grid_of(3, 2, 2), "hilbert"), Error);
}

TEST(OracleCells, CandidatesInAFlatGrid) {
  ParticleState state = test::random_state(200, 0.24f, 41);
  for (std::size_t i = 0; i < 200; ++i)
    state.position[i].x = -0.99f + 0.005f * static_cast<float>(i);
  const Grid grid = grid_of(5, 1, 1);
  EXPECT_EQ(candidate_pairs(state, 200, grid, all_types),
            candidates_by_all_pairs(state, 200, grid, all_types));
}

TEST(OracleCells, LostAndOutsideParticlesAreNotCandidates) {
  ParticleState state;
  for (int i = 0; i < 4; ++i) test::add_particle(state, ParticleType::fluid, -0.9f, 0.1f, 0.1f);
  state.position[2].y = -0.1f;
  EXPECT_EQ(candidate_pairs(state, 3, grid_of(4, 4, 4), all_types), 2u);
}

TEST(OracleCells, CandidatesOfManyParticlesOnSeveralThreads) {
  ParticleState state = test::random_state(test::many_particles, 1, 79);
  for (auto& p : state.position) p.x -= 1;
  const TypeMask targets = mask_of(ParticleType::fluid);
  Grid grid = grid_of(48, 36, 40);  // more cells than one thread takes
  grid.inverse_side = 40;
  grid.reach = 2;
  const auto pairs = [&] { return candidate_pairs(state, state.size(), grid, targets); };
  std::vector<std::uint64_t> in_cell(grid.count);
  const auto in_grid = [&](const DoubleVector& c) { return c[1] < 36; };
  const auto number = [](std::size_t x, std::size_t y, std::size_t z) {
    return (z * 36 + y) * 48 + x;
  };
  for (const float4& p : state.position) {
    const DoubleVector c = cell_coordinates(grid, p);
    if (in_grid(c)) ++in_cell[number(std::size_t(c[0]), std::size_t(c[1]), std::size_t(c[2]))];
  }
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const DoubleVector c = cell_coordinates(grid, state.position[i]);
    if ((mask_of(type_of(state.identity[i])) & targets) == 0 || !in_grid(c)) continue;
    const auto from = [](double x) { return std::size_t(std::max(0.0, std::floor(x) - 2)); };
    for (std::size_t z = from(c[2]); z < 40 && z <= std::size_t(c[2]) + 2; ++z)
      for (std::size_t y = from(c[1]); y < 36 && y <= std::size_t(c[1]) + 2; ++y)
        for (std::size_t x = from(c[0]); x < 48 && x <= std::size_t(c[0]) + 2; ++x)
          expected += in_cell[number(x, y, z)];
    --expected;
  }
  for (const int threads : {1, 2, 5, 7}) {
    const test::WithThreads with(threads);
    EXPECT_EQ(pairs(), expected) << threads;
  }
}

}  // namespace
}  // namespace sphlab
