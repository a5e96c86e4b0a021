// What a budget of time leaves out of sections, by a clock that is set.
#include "harness/campaigns/section_work.hpp"

#include <gtest/gtest.h>

#include "tests/support/mentions.hpp"

namespace sphlab::test {
namespace {

constexpr std::uint64_t blocks = 20;

/// Two sections, each verified in 2 s and sampled in 20 blocks of 1 s and 10 rounds of stages alone
/// of 1 s.
class SectionWorkTest : public testing::Test {
 protected:
  explicit SectionWorkTest(double budget_s = 100) : budget_(budget_s, [this] { return now_; }) {
    policy_.blocks = blocks;
    for (const char* name : {"first", "second"}) work_.expect(name, {0, 2, 20, 10, 0, 0, 0}, 1);
  }

  void verify() { spend(WorkKind::verifying, 1, 2); }
  /// Takes rounds while there is time for more. Returns how many were taken.
  std::uint64_t take(WorkKind kind, std::uint64_t wanted, std::uint64_t at_once = 1) {
    std::uint64_t done = 0;
    for (; done < wanted && work_.has_time(kind, done, wanted); done += at_once) {
      const auto rounds = static_cast<double>(at_once);
      spend(kind, rounds / static_cast<double>(wanted), rounds);
    }
    work_.end(kind);
    return done;
  }
  std::uint64_t take_blocks() { return take(WorkKind::blocks, blocks, 2); }

  void spend(WorkKind kind, double share, double seconds) {
    now_ += seconds;
    work_.done(kind, share, seconds);
  }

  double now_ = 0;
  TimeBudget budget_;
  MeasuringPolicy policy_;
  std::vector<std::string> told_;
  SectionWork work_{&budget_, [this](const std::string& text) { told_.push_back(text); }};
};

TEST_F(SectionWorkTest, ABudgetOfPlentyLeavesNothingOut) {
  work_.tell_budget();
  for (int section = 0; section < 2; ++section) {
    ASSERT_TRUE(work_.begin(policy_));
    verify();
    work_.keep_back(2);
    EXPECT_EQ(take_blocks(), blocks);
    EXPECT_EQ(take(WorkKind::stages_alone, 10), 10u);
    EXPECT_EQ(work_.samples_left_out(), "");
    work_.end();
  }
  EXPECT_TRUE(work_.sections_left_out().empty());
  EXPECT_EQ(work_.seconds_left(), 0);
  ASSERT_EQ(told_.size(), 2u);
  EXPECT_TRUE(mentions(told_[0], {"a budget of 100 s", "50 s for each variant"}));
  EXPECT_TRUE(mentions(told_[1], {"about 64 s", "within the budget"}));
}

class SmallBudget : public SectionWorkTest {
 protected:
  SmallBudget() : SectionWorkTest(32) {}
};

TEST_F(SmallBudget, SectionsHaveTheirSharesAndKindsTheirs) {
  ASSERT_TRUE(work_.begin(policy_));
  verify();
  work_.keep_back(2);  // 2.5 s of the 16 s of the section
  // two thirds of the other 11.5 s
  EXPECT_EQ(take_blocks(), fewest_blocks);
  EXPECT_EQ(take(WorkKind::stages_alone, 10), 5u);
  EXPECT_EQ(work_.samples_left_out(), "6 of 20 blocks, 5 of 10 samples of stages alone");
  now_ += 2;
  work_.end();
  ASSERT_TRUE(work_.begin(policy_));
  EXPECT_EQ(work_.samples_left_out(), "") << "of the section at hand";
  verify();
  work_.keep_back(2);
  EXPECT_EQ(take_blocks(), 8u) << "what the first has left";
  EXPECT_TRUE(mentions(told_.back(), {"about 64 s", "some are left out"}));
}

TEST_F(SmallBudget, WhatCannotHaveItsIntervalIsLeftOutBeforeItBegins) {
  ASSERT_TRUE(work_.begin(policy_));
  verify();
  take_blocks();
  work_.end();
  now_ = 21;  // 11 s are left; 2 s and 2.5 s of verifying and 6 s of blocks make 10.5 s
  EXPECT_TRUE(work_.begin(policy_));
  now_ = 22;
  EXPECT_FALSE(work_.begin(policy_));
  EXPECT_EQ(work_.sections_left_out(), std::vector<std::string>{"second"});
  EXPECT_GT(work_.seconds_left(), 0);
}

TEST_F(SmallBudget, BlocksThatNoIntervalIsMadeOfEndTheCampaign) {
  ASSERT_TRUE(work_.begin(policy_));
  verify();
  work_.keep_back(0);
  EXPECT_TRUE(work_.has_time(WorkKind::blocks, 0, blocks));
  spend(WorkKind::blocks, 0.1, 2);
  now_ = 31;
  EXPECT_THROW(work_.has_time(WorkKind::blocks, 2, blocks), BudgetUsedUp);
  work_.leave_out_rest();
  EXPECT_EQ(work_.sections_left_out(), (std::vector<std::string>{"first", "second"}));
}

// Verifying may be slower by far than what it is thought to be as long as.
TEST_F(SmallBudget, TheFirstBlocksAreNotRefusedForWhatOthersTook) {
  ASSERT_TRUE(work_.begin(policy_));
  spend(WorkKind::verifying, 1, 25);
  EXPECT_TRUE(work_.has_time(WorkKind::blocks, 0, blocks));
}

TEST_F(SmallBudget, BehindItsBlocksASectionIsNotGivenUp) {
  ASSERT_TRUE(work_.begin(policy_));
  verify();
  EXPECT_GE(take_blocks(), fewest_blocks);
  now_ = 1e6;
  EXPECT_THROW(work_.require_time(), BudgetUsedUp);
  for (const WorkKind kind : {WorkKind::blocks, WorkKind::stages_alone, WorkKind::calls_alone,
                              WorkKind::runs, WorkKind::energy}) {
    for (const std::uint64_t done : {0, 1, 6}) {
      if (kind == WorkKind::blocks && done < fewest_blocks) continue;
      EXPECT_NO_THROW(work_.has_time(kind, done, 10)) << static_cast<int>(kind) << " " << done;
    }
  }
  EXPECT_FALSE(work_.has_time_for_energy(policy_, 1));
}

TEST(SectionWork, HasAllTimeWithoutABudget) {
  SectionWork work(nullptr, {});
  work.expect("one", {0, 1, 1, 1, 0, 0, 0}, 1);
  EXPECT_TRUE(work.begin({}));
  work.done(WorkKind::blocks, 0.5, 1e9);
  EXPECT_NO_THROW(work.require_time());
  EXPECT_TRUE(work.has_time(WorkKind::blocks, 2, 4));
  EXPECT_TRUE(work.has_time_for_energy({}, 1));
}

}  // namespace
}  // namespace sphlab::test
