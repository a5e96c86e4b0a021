#include "harness/records/statistics.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "harness/error.hpp"

namespace sphlab {
namespace {

TEST(Statistics, InterpolatesBetweenRanks) {
  EXPECT_DOUBLE_EQ(quantile({7}, 0.95), 7);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({0, 10}, 0.05), 0.5);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 3}, 1.0), 3);
}

TEST(Statistics, HasTheMedianOfValuesInAnyOrder) {
  EXPECT_DOUBLE_EQ(median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median({4, 1, 3, 2}), 2.5);
}

TEST(Statistics, GroupsTheTimesOfSamplesByTheirBlocks) {
  Record::Samples samples;
  samples.time_s = {3, 1, 2};
  samples.block = {7, 0, 7};
  const std::map<std::uint64_t, std::vector<double>> expected{{0, {1}}, {7, {3, 2}}};
  EXPECT_EQ(times_by_block(samples), expected);
}

TEST(Statistics, SummarisesSamplesInAnyOrder) {
  const Record::Summary summary = summarise({5, 1, 4, 2, 3});
  EXPECT_EQ(summary.count, 5u);
  EXPECT_DOUBLE_EQ(*summary.median_s, 3);
  EXPECT_DOUBLE_EQ(*summary.mean_s, 3);
  EXPECT_DOUBLE_EQ(*summary.min_s, 1);
  EXPECT_DOUBLE_EQ(*summary.max_s, 5);
  EXPECT_DOUBLE_EQ(*summary.p05_s, 1.2);
  EXPECT_DOUBLE_EQ(*summary.p95_s, 4.8);
  EXPECT_DOUBLE_EQ(*summary.relative_spread, 1.2);
  EXPECT_FALSE(summary.mipps.has_value());
}

TEST(Statistics, HasNoAverageOfNothing) {
  const Record::Summary summary = summarise({});
  EXPECT_EQ(summary.count, 0u);
  EXPECT_FALSE(summary.median_s.has_value());
}

TEST(Statistics, RefusesWhatIsNoTime) {
  EXPECT_THROW(summarise({1, std::numeric_limits<double>::quiet_NaN()}), Error);
  EXPECT_THROW(summarise({std::numeric_limits<double>::infinity()}), Error);
}

TEST(Statistics, KeepsWhatIsBelowTheTimersResolution) {
  const Record::Summary summary = summarise({-2, 0, 0.5, 1, 8}, 1.0);
  EXPECT_EQ(summary.below_resolution, 3u);
  EXPECT_DOUBLE_EQ(*summary.median_s, 0.5);
  EXPECT_DOUBLE_EQ(*summary.min_s, -2);
  EXPECT_TRUE(summary.relative_spread.has_value());
  EXPECT_FALSE(summarise({-1, 1, 2}).below_resolution.has_value()) << "of an unknown timer";
}

TEST(Statistics, DividesByNoMedianThatIsNotAboveZero) {
  EXPECT_FALSE(summarise({-1, 0, 1}, 1.0).relative_spread.has_value());
  EXPECT_FALSE(summarise({-3, -2, 1}, 1.0).relative_spread.has_value());
}

}  // namespace
}  // namespace sphlab
