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

/// Of so many made-up spaces, how many a way of choosing leaves within 3 % of the best.
template <class Choose>
int within_three_per_cent(const MadeUp& like, int spaces, const Choose& choose) {
  int found = 0;
  for (int seed = 1; seed <= spaces; ++seed) {
    MadeUp made = like;
    made.seed = static_cast<std::uint64_t>(seed);
    MadeUpCourse course(made);
    const double budget = course.sweep_seconds() / 10;
    const Point chosen = choose(course, budget);
    if (course.regret(chosen) <= 0.03) ++found;
  }
  return found;
}

Point searched(MadeUpCourse& course, double budget_s) {
  const SearchOutcome outcome = search(course, policy_of(budget_s), silent);
  EXPECT_LE(course.now(), 1.1 * budget_s);
  return winner(outcome, course);
}

/// The best of random points, as many as the budget allows: a search that knows nothing.
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

TEST(Search, FindsTheBestOfASmallSpaceInATenthOfTheSweep) {
  constexpr int spaces = 100;
  const int found = within_three_per_cent({}, spaces, searched);
  std::printf("small: %d, drawn %d\n", found, within_three_per_cent({}, spaces, drawn));
  EXPECT_GE(found, 90);
}

TEST(Search, FindsTheBestOfALargeSpaceInATenthOfTheSweep) {
  constexpr int spaces = 30;
  MadeUp large;
  large.axes = {4, 3, 6, 8};
  const int found = within_three_per_cent(large, spaces, searched);
  std::printf("large: %d, drawn %d\n", found, within_three_per_cent(large, spaces, drawn));
  EXPECT_GE(found, 27);
}

}  // namespace
}  // namespace sphlab
