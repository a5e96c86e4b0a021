// Whether who ran before shows in a contender's time.
#include "harness/records/carry_over.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace sphlab {
namespace {

/// Turns in shuffled ABBA rounds of contenders of different speed with 0.2 % of noise; those behind
/// the first contender take longer by a share.
std::vector<Record::Samples> turns_of(std::size_t contenders, std::size_t rounds, double share) {
  std::mt19937 generator(7);
  std::normal_distribution<double> noise(0, 0.002);
  std::vector<Record::Samples> all(contenders);
  std::vector<std::size_t> order(contenders);
  for (std::size_t k = 0; k < contenders; ++k) order[k] = k;
  std::size_t before = 1;
  std::uint64_t number = 0;
  for (std::uint64_t block = 0; block < rounds; ++block) {
    block % 2 == 0 ? std::shuffle(order.begin(), order.end(), generator)
                   : std::reverse(order.begin(), order.end());
    for (const std::size_t k : order) {
      const double carried = before == 0 ? share : 0;
      for (int sample = 0; sample < 3; ++sample) {
        all[k].time_s.push_back(static_cast<double>(k + 1) * (1 + carried + noise(generator)));
        all[k].block.push_back(block);
        all[k].order.push_back(number++);
      }
      before = k;
    }
  }
  return all;
}

std::optional<Record::CarryOver> carried(const std::vector<Record::Samples>& turns) {
  std::vector<const Record::Samples*> steps;
  for (const Record::Samples& samples : turns) steps.push_back(&samples);
  return carry_over_of(steps);
}

TEST(CarryOver, IsSeenWhereThoseBehindAContenderTakeLonger) {
  const auto found = carried(turns_of(5, 20, 0.02));
  ASSERT_TRUE(found.has_value());
  EXPECT_GT(found->coefficient, carry_over_limit);
  EXPECT_LT(found->coefficient, 0.02);
  EXPECT_GT(found->low, 0);
  EXPECT_LT(found->low, found->coefficient);
}

TEST(CarryOver, IsNoneOfNoise) {
  const auto found = carried(turns_of(5, 20, 0));
  ASSERT_TRUE(found.has_value());
  EXPECT_LT(found->coefficient, carry_over_limit);
  EXPECT_EQ(found->low, 0);
}

TEST(CarryOver, IsNotKnownOfFewTurnsOrTwoContenders) {
  EXPECT_FALSE(carried(turns_of(5, 3, 0.02)).has_value());
  EXPECT_FALSE(carried(turns_of(2, 20, 0.02)).has_value());
  EXPECT_FALSE(carried({}).has_value());
}

}  // namespace
}  // namespace sphlab
