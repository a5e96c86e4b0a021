#include "harness/verify/sight.hpp"

#include <gtest/gtest.h>

#include "harness/verify/oracle_search.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

ParticleState pair_at(float x) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.24f, 0.1f, 0.1f);
  add_particle(state, ParticleType::fluid, x, 0.1f, 0.1f);
  return state;
}

TEST(Sight, OfAListIsWhatWasWithinItsRadius) {
  EXPECT_TRUE(Sight::of_list(pair_at(0.48f).position, radius).sees(0, 1));
  EXPECT_FALSE(Sight::of_list(pair_at(0.50f).position, radius).sees(0, 1));
}

TEST(Sight, OfCellsIsWhatWasInNeighbouringOnes) {
  const Grid grid = water_scenario(pair_at(0.3f), 4).grid;
  EXPECT_TRUE(Sight::of_cells(pair_at(0.49f).position, grid).sees(0, 1)) << "the next cell";
  EXPECT_FALSE(Sight::of_cells(pair_at(0.51f).position, grid).sees(0, 1)) << "the next but one";
}

TEST(Sight, ASearchVisitsWhatIsSeenAlone) {
  const ParticleState now = pair_at(0.48f);
  const ParticleState then = pair_at(0.50f);
  const auto found = [&](const JudgedParticles& judged) {
    int count = 0;
    CellSearch(now, judged, radius).visit(0, [&](auto...) { ++count; });
    return count;
  };
  const Sight sight = Sight::of_list(then.position, radius);
  EXPECT_EQ(found(2), 1);
  EXPECT_EQ(found(JudgedParticles(2).seeing(sight)), 0);
}

TEST(Sight, ReachesAcrossTheFacesOfAPeriodicBox) {
  ParticleState state = pair_at(0.99f);
  const float3 period = {1, 0, 0};
  state.position[0].x = 0.01f;
  const Grid grid = water_scenario(state, 4).grid;
  EXPECT_TRUE(Sight::of_list(state.position, radius, period).sees(0, 1));
  EXPECT_FALSE(Sight::of_list(state.position, radius).sees(0, 1));
  Grid ring = grid;
  ring.origin.x = 0;
  ring.inverse_side = 4;
  ring.cells = {4, 1, 1};
  EXPECT_TRUE(Sight::of_cells(state.position, ring, period).sees(0, 1));
  EXPECT_FALSE(Sight::of_cells(state.position, ring).sees(0, 1));
}

}  // namespace
}  // namespace sphlab::test
