// Which series drift within their blocks.
#include "harness/records/drift.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sphlab {
namespace {

Record::Samples blocks_of(const std::vector<std::vector<double>>& blocks) {
  Record::Samples samples;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (const double seconds : blocks[block]) {
      samples.time_s.push_back(seconds);
      samples.block.push_back(block);
    }
  }
  return samples;
}

TEST(Drift, IsOfTheLastThirdOverTheFirst) {
  const auto drift = drift_of(blocks_of({{100, 100, 7, 8, 9, 104, 104}, {100, 102, 104}}));
  ASSERT_TRUE(drift.has_value());
  EXPECT_NEAR(drift->relative, 0.04, 1e-12);
  EXPECT_NEAR(drift->low, 0.04, 1e-12);
  EXPECT_NEAR(drift->high, 0.04, 1e-12);
  EXPECT_TRUE(drift->drifts);
}

TEST(Drift, IsOneOnEitherSide) {
  EXPECT_TRUE(drift_of(blocks_of({{100, 98, 96}, {100, 98, 97}, {100, 98, 96}}))->drifts);
}

TEST(Drift, IsNoneWhereBlocksBeginAtOtherTimesOrDisagree) {
  EXPECT_FALSE(drift_of(blocks_of({{100, 100, 100}, {120, 120, 120}}))->drifts);
  EXPECT_FALSE(drift_of(blocks_of({{100, 100, 104}, {104, 100, 100}, {100, 100, 104}}))->drifts);
  EXPECT_FALSE(drift_of(blocks_of({{1000, 1000, 1009}, {1000, 1000, 1009}}))->drifts) << "small";
}

TEST(Drift, IsNotKnownOfShortBlocksOrOne) {
  EXPECT_FALSE(drift_of(blocks_of({{1, 2}, {1, 2}, {1, 2}})).has_value());
  EXPECT_FALSE(drift_of(blocks_of({{1, 2, 3}, {1, 2}})).has_value());
  EXPECT_FALSE(drift_of({}).has_value());
  EXPECT_FALSE(drift_of(blocks_of({{0, 0, 0}, {0, 0, 0}})).has_value());
}

}  // namespace
}  // namespace sphlab
