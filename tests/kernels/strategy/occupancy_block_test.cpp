// The search for the block of the highest occupancy, by the limits of the devices of paper D.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/strategy/occupancy_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sphlab {
namespace {

/// Occupancy on a device of compute capability 1.3 (paper D, table 2): 16 Ki registers, given to
/// blocks by 512 and to pairs of warps; 32 warps, 8 blocks, 512 threads a block.
float occupancy_of_13(unsigned registers, unsigned block) {
  if (block > 512) return 0;
  const unsigned warps = (block / 32 + 1) / 2 * 2;
  const unsigned of_block = (warps * 32 * registers + 511) / 512 * 512;
  const unsigned blocks = std::min({8u, 32 / (block / 32), 16384 / of_block});
  return static_cast<float>(blocks * (block / 32)) / 32;
}

OccupiedBlock best_of_13(unsigned registers) {
  OccupiedBlock found;
  const auto occupancy_of = [&](unsigned block, float* occupancy) {
    *occupancy = occupancy_of_13(registers, block);
    return 0;
  };
  EXPECT_EQ(find_highest_occupancy(32, occupancy_of, &found), 0);
  return found;
}

// Paper D, section 4: 25 % with 256 threads, 44 % with 448.
TEST(OccupancyBlock, IsThatOfThePaper) {
  EXPECT_FLOAT_EQ(occupancy_of_13(35, 256), 0.25f);
  EXPECT_EQ(best_of_13(35).block, 448u);
  EXPECT_FLOAT_EQ(best_of_13(35).occupancy, 0.4375f);
}

TEST(OccupancyBlock, IsTheSmallestOfSeveral) {
  EXPECT_FLOAT_EQ(best_of_13(10).occupancy, 1.0f);
  EXPECT_EQ(best_of_13(10).block, 128u) << "8 blocks of 4 warps; 256 and 512 fill it as well";
}

TEST(OccupancyBlock, IsNoneWhereNoneIsResidentOrToldOf) {
  EXPECT_EQ(best_of_13(16385).block, 0u);
  OccupiedBlock found;
  const auto tells_none = [](unsigned, float* occupancy) {
    *occupancy = -1;
    return 0;
  };
  EXPECT_EQ(find_highest_occupancy(32, tells_none, &found), 0);
  EXPECT_LT(found.occupancy, 0);
}

TEST(OccupancyBlock, HandsOnWhatTheDeviceSays) {
  OccupiedBlock found;
  EXPECT_EQ(find_highest_occupancy(
                32, [](unsigned, float*) { return 7; }, &found),
            7);
}

}  // namespace
}  // namespace sphlab
