// Shares of a budget of time, by a clock that is set.
#include "harness/campaigns/time_budget.hpp"

#include <gtest/gtest.h>

namespace sphlab::test {
namespace {

class TimeBudgetTest : public testing::Test {
 protected:
  double now_ = 0;
  TimeBudget budget_{100, [this] { return now_; }};
};

TEST_F(TimeBudgetTest, ASectionHasItsShareOfWhatIsLeft) {
  now_ = 20;
  budget_.begin_section(0.5);
  EXPECT_TRUE(budget_.has_share_for(WorkKind::blocks, 1, 40));
  EXPECT_FALSE(budget_.has_share_for(WorkKind::blocks, 1, 40.1));
  now_ = 30;
  budget_.begin_section(1);
  EXPECT_TRUE(budget_.has_share_for(WorkKind::blocks, 1, 70)) << "all that another has left";
}

TEST_F(TimeBudgetTest, AKindHasItsShareFromItsFirstRoundOn) {
  budget_.begin_section(1);
  EXPECT_TRUE(budget_.has_share_for(WorkKind::blocks, 0.6, 10));
  now_ = 55;
  EXPECT_FALSE(budget_.has_share_for(WorkKind::blocks, 0.6, 10)) << "its share is counted once";
  EXPECT_TRUE(budget_.has_share_for(WorkKind::stages_alone, 0.5, 20));
  EXPECT_FALSE(budget_.has_share_for(WorkKind::stages_alone, 0.5, 23));
}

TEST_F(TimeBudgetTest, WhatFollowsTheSamplesIsKeptBack) {
  budget_.begin_section(1);
  budget_.keep_back(30);
  EXPECT_TRUE(budget_.has_share_for(WorkKind::blocks, 1, 70));
  EXPECT_FALSE(budget_.has_share_for(WorkKind::blocks, 1, 71));
  EXPECT_TRUE(budget_.has_time_for_needed(69));
  EXPECT_FALSE(budget_.has_time_for_needed(71));
  EXPECT_TRUE(budget_.has_time_for(71)) << "what is behind the section";
}

TEST_F(TimeBudgetTest, NeededRoundsHaveTheTimeOfLaterSections) {
  budget_.begin_section(0.1);
  EXPECT_FALSE(budget_.has_share_for(WorkKind::blocks, 1, 50));
  EXPECT_TRUE(budget_.has_time_for_needed(50));
}

TEST_F(TimeBudgetTest, NothingIsLeftBehindItsEnd) {
  now_ = 101;
  EXPECT_EQ(budget_.left(), 0);
  budget_.begin_section(1);
  EXPECT_FALSE(budget_.has_share_for(WorkKind::blocks, 1, 0));
  EXPECT_FALSE(budget_.has_time_for_needed(0));
  EXPECT_FALSE(budget_.has_time_for(0));
}

}  // namespace
}  // namespace sphlab::test
