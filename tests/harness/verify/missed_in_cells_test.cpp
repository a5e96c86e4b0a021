// What old cells miss, where no list is read.
#include "harness/verify/missed_in_cells.hpp"

#include <gtest/gtest.h>

#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

/// Four fluid particles in a row of four cells along x, one in each.
class MissedInCellsTest : public testing::Test {
 protected:
  MissedInCellsTest() {
    for (const float x : {0.9f, 1.1f, 2.1f, 3.5f})
      add_particle(state_, ParticleType::fluid, x, 0.5f, 0.5f);
    grid_.inverse_side = 1;
    grid_.cells = {4, 1, 1};
    grid_.count = 4;
  }
  MissedPairs count() const {
    return missed_in_cells(state_, 4, {0, 1, 2, 3, 4, 4}, grid_, {}, 1,
                           mask_of(ParticleType::fluid));
  }

  ParticleState state_;
  Grid grid_{};
};

TEST_F(MissedInCellsTest, AreNoneOfFreshCells) {
  EXPECT_EQ(count().pairs, 2u);  // of the first two; the third is farther than 1 from the second
  EXPECT_EQ(count().missed, 0u);
}

TEST_F(MissedInCellsTest, AreThoseWhoseSourceHasComeFromAfar) {
  state_.position[2].x = 1.5f;  // from the third cell, as the first sees it two away
  EXPECT_EQ(count().pairs, 6u);
  EXPECT_EQ(count().missed, 2u);
  grid_.reach = 2;
  EXPECT_EQ(count().missed, 0u);
}

TEST_F(MissedInCellsTest, AreNoneOfCellsThatMeetAcrossAFace) {
  state_.period = {4, 0, 0};
  state_.position[3].x = 3.95f;
  EXPECT_EQ(count().pairs, 4u) << "the first and the last, too";
  EXPECT_EQ(count().missed, 0u);
}

TEST(MissedInCellsAtEnd, AreOfTraversalsWithoutAList) {
  const RunnablePack pack = pack_of("simt-w32");
  Scenario water = moving_water();
  for (float4& velocity : water.initial.velocity) velocity = {600 * velocity.x, 0, 0, 0};
  for (const bool has_list : {false, true}) {
    Simulation simulation(*pack.runtime, *pack.pack, water,
                          variant_of(has_list ? "list-gather" : "par-part-noloop"));
    const auto missed = missed_in_cells_at_end_of_cycle(simulation, water);
    ASSERT_EQ(missed.has_value(), !has_list);
    if (missed) {
      EXPECT_GT(missed->missed, 0u);
      EXPECT_LT(missed->fraction(), 0.5);
    }
  }
}

}  // namespace
}  // namespace sphlab::test
