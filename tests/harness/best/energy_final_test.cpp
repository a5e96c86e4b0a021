// What a final by energy leaves of a search's budget.
#include "harness/best/energy_final.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab {
namespace {

SearchPolicy of_budget(double seconds) {
  SearchPolicy policy;
  policy.budget_s = seconds;
  return policy;
}

TEST(EnergyFinal, TakesAThirdOfTheBudgetForAsManyAsItHasRunsFor) {
  const SearchPolicy minute = before_energy_final(of_budget(60));
  EXPECT_EQ(minute.top, 4u);
  EXPECT_GE(minute.budget_s, 40);
  EXPECT_LT(minute.budget_s, 60);
  const SearchPolicy hour = before_energy_final(of_budget(3600));
  EXPECT_EQ(hour.top, SearchPolicy{}.top) << "no more than are asked for";
}

TEST(EnergyFinal, RefusesABudgetForFewerThanTwoAndTellsWhatWouldDo) {
  std::string message;
  try {
    before_energy_final(of_budget(20));
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::usage);
    message = error.what();
  }
  ASSERT_TRUE(mentions(message, {"budget of 20 s is too small", "--budget 27s"}));
  EXPECT_EQ(before_energy_final(of_budget(27)).top, 2u) << "it would";
}

TEST(EnergyFinal, OfAnExhaustiveSearchIsOfAllThatItRanks) {
  SearchPolicy all = of_budget(1);
  all.exhaustive = true;
  EXPECT_EQ(before_energy_final(all).top, all.top);
}

}  // namespace
}  // namespace sphlab
