#include "harness/verify/perturbed_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

const Scenario& dam() {
  static const Scenario scenario = shipped("dam-break-lj", {{"particles_per_height", 6}});
  return scenario;
}

double distance(const float4& a, const float4& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
                   (a.z - b.z) * (a.z - b.z));
}

TEST(PerturbedState, FluidMovesAndWallsStand) {
  const ParticleState moved = perturbed(dam().initial, dam(), {1});
  const double c0 = dam().wcsph.sound_speed;
  double furthest = 0, fastest = 0, densest = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const double shift = distance(moved.position[i], dam().initial.position[i]);
    const double speed = distance(moved.velocity[i], {0, 0, 0, 0});
    if (type_of(moved.identity[i]) == ParticleType::boundary) {
      EXPECT_EQ(shift + speed, 0) << i;
      continue;
    }
    furthest = std::max(furthest, shift);
    fastest = std::max(fastest, speed);
    densest = std::max(
        densest, static_cast<double>(std::abs(moved.velocity[i].w - dam().initial.velocity[i].w)));
  }
  EXPECT_GT(furthest, 0.02 * dam().spacing);
  EXPECT_LT(furthest, 0.09 * dam().spacing) << "the flow's, and the way to the walls";
  EXPECT_GT(fastest, 0.01 * c0);
  EXPECT_LT(fastest, 0.02 * c0);
  EXPECT_GT(densest, 0.0005);
  EXPECT_LE(densest, 0.00101);
}

/// Largest coordinate that is inside a grid along x.
float last_inside(const Grid& grid) {
  const double inverse = grid.inverse_side;
  const double edge = grid.origin.x + grid.cells.x / inverse;
  float x = static_cast<float>(edge);
  while (!((static_cast<double>(x) - grid.origin.x) * inverse < grid.cells.x))
    x = std::nextafter(x, 0.0f);
  return x;
}

/// Number of its cell along x as kernels compute it, before it is rounded down.
float cell_in_single_precision(const Grid& grid, float x) {
  return (x - grid.origin.x) * grid.inverse_side;
}

/// A coordinate that is inside by less than half of its last digit is outside for kernels.
TEST(PerturbedState, WhatIsMovedIsInsideTheGridWhenItIsRounded) {
  Scenario scenario = dam();
  Grid& grid = scenario.grid;
  const auto cells = static_cast<float>(grid.cells.x);
  while (cell_in_single_precision(grid, last_inside(grid)) < cells)
    grid.inverse_side = std::nextafter(grid.inverse_side, 0.0f);
  ParticleState state;
  for (std::uint32_t i = 0; i < 500'000; ++i) {
    float4 p = scenario.initial.position[scenario.initial.size() / 2];
    p.x = last_inside(grid) - static_cast<float>(1e-3 * scenario.spacing);
    p.y += static_cast<float>(1e-3 * scenario.spacing * (i % 1000));
    p.z += static_cast<float>(1e-3 * scenario.spacing * (i / 1000));
    state.position.push_back(p);
    state.velocity.push_back({0, 0, 0, 0});
    state.identity.push_back(make_identity(ParticleType::fluid, i));
  }
  const ParticleState moved = perturbed(state, scenario, {2});
  std::size_t shifted = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    EXPECT_LT(cell_in_single_precision(grid, moved.position[i].x), cells) << i;
    shifted += moved.position[i].x != state.position[i].x;
  }
  EXPECT_GT(shifted, 0u) << "those that the flow takes inwards";
  EXPECT_LT(shifted, moved.size()) << "those that it would take out stay";
}

TEST(PerturbedState, AnotherSeedIsAnotherState) {
  const ParticleState one = perturbed(dam().initial, dam(), {1});
  const ParticleState two = perturbed(dam().initial, dam(), {2});
  EXPECT_NE(one.velocity[0].x, two.velocity[0].x);
  EXPECT_NE(one.position[0].x, two.position[0].x);
  EXPECT_EQ(one.velocity[0].x, perturbed(dam().initial, dam(), {1}).velocity[0].x);
}

TEST(PerturbedState, APerturbationOfAParticleDependsOnItsPlaceAlone) {
  ParticleState reversed = dam().initial;
  std::reverse(reversed.position.begin(), reversed.position.end());
  std::reverse(reversed.velocity.begin(), reversed.velocity.end());
  std::reverse(reversed.identity.begin(), reversed.identity.end());
  const ParticleState moved = perturbed(dam().initial, dam(), {3});
  const ParticleState other = perturbed(reversed, dam(), {3});
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const std::size_t k = moved.size() - 1 - i;
    ASSERT_EQ(moved.position[i].x, other.position[k].x) << i;
    ASSERT_EQ(moved.velocity[i].y, other.velocity[k].y) << i;
  }
}

TEST(PerturbedState, DensitiesThatAPassSumsAreLeft) {
  const ParticleState moved = perturbed(dam().initial, dam(), {1, false});
  EXPECT_EQ(moved.velocity[0].w, dam().initial.velocity[0].w);
  EXPECT_EQ(moved.position[0].w, dam().initial.position[0].w);
}

TEST(PerturbedState, FluidPassesThePlanesThatStandForWalls) {
  const Scenario box = shipped("dam-break-summed", {});
  ASSERT_GT(box.wcsph.planes.count, 0u);
  const ParticleState moved = perturbed(box.initial, box, {1, false});
  const float4& plane = box.wcsph.planes.plane[0];
  const auto depth = [&](const ParticleState& state) {
    float least = INFINITY;
    for (const float4& p : state.position)
      least = std::min(least, plane.x * p.x + plane.y * p.y + plane.z * p.z - plane.w);
    return least;
  };
  EXPECT_GT(depth(box.initial), 0);
  EXPECT_LT(depth(moved), 0);
}

}  // namespace
}  // namespace sphlab::test
