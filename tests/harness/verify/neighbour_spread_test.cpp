#include "harness/verify/neighbour_spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

TEST(NeighbourSpread, OfNoTargetsIsZero) {
  for (const auto& neighbours :
       {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>(3, no_target)}) {
    const NeighbourSpread spread = spread_of(neighbours);
    EXPECT_EQ(spread.mean, 0);
    EXPECT_EQ(spread.p05, 0u);
    EXPECT_EQ(spread.p95, 0u);
  }
}

TEST(NeighbourSpread, LeavesOutWhatIsNoTarget) {
  const NeighbourSpread spread = spread_of({no_target, 4, 0, no_target, 8});
  EXPECT_EQ(spread.mean, 4);
  EXPECT_EQ(spread.p05, 0u);
  EXPECT_EQ(spread.p95, 8u);
}

TEST(NeighbourSpread, IsThatOfTheSortedNumbersOnAnyThreads) {
  std::mt19937 generator(11);
  std::poisson_distribution<std::uint32_t> distribution(80);
  std::vector<std::uint32_t> neighbours(test::many_particles);
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    neighbours[i] = i % 5 == 1 ? no_target : distribution(generator);
  std::vector<std::uint32_t> sorted = neighbours;
  std::erase(sorted, no_target);
  std::sort(sorted.begin(), sorted.end());
  const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  const auto rank = [&](double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
  };
  for (const int threads : {1, 2, 5}) {
    const test::WithThreads with(threads);
    const NeighbourSpread spread = spread_of(neighbours);
    EXPECT_EQ(spread.mean, sum / static_cast<double>(sorted.size()));
    EXPECT_EQ(spread.p05, rank(0.05));
    EXPECT_EQ(spread.p95, rank(0.95));
  }
}

}  // namespace
}  // namespace sphlab
