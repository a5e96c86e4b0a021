#include "harness/best/answer.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

Tried tried(double seconds, bool ranked) {
  Tried tried;
  tried.blocks = 2;
  tried.seconds = seconds;
  tried.ranked = ranked;
  return tried;
}

TEST(NearAndNotRanked, IsWhatTheNoiseOfTheSearchCannotTellFromTheFirst) {
  SearchOutcome outcome;
  outcome.noise = 0.01;
  outcome.tried = {tried(1.00, true), tried(1.02, true), tried(1.02, false), tried(1.05, false)};
  EXPECT_EQ(near_and_not_ranked(outcome), 1u);
  outcome.tried.push_back(tried(0.99, false));
  EXPECT_EQ(near_and_not_ranked(outcome), 2u) << "faster in the search alone";
  outcome.tried.back().failed = true;
  EXPECT_EQ(near_and_not_ranked(outcome), 1u);
  EXPECT_EQ(near_and_not_ranked({}), 0u);
}

TEST(HidesTheFirst, WhereMoreThanATenthOfTheBlocksWereBusy) {
  EXPECT_FALSE(hides_the_first({}));
  EXPECT_FALSE(hides_the_first({100, 10, 0.9}));
  EXPECT_TRUE(hides_the_first({100, 11, 0.06}));
}

}  // namespace
}  // namespace sphlab
