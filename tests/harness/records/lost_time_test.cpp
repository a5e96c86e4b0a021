#include "harness/records/lost_time.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

Record::Load load_of(std::vector<std::optional<double>> waited) {
  Record::Load load;
  for (std::size_t k = 0; k < waited.size(); ++k) {
    load.block.push_back(k);
    load.average.push_back(std::nullopt);
    load.stolen.push_back(std::nullopt);
  }
  load.waited = std::move(waited);
  return load;
}

TEST(LostTime, LeavesOfSamplesWhatTheirBlocksDidNotLose) {
  Record::Samples samples;
  samples.time_s = {2, 2, 4, 4};
  samples.block = {0, 0, 1, 1};
  EXPECT_EQ(least_share(samples, {}), 1) << "nothing is known";
  EXPECT_EQ(least_share(samples, load_of({0.0, std::nullopt})), 1);
  EXPECT_DOUBLE_EQ(least_share(samples, load_of({0.5, 0.5})), 0.5);
  EXPECT_DOUBLE_EQ(least_share(samples, load_of({0.0, 0.5})), 2.0 / 3);
}

TEST(LostTime, OfABlockThatHasEndedIsNotAllOfIt) {
  EXPECT_DOUBLE_EQ(lost_share(load_of({7.0}), 0), 0.99);
}

TEST(LostTime, CountsTheBlocksThatLostWhatMatters) {
  LoadSeen seen;
  seen.add(load_of({0.01, 0.3, std::nullopt}));
  seen.add(load_of({0.06}));
  EXPECT_EQ(seen.blocks, 4u);
  EXPECT_EQ(seen.busy, 2u);
  EXPECT_DOUBLE_EQ(seen.largest, 0.3);
}

}  // namespace
}  // namespace sphlab
