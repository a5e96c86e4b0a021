// Which series cannot be told from the fastest.
#include "harness/records/block_ties.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sphlab {
namespace {

/// A sample in each block.
Record::Samples series(const std::vector<double>& times) {
  Record::Samples samples;
  samples.time_s = times;
  for (std::size_t block = 0; block < times.size(); ++block) {
    samples.block.push_back(block);
    samples.order.push_back(block);
    samples.clock_mhz.emplace_back();
  }
  return samples;
}

TEST(BlockTies, ADifferenceThatEveryBlockHasIsNone) {
  // the machine becomes slower from block to block, for both
  EXPECT_FALSE(is_tie(series({1, 2, 3, 4}), series({1.01, 2.021, 3.029, 4.041})));
}

TEST(BlockTies, ADifferenceThatBlocksDisagreeAboutIsOne) {
  EXPECT_TRUE(is_tie(series({1, 2, 3, 4}), series({1.1, 1.9, 3.2, 3.9})));
  EXPECT_TRUE(is_tie(series({1, 2}), series({1, 2}))) << "equal";
}

TEST(BlockTies, NothingIsKnownOfASingleBlock) {
  EXPECT_TRUE(is_tie(series({1}), series({2})));
  Record::Samples elsewhere = series({2, 2, 2});
  for (std::uint64_t& block : elsewhere.block) block += 10;
  EXPECT_TRUE(is_tie(series({1, 1, 1}), elsewhere)) << "no block in common";
}

TEST(BlockTies, ABlockCountsOnceHoweverManySamplesItHas) {
  Record::Samples best = series({1, 1, 1, 1});
  best.block = {0, 0, 1, 1};
  Record::Samples other = series({2, 2, 1, 1});
  other.block = {0, 0, 1, 1};
  EXPECT_TRUE(is_tie(best, other)) << "twice as slow in one block, equal in the other";
}

}  // namespace
}  // namespace sphlab
