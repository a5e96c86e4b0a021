#include "harness/measure/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

namespace sphlab {
namespace {

using Round = std::vector<std::size_t>;

std::vector<Round> rounds(std::size_t contenders, std::uint64_t seed, int count) {
  AbbaSchedule schedule(contenders, seed);
  std::vector<Round> all;
  for (int k = 0; k < count; ++k) all.push_back(schedule.next_round());
  return all;
}

TEST(AbbaSchedule, IsAPermutationAndItsReverse) {
  for (const std::size_t contenders : {1u, 2u, 5u, 24u}) {
    for (const Round& round : rounds(contenders, 7, 20)) {
      ASSERT_EQ(round.size(), 2 * contenders);
      Round first(round.begin(), round.begin() + static_cast<std::ptrdiff_t>(contenders));
      const Round second(round.rbegin(), round.rbegin() + static_cast<std::ptrdiff_t>(contenders));
      EXPECT_EQ(first, second);
      std::sort(first.begin(), first.end());
      Round everyone(contenders);
      std::iota(everyone.begin(), everyone.end(), std::size_t{0});
      EXPECT_EQ(first, everyone);
    }
  }
}

TEST(AbbaSchedule, KeepsAGroupTogetherInBothOrders) {
  AbbaSchedule schedule({{0, 1}, {2}, {3, 4}}, 3);
  std::set<bool> base_first;
  std::set<std::size_t> leaders;
  for (int k = 0; k < 50; ++k) {
    const Round round = schedule.next_round();
    ASSERT_EQ(round.size(), 10u);
    EXPECT_TRUE(std::equal(round.begin(), round.begin() + 5, round.rbegin())) << "not reversed";
    const auto place = [&](std::size_t index) {
      return std::find(round.begin(), round.begin() + 5, index) - round.begin();
    };
    EXPECT_EQ(std::abs(place(0) - place(1)), 1);
    EXPECT_EQ(std::abs(place(3) - place(4)), 1);
    base_first.insert(place(0) < place(1));
    leaders.insert(round.front());
  }
  EXPECT_EQ(base_first.size(), 2u) << "either side comes first now and then";
  EXPECT_EQ(leaders.size(), 5u);
}

TEST(AbbaSchedule, RepeatsForASeed) {
  EXPECT_EQ(rounds(9, 42, 10), rounds(9, 42, 10));
  EXPECT_NE(rounds(9, 42, 10), rounds(9, 43, 10));
}

TEST(AbbaSchedule, ShufflesEveryRound) {
  const std::vector<Round> all = rounds(6, 1, 50);
  const std::set<Round> different(all.begin(), all.end());
  EXPECT_GT(different.size(), 40u);
  std::set<std::size_t> leaders;
  for (const Round& round : all) leaders.insert(round.front());
  EXPECT_EQ(leaders.size(), 6u) << "everyone comes first now and then";
}

}  // namespace
}  // namespace sphlab
