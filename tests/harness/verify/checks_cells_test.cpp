#include "harness/verify/checks_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/verify/oracle_cells.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

const Grid grid{{0, 0, 0}, 5, {5, 4, 3}, 60, 1, 1, nullptr, nullptr};

std::uint32_t key(const float4& position) {
  const auto c = cell_coordinates(grid, position);
  const float limit[3] = {5, 4, 3};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!(c[axis] >= 0 && c[axis] < limit[axis])) return lost_key(grid);
  }
  return static_cast<std::uint32_t>(c[0]) +
         5 * (static_cast<std::uint32_t>(c[1]) + 4 * static_cast<std::uint32_t>(c[2]));
}

// Two hundred particles in 1 x 1 x 1 m, some of them above the grid's 0.8 x 0.6 m, in cell order.
class CellsCheck : public testing::Test {
 protected:
  explicit CellsCheck(std::size_t particles = 200) : state_(test::random_state(particles, 1, 61)) {
    std::sort(state_.position.begin(), state_.position.end(),
              [](const float4& a, const float4& b) { return key(a) < key(b); });
    for (const float4& p : state_.position) ++begin_[key(p) + 1];
    for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  }
  Check check() const { return cells_consistent(state_, begin_, grid); }

  ParticleState state_;
  std::vector<std::uint32_t> begin_ = std::vector<std::uint32_t>(62, 0);
};

TEST_F(CellsCheck, ASortedStatePasses) {
  EXPECT_TRUE(check().passed) << check().detail;
  EXPECT_LT(begin_[60], 200u);
  EXPECT_GT(begin_[60], 50u);
}

TEST_F(CellsCheck, AnOffByOneCellIsCaughtAndNamed) {
  const std::uint32_t first = begin_[20];
  ASSERT_GT(begin_[21], first);
  ++begin_[20];
  EXPECT_FALSE(check().passed);
  EXPECT_EQ(check().value, 1);
  EXPECT_EQ(check().detail,
            particle_label(state_, first) + " is sorted into cell 19, where it does not lie");
}

TEST_F(CellsCheck, ShiftedOffsetsAreCaught) {
  begin_.erase(begin_.begin());
  begin_.push_back(200);
  EXPECT_FALSE(check().passed);
}

TEST_F(CellsCheck, AnotherOrderThanTheRunsIsCaught) {
  const CellPlaces morton(grid, "morton");
  EXPECT_FALSE(cells_consistent(state_, begin_, grid, morton).passed);
  ParticleState along_curve;
  std::vector<std::uint32_t> begin;
  for (std::uint32_t place = 0; place < grid.count; ++place) {
    begin.push_back(static_cast<std::uint32_t>(along_curve.size()));
    const std::uint32_t cell = morton.cell_at(place);
    for (std::uint32_t i = begin_[cell]; i < begin_[cell + 1]; ++i)
      test::add_particle(along_curve, ParticleType::fluid, state_.position[i].x,
                         state_.position[i].y, state_.position[i].z);
  }
  begin.insert(begin.end(), 2, static_cast<std::uint32_t>(along_curve.size()));
  const Check right = cells_consistent(along_curve, begin, grid, morton);
  EXPECT_TRUE(right.passed) << right.detail;
  EXPECT_FALSE(cells_consistent(along_curve, begin, grid).passed);
}

TEST_F(CellsCheck, KeysThatAreNotSortedAreCaughtAndNamed) {
  std::vector<std::uint32_t> keys;
  for (const float4& p : state_.position) keys.push_back(key(p));
  EXPECT_TRUE(keys_sorted(state_, keys, begin_).passed);
  const std::uint32_t first = begin_[20];
  ASSERT_GT(begin_[21], first);
  ASSERT_EQ(keys[first], 20u);
  std::vector<std::uint32_t> wrong = keys;
  wrong[first] = 21;
  EXPECT_FALSE(keys_sorted(state_, wrong, begin_).passed);
  EXPECT_EQ(keys_sorted(state_, wrong, begin_).value, 1);
  EXPECT_EQ(keys_sorted(state_, wrong, begin_).detail,
            particle_label(state_, first) + " has the key 21 in cell 20");
  wrong = keys;
  wrong.back() = 0;  // of a lost particle
  EXPECT_FALSE(keys_sorted(state_, wrong, begin_).passed);
  std::reverse(wrong.begin(), wrong.end());
  EXPECT_FALSE(keys_sorted(state_, wrong, begin_).passed);
}

TEST_F(CellsCheck, MalformedOffsetsAreCaught) {
  const auto right = begin_;
  std::swap(begin_[10], begin_[40]);
  EXPECT_FALSE(check().passed);
  begin_ = right;
  begin_.back() = 199;
  EXPECT_FALSE(check().passed);
  begin_ = right;
  begin_.pop_back();
  EXPECT_FALSE(check().passed);
  begin_ = right;
  begin_[0] = 1;
  EXPECT_FALSE(check().passed);
  begin_.clear();
  EXPECT_FALSE(check().passed);
}

TEST_F(CellsCheck, AParticleOutsideAmongTheLiveIsCaught) {
  state_.position[0].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(check().passed);
  state_.position[0].x = -0.3f;
  EXPECT_FALSE(check().passed);
}

TEST_F(CellsCheck, AParticleInsideAmongTheLostIsCaught) {
  state_.position[199] = {0.5f, 0.5f, 0.5f, 0};
  EXPECT_EQ(check().value, 1);
  EXPECT_EQ(check().detail.find("particle 199 "), 0u) << check().detail;
  state_.position[199].z = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(check().passed);
}

TEST_F(CellsCheck, AFaceBelongsToEitherSide) {
  // 0.6 * 5 rounds to 3 exactly, but lies above it in double precision: 0.6f > 0.6
  ParticleState one;
  test::add_particle(one, ParticleType::fluid, 0.6f, 0.1f, 0.1f);
  for (const std::uint32_t cell : {2u, 3u}) {
    std::vector<std::uint32_t> begin(62, 1);
    std::fill(begin.begin(), begin.begin() + cell + 1, 0);
    EXPECT_TRUE(cells_consistent(one, begin, grid).passed) << cell;
  }
  std::vector<std::uint32_t> wrong(62, 1);
  std::fill(wrong.begin(), wrong.begin() + 5, 0);
  EXPECT_FALSE(cells_consistent(one, wrong, grid).passed);
}

// More than one thread takes, in cells of several hundred, the last ones empty.
class CellsOfMany : public CellsCheck {
 protected:
  CellsOfMany() : CellsCheck(test::many_particles) {
    for (const float4& p : state_.position) keys_.push_back(key(p));
  }
  Check cells() const {
    return test::on_any_threads([&] { return check(); });
  }
  Check keys() const {
    return test::on_any_threads([&] { return keys_sorted(state_, keys_, begin_); });
  }
  std::vector<std::uint32_t> keys_;
};

TEST_F(CellsOfMany, ASortedStatePasses) {
  EXPECT_TRUE(cells().passed) << cells().detail;
  EXPECT_TRUE(keys().passed) << keys().detail;
  EXPECT_GT(begin_[60], 10'000u);
  EXPECT_LT(begin_[60], 35'000u);
}

TEST_F(CellsOfMany, ThoseThatLieElsewhereAreCountedAndTheFirstIsNamed) {
  const std::uint32_t lost = begin_[60];
  state_.position[lost + 9'000] = {0.5f, 0.5f, 0.5f, 0};
  EXPECT_EQ(cells().value, 1);
  EXPECT_EQ(cells().detail,
            particle_label(state_, lost + 9'000) + " lies in the grid but is counted as lost");
  for (const std::uint32_t cell : {17u, 40u}) state_.position[begin_[cell]].x += 0.4f;
  EXPECT_EQ(cells().value, 3);
  EXPECT_EQ(cells().detail,
            particle_label(state_, begin_[17]) + " is sorted into cell 17, where it does not lie");
}

TEST_F(CellsOfMany, WrongKeysAreCountedAndTheFirstIsNamed) {
  keys_.back() = 3;
  EXPECT_EQ(keys().detail, particle_label(state_, state_.size() - 1) + " has the key 3 in cell 60");
  keys_[begin_[41] - 1] = 41;
  keys_[begin_[17]] = 16;
  EXPECT_EQ(keys().value, 3);
  EXPECT_EQ(keys().detail, particle_label(state_, begin_[17]) + " has the key 16 in cell 17");
}

TEST_F(CellsOfMany, EmptyCellsHoldNoParticle) {
  for (float4& p : state_.position) p = {0.5f, 0.3f, 0.5f, 0};  // all in one cell
  const std::uint32_t cell = key(state_.position[0]);
  for (std::uint32_t k = 0; k < begin_.size(); ++k)
    begin_[k] = k <= cell ? 0 : static_cast<std::uint32_t>(state_.size());
  EXPECT_TRUE(cells().passed) << cells().detail;
  keys_.assign(state_.size(), cell);
  EXPECT_TRUE(keys().passed) << keys().detail;
}

// The same particles, those of the grid in the cubes of their cells, too.
class TilesCheck : public CellsCheck {
 protected:
  TilesCheck() {
    cut_.tile = 3;
    std::sort(state_.position.begin(), state_.position.end(),
              [&](const float4& a, const float4& b) { return cube(a) < cube(b); });
    tile_begin_.resize(tile_count(cut_) + 2);
    for (const float4& p : state_.position) ++tile_begin_[cube(p) + 1];
    for (std::size_t c = 1; c < tile_begin_.size(); ++c) tile_begin_[c] += tile_begin_[c - 1];
  }
  std::uint32_t cube(const float4& position) const {
    if (key(position) == lost_key(grid)) return tile_count(cut_);
    const auto c = cell_coordinates(grid, position);
    const auto part = [](double x) { return static_cast<std::uint32_t>(3 * (x - std::floor(x))); };
    return 27 * key(position) + 9 * part(c[0]) + 3 * part(c[2]) + part(c[1]);
  }
  Check check() const {
    return tiles_consistent(state_, begin_, tile_begin_, cut_, "perpendicular");
  }

  Grid cut_ = grid;
  std::vector<std::uint32_t> tile_begin_;
};

TEST_F(TilesCheck, ASortedStatePasses) {
  EXPECT_TRUE(check().passed) << check().detail;
}

TEST_F(TilesCheck, AParticleInAnotherCubeIsCaughtAndNamed) {
  // the last cube of some cell that holds more than one, ended too early
  std::size_t end = 27;
  while (tile_begin_[end] - tile_begin_[end - 1] == 0 ||
         tile_begin_[end - 1] == begin_[end / 27 - 1])
    end += 27;
  const std::uint32_t moved = tile_begin_[end - 1]++;
  EXPECT_FALSE(check().passed);
  EXPECT_EQ(check().value, 1);
  EXPECT_EQ(check().detail.find(particle_label(state_, moved) + " is sorted into cuboid ("), 0u)
      << check().detail;
}

TEST_F(TilesCheck, CubesThatDoNotBeginWithTheirCellAreCaught) {
  const std::size_t place = 20;
  ASSERT_GT(begin_[place + 1], begin_[place]);
  ++tile_begin_[27 * place];
  EXPECT_FALSE(check().passed);
}

TEST_F(TilesCheck, MalformedOffsetsAreCaught) {
  const auto right = tile_begin_;
  tile_begin_.pop_back();
  EXPECT_EQ(check().detail, "1621 offsets for 1620 cuboids");
  tile_begin_ = right;
  tile_begin_.back() = 199;
  EXPECT_EQ(check().detail, "the cuboids end at particle 199 of 200");
}

TEST_F(TilesCheck, AnotherOrderIsRefused) {
  EXPECT_THROW(tiles_consistent(state_, begin_, tile_begin_, cut_, "morton"), Error);
}

}  // namespace
}  // namespace sphlab
