// What takes long is spread evenly, and so the time left can be told.
#include "harness/cli/spread_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace sphlab::test {
namespace {

TEST(SpreadOrder, HasEachOnce) {
  for (const std::size_t count : {0, 1, 2, 3, 100}) {
    std::vector<std::size_t> order = spread_order(count);
    ASSERT_EQ(order.size(), count);
    std::sort(order.begin(), order.end());
    for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(order[k], k);
  }
}

// Ten that stand together are never two more or less in a quarter than in the next.
TEST(SpreadOrder, SpreadsWhatStandsTogether) {
  constexpr std::size_t count = 400;
  const std::vector<std::size_t> order = spread_order(count);
  std::vector<std::size_t> place(count);
  for (std::size_t k = 0; k < count; ++k) place[order[k]] = k;
  for (std::size_t first = 0; first + 10 <= count; ++first) {
    std::vector<int> in_quarter(4);
    for (std::size_t k = first; k < first + 10; ++k) ++in_quarter[place[k] * 4 / count];
    for (const int number : in_quarter) EXPECT_NEAR(number, 2.5, 1.5) << first;
  }
}

/// Seconds of trials as a verification has them: scenarios by toolchains that differ in their
/// number of variants and in what these take, and in each some variants that take five times as
/// long.
std::vector<double> made_up_seconds() {
  std::vector<double> seconds;
  for (std::size_t scenario = 0; scenario < 20; ++scenario) {
    for (const std::size_t variants : {15, 40}) {
      const double usual = (scenario % 7 == 3 ? 0.5 : 0.05) * static_cast<double>(variants) / 15;
      for (std::size_t k = 0; k < variants; ++k)
        seconds.push_back(k > variants / 2 && k < variants / 2 + 5 ? 5 * usual : usual);
    }
  }
  return seconds;
}

TEST(SpreadOrder, TimeLeftIsWhatTheTimeSpentTells) {
  const std::vector<double> seconds = made_up_seconds();
  const auto count = static_cast<double>(seconds.size());
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  double spent = 0;
  double done = 0;
  for (const std::size_t trial : spread_order(seconds.size())) {
    if (spent > 0.25 * all && spent < 0.9 * all) {
      const double fraction = done / count;  // what Progress is told
      const double left = spent * (1 - fraction) / fraction;
      EXPECT_NEAR(left / (all - spent), 1, 0.3) << "behind " << fraction;
    }
    spent += seconds[trial];
    ++done;
  }
}

}  // namespace
}  // namespace sphlab::test
