#include "harness/best/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "harness/error.hpp"
#include "tests/harness/best/made_up_course.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab {
namespace {

using test::MadeUp;
using test::MadeUpCourse;

const OnSearch silent = [](double, const std::string&) {};

SearchPolicy policy_of(double budget_s, std::uint64_t seed = 1) {
  SearchPolicy policy;
  policy.budget_s = budget_s;
  policy.seed = seed;
  return policy;
}

/// The point of the smallest true cost among those that were ranked.
Point winner(const SearchOutcome& outcome, const MadeUpCourse& course) {
  return *std::min_element(outcome.ranked.begin(), outcome.ranked.end(),
                           [&](Point a, Point b) { return course.cost(a) < course.cost(b); });
}

const Tried& tried(const SearchOutcome& outcome, Point point) {
  return *std::find_if(outcome.tried.begin(), outcome.tried.end(),
                       [&](const Tried& each) { return each.point == point; });
}

std::set<std::string> traversals_of(const std::vector<Point>& points, const MadeUpCourse& course) {
  std::set<std::string> traversals;
  for (const Point point : points) traversals.insert(course.traversal(point));
  return traversals;
}

/// Of so many made-up spaces, in how many a way of choosing comes so close to the best.
template <class Choose>
int within(double regret, const MadeUp& like, int spaces, const Choose& choose) {
  int found = 0;
  for (int seed = 1; seed <= spaces; ++seed) {
    MadeUp made = like;
    made.seed = static_cast<std::uint64_t>(seed);
    MadeUpCourse course(made);
    const Point chosen = choose(course, course.sweep_seconds() / 10);
    if (course.regret(chosen) <= regret) ++found;
  }
  return found;
}

Point searched(MadeUpCourse& course, double budget_s) {
  const SearchOutcome outcome = search(course, policy_of(budget_s), silent);
  EXPECT_LE(course.now(), 1.1 * budget_s);
  return winner(outcome, course);
}

/// The best of random points, as many as the budget allows: a search that learns nothing.
Point drawn(MadeUpCourse& course, double budget_s) {
  std::mt19937_64 generator(7);
  Point best = 0;
  while (course.now() < budget_s) {
    const Point point = generator() % course.points();
    course.measure(point, {});
    course.measure(point, {});
    if (course.cost(point) < course.cost(best)) best = point;
  }
  return best;
}

TEST(Search, FindsTheBestOfManySpacesInATenthOfTheSweep) {
  constexpr int spaces = 100;
  EXPECT_GE(within(0.03, {}, spaces, searched), 85);
  MadeUp large;
  large.axes = {4, 3, 6, 8};
  EXPECT_GE(within(0.03, large, 20, searched), 18);
}

TEST(Search, ASmallBudgetGoesToFewTraversals) {
  MadeUp made;
  made.traversals = 18;
  made.axes = {10, 6, 10};
  made.preparation_s = 0.02;
  made.steps_of_a_block = 60;
  const auto in_three_seconds = [](MadeUpCourse& course, double) {
    return winner(search(course, policy_of(3), silent), course);
  };
  EXPECT_GE(within(0.1, made, 60, in_three_seconds), 19)
      << "half of all traversals in each rung find 14";
}

// Of whatever length: a verification takes as long as the last block of a long search.
TEST(Search, VerificationTakesATenthOfTheBudget) {
  for (const double budget : {60.0, 240.0}) {
    SCOPED_TRACE(budget);
    MadeUp made;
    made.traversals = 18;
    made.axes = {10, 6, 10};
    made.verification_s = 1;
    MadeUpCourse course(made);
    const SearchOutcome outcome = search(course, policy_of(budget), silent);
    EXPECT_GE(outcome.ranked.size(), 2u);
    EXPECT_GE(course.verified.size(), 3u);
    EXPECT_LE(static_cast<double>(course.verified.size()), 0.1 * budget);
  }
}

TEST(Search, TraversalsGoAlongTheSameAxisInARound) {
  MadeUp made;
  made.traversals = 2;
  made.axes = {3, 3};
  made.spread_of_traversals = made.spread_of_values = made.spread_of_pairs = made.noise = 0;
  made.preparation_s = 1;  // so that a round has one turn
  MadeUpCourse course(made);
  course.without_first_axis = {1};
  const SearchOutcome outcome = search(course, policy_of(14), silent);
  ASSERT_GE(outcome.tried.size(), 5u);
  EXPECT_EQ(outcome.tried[2].point, 1u) << "of the first axis, while the second traversal waits";
  const std::vector<Point> next{outcome.tried[3].point, outcome.tried[4].point};
  EXPECT_EQ(traversals_of(next, course).size(), 2u);
}

TEST(Search, IsNotJudgedByWhatAnyChoiceWouldPass) {
  EXPECT_LE(within(0.03, {}, 100, drawn), 30);
}

TEST(Search, ASpaceWithoutNoiseIsClimbedToItsTop) {
  MadeUp made;
  made.traversals = 1;
  made.noise = 0;
  made.spread_of_pairs = 0;
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(30), silent);
  EXPECT_EQ(winner(outcome, course), course.best());
  EXPECT_EQ(outcome.ranked.size(), policy_of(30).top);
}

TEST(Search, WhatDriftsFallsOnAllAlike) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    MadeUp made;
    made.seed = seed;
    MadeUpCourse course(made);
    course.drift_per_s = 0.02;  // twice as slow after 50 s
    const SearchOutcome outcome = search(course, policy_of(60), silent);
    if (course.regret(winner(outcome, course)) <= 0.03) ++found;
  }
  EXPECT_GE(found, 18);
}

TEST(Search, WithOneSeedMakesTheSameTurns) {
  MadeUpCourse a({}), b({}), c({});
  const auto order = [](const SearchOutcome& outcome) {
    std::vector<Point> points;
    for (const Tried& each : outcome.tried) points.push_back(each.point);
    return points;
  };
  const auto first = order(search(a, policy_of(20, 5), silent));
  EXPECT_EQ(order(search(b, policy_of(20, 5), silent)), first);
  EXPECT_NE(order(search(c, policy_of(20, 6), silent)), first);
}

TEST(Search, EndsWithItsBudget) {
  for (const double budget_s : {10.0, 30.0, 100.0}) {
    MadeUpCourse course({});
    search(course, policy_of(budget_s), silent);
    EXPECT_LE(course.now(), 1.1 * budget_s);
    EXPECT_GE(course.now(), 0.8 * budget_s) << "time was left";
  }
}

TEST(Search, LeavesTheTimeToVerifyWhatItRanks) {
  MadeUp made;
  made.verification_s = 1.5;
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(10), silent);
  EXPECT_GE(outcome.ranked.size(), 2u);
  EXPECT_LE(course.now(), 11.5) << "more than one verification behind the budget";
}

TEST(Search, VerifiesLittleBeforeWhatItRanks) {
  MadeUp made;
  made.verification_s = 1;
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(10), silent);
  EXPECT_LE(course.verified.size(), outcome.ranked.size() + 1);
}

TEST(Search, AnAxisIsGoneAlongAsAWhole) {
  MadeUp made;
  made.traversals = 1;
  made.axes = {6, 6};
  made.noise = 0;
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  for (std::size_t k = 1; k < 6; ++k)
    EXPECT_LT(outcome.tried[k].point, 6u) << "another axis before the first is over";
}

TEST(Search, TimeThatIsLeftGoesToTraversalsThatWereOut) {
  MadeUpCourse course({});
  const SearchOutcome outcome = search(course, policy_of(course.sweep_seconds()), silent);
  EXPECT_GT(outcome.tried.size(), course.points() / 2);
  EXPECT_LE(course.regret(winner(outcome, course)), 0.01);
}

TEST(Search, RanksWhatIsVerifiedInTheSameRounds) {
  MadeUpCourse course({});
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  ASSERT_GE(outcome.ranked.size(), 2u);
  EXPECT_GE(outcome.rounds, 3u);
  for (const Point point : outcome.ranked) {
    EXPECT_TRUE(course.verified.contains(point));
    EXPECT_TRUE(tried(outcome, point).verified);
    EXPECT_EQ(course.kept.at(point), course.kept.at(outcome.ranked.front()))
        << "not the same blocks";
    EXPECT_EQ(course.kept.at(point).size(), 2 * outcome.rounds);
  }
}

/// Of eight tunings of the fastest, three are ranked, of others the best.
TEST(Search, RanksMoreThanTuningsOfOneVariant) {
  MadeUp made;
  made.axes = {8, 6};
  made.tunings = 8;
  made.spread_of_values = 0.02;
  made.noise = 0.001;
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  std::map<std::string, int> tunings;
  for (const Point point : outcome.ranked) ++tunings[course.label(point)];
  ASSERT_GE(outcome.ranked.size(), 5u);
  for (const auto& [label, count] : tunings)
    EXPECT_EQ(count, label == course.label(winner(outcome, course)) ? 3 : 1) << label;
}

/// Where there is but one, its tunings are.
TEST(Search, RanksTuningsWhereThereIsNothingElse) {
  MadeUp made;
  made.traversals = 1;
  made.axes = {8};
  made.tunings = 8;
  MadeUpCourse course(made);
  EXPECT_EQ(search(course, policy_of(60), silent).ranked.size(), 8u);
}

TEST(Search, TellsTheBestOfASecondTraversal) {
  MadeUp made;
  made.spread_of_traversals = 3;  // none comes near the best
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  EXPECT_EQ(traversals_of(outcome.ranked, course).size(), 2u);
}

TEST(Search, WhatIsWrongIsNotRankedAndItsTraversalGoesOn) {
  MadeUp made;
  made.traversals = 1;
  made.noise = 0;
  made.spread_of_pairs = 0;
  MadeUpCourse course(made);
  course.wrong = {course.best()};
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  EXPECT_TRUE(tried(outcome, course.best()).failed);
  EXPECT_FALSE(tried(outcome, course.best()).ranked);
  EXPECT_LE(course.regret(winner(outcome, course)), 0.15);
}

TEST(Search, WhatGoesWrongWhileItIsTimedIsNotRanked) {
  MadeUp made;
  made.traversals = 2;
  made.noise = 0;
  MadeUpCourse course(made);
  course.goes_wrong = {course.best()};
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  EXPECT_FALSE(tried(outcome, course.best()).ranked);
  ASSERT_FALSE(outcome.ranked.empty());
  for (const Point point : outcome.ranked) EXPECT_TRUE(course.confirmed.contains(point));
}

TEST(Search, WhereNothingIsRightItSaysSo) {
  MadeUp made;
  made.traversals = 2;
  made.axes = {2};
  MadeUpCourse course(made);
  for (Point point = 0; point < course.points(); ++point) course.wrong.insert(point);
  try {
    search(course, policy_of(30), silent);
    FAIL() << "it ranks what is wrong";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::verification);
    EXPECT_TRUE(mentions(error.what(), {"passed verification", "it is made to be wrong"}));
  }
}

TEST(Search, GoesRoundWhatRefuses) {
  MadeUpCourse course({});
  course.refused = {course.best(), 0};
  const SearchOutcome outcome = search(course, policy_of(60), silent);
  EXPECT_TRUE(tried(outcome, 0).failed);
  EXPECT_EQ(tried(outcome, 0).blocks, 0u);
  EXPECT_FALSE(outcome.ranked.empty());
}

TEST(Search, WhereAllRefuseItSaysWhy) {
  MadeUpCourse course({});
  for (const Point start : course.starts()) course.refused.insert(start);
  try {
    search(course, policy_of(60), silent);
    FAIL() << "it measures what refuses";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_TRUE(mentions(error.what(), {"12 variants", "it is made to refuse"}));
  }
}

TEST(Search, SaysHowMuchABudgetLacks) {
  MadeUp slow;
  slow.preparation_s = 4;
  MadeUpCourse course(slow);
  try {
    search(course, policy_of(2), silent);
    FAIL() << "it makes do with too little";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::usage);
    EXPECT_TRUE(mentions(error.what(), {"a budget of 2 s is too small", "Give at least --budget"}));
  }
}

TEST(Search, ACutFirstRungTellsHowManyTraversalsItLeftOut) {
  MadeUp slow;
  slow.preparation_s = 1;
  MadeUpCourse course(slow);
  const SearchOutcome outcome = search(course, policy_of(12), silent);
  EXPECT_GT(outcome.traversals_left, 0u);
  EXPECT_LT(outcome.traversals_left, 12u);
  EXPECT_EQ(outcome.traversals, 12u);
}

TEST(Search, ATraversalThatIsRefusedIsNotLeftOut) {
  MadeUpCourse course({});
  course.refused = {course.starts().front()};
  EXPECT_EQ(search(course, policy_of(60), silent).traversals_left, 0u);
}

TEST(Search, AnInterruptLeavesWhatIsKnown) {
  MadeUpCourse course({});
  course.interrupt_at = 60;
  const SearchOutcome early = search(course, policy_of(60), silent);
  EXPECT_TRUE(early.interrupted);
  EXPECT_TRUE(early.ranked.empty());
  EXPECT_GT(early.tried.size(), 12u);
  EXPECT_FALSE(course.verified.empty());

  MadeUpCourse again({});
  again.interrupt_at = 0;
  search(again, policy_of(60), silent);
  MadeUpCourse late({});
  late.interrupt_at = again.blocks_measured - 5;
  const SearchOutcome ranked = search(late, policy_of(60), silent);
  EXPECT_TRUE(ranked.interrupted);
  EXPECT_FALSE(ranked.ranked.empty());
}

TEST(Search, ExhaustivelyMeasuresEveryPoint) {
  MadeUp made;
  made.traversals = 3;
  MadeUpCourse course(made);
  SearchPolicy policy = policy_of(1);  // has no meaning here
  policy.exhaustive = true;
  const SearchOutcome outcome = search(course, policy, silent);
  EXPECT_EQ(outcome.tried.size(), course.points());
  for (const Tried& each : outcome.tried) EXPECT_GT(each.blocks, 0u);
  EXPECT_EQ(outcome.traversals, made.traversals);
  EXPECT_EQ(outcome.traversals_left, 0u);
  EXPECT_LE(course.regret(winner(outcome, course)), 0.01);
}

/// Refuses whatever is measured after so many blocks.
class FailingCourse : public MadeUpCourse {
 public:
  FailingCourse(const MadeUp& made, std::uint64_t blocks) : MadeUpCourse(made), blocks_(blocks) {}
  std::optional<double> measure(Point point, const BlockWanted& block) override {
    if (blocks_measured >= blocks_) refused.insert(point);
    return MadeUpCourse::measure(point, block);
  }

 private:
  std::uint64_t blocks_;
};

TEST(Search, ExhaustivelyGoesOnWhereTheLeaderFails) {
  MadeUp made;
  made.traversals = 1;
  made.axes = {40};
  FailingCourse course(made, 3);
  SearchPolicy policy = policy_of(1);
  policy.exhaustive = true;
  try {
    search(course, policy, silent);
    FAIL() << "it ranks what has failed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::verification);
    EXPECT_TRUE(mentions(error.what(), {"40 variants", "it is made to refuse"}));
  }
}

TEST(Search, OfOnePointIsThatPoint) {
  MadeUp made;
  made.traversals = 1;
  made.axes = {1};
  MadeUpCourse course(made);
  const SearchOutcome outcome = search(course, policy_of(20), silent);
  EXPECT_EQ(outcome.ranked, std::vector<Point>{0});
}

}  // namespace
}  // namespace sphlab
