// How much of a campaign is done, and what is left of it.
#include "harness/measure/work_estimate.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

/// Two sections of a contender: verified once, ten blocks, ten rounds of stages alone.
constexpr std::array<double, kinds_of_work> section{0, 1, 10, 10, 0, 0, 0};

TEST(WorkEstimate, CountsStagesAloneAtTheirOwnSpeed) {
  WorkEstimate estimate;
  estimate.expect(section);
  estimate.expect(section);
  EXPECT_EQ(estimate.seconds_left(), 0) << "nothing is known";
  estimate.begin_section(section);
  estimate.done(WorkKind::verifying, 1, 1);
  estimate.done(WorkKind::blocks, 10, 10);
  EXPECT_DOUBLE_EQ(estimate.seconds_left(), 10 + 21) << "as fast as the others, until it is timed";
  EXPECT_DOUBLE_EQ(estimate.fraction(11), 11.0 / 42);
  estimate.done(WorkKind::stages_alone, 5, 20);
  EXPECT_DOUBLE_EQ(estimate.seconds_left(), 20 + 11 + 40);
  EXPECT_LT(estimate.fraction(31), 0.5);
}

TEST(WorkEstimate, NeverGoesBack) {
  WorkEstimate estimate;
  estimate.begin_section(section);
  estimate.done(WorkKind::verifying, 1, 1);
  const double before = estimate.fraction(1);
  estimate.done(WorkKind::blocks, 1, 1000);
  EXPECT_DOUBLE_EQ(estimate.fraction(1), before);
}

TEST(WorkEstimate, DropsWhatIsNotDone) {
  WorkEstimate estimate;
  estimate.begin_section(section);
  estimate.done(WorkKind::verifying, 1, 1);
  estimate.end(WorkKind::blocks);  // the spread is small enough
  estimate.end(WorkKind::stages_alone);
  EXPECT_EQ(estimate.seconds_left(), 0);
}

TEST(WorkEstimate, ExpectsWhatThePolicyAsksFor) {
  MeasuringPolicy policy;
  policy.isolated_samples = 0;
  const auto units = expected_work(policy, 1000, false);
  EXPECT_EQ(units[static_cast<std::size_t>(WorkKind::tuning)], 0);
  EXPECT_EQ(units[static_cast<std::size_t>(WorkKind::stages_alone)], 0);
  EXPECT_EQ(units[static_cast<std::size_t>(WorkKind::calls_alone)], 0);
  EXPECT_GT(units[static_cast<std::size_t>(WorkKind::blocks)], 0);
  const auto of_more = expected_work(policy, 2000, true);
  EXPECT_EQ(of_more[static_cast<std::size_t>(WorkKind::blocks)],
            2 * units[static_cast<std::size_t>(WorkKind::blocks)]);
}

}  // namespace
}  // namespace sphlab
