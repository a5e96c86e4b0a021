#include "harness/stepping/memory_order.hpp"

#include <gtest/gtest.h>

namespace sphlab::test {
namespace {

TEST(DistanceInMemory, IsTheMeanOfNeighbours) {
  EXPECT_EQ(distance_in_memory({{0, 0, 0, 0}, {3, 4, 0, 9}, {3, 4, 1, 0}}), 3);
  EXPECT_EQ(distance_in_memory({}), 0);
}

}  // namespace
}  // namespace sphlab::test
