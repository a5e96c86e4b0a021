#include "harness/verify/cell_occupancy.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

TEST(CellOccupancy, IsOfTheCellsThatHoldAnyParticle) {
  // cells of 0, 3, 0, 1 and 2 particles, and two lost ones
  const CellOccupancy found = occupancy_of({0, 0, 3, 3, 4, 6, 8}, 5);
  EXPECT_EQ(found.filled, 3u);
  EXPECT_DOUBLE_EQ(found.mean, 2);
  EXPECT_EQ(found.fullest, 3u);
}

TEST(CellOccupancy, OfNoParticleIsZero) {
  const CellOccupancy found = occupancy_of({0, 0, 0, 4}, 2);
  EXPECT_EQ(found.filled, 0u);
  EXPECT_EQ(found.mean, 0);
  EXPECT_EQ(found.fullest, 0u);
}

}  // namespace
}  // namespace sphlab
