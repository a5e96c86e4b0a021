#include "harness/best/ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace sphlab {
namespace {

/// Blocks of three samples around `seconds` times what all of a block share.
Record::Samples blocks(double seconds, int count, double noise, unsigned seed,
                       double shared_noise = 0, unsigned shared_seed = 0) {
  std::mt19937 own(seed), shared(shared_seed);
  std::normal_distribution<double> normal, of_blocks;
  Record::Samples samples;
  for (int block = 0; block < count; ++block) {
    const double mood = std::exp(shared_noise * of_blocks(shared));
    for (int k = 0; k < 3; ++k) {
      samples.time_s.push_back(seconds * mood * std::exp(noise * normal(own)));
      samples.block.push_back(static_cast<std::uint64_t>(block));
    }
  }
  return samples;
}

TEST(RatioInterval, HoldsTheTruthAboutAsOftenAsItClaims) {
  int held = 0;
  constexpr int trials = 100;
  for (unsigned trial = 0; trial < trials; ++trial) {
    const Interval ratio =
        ratio_interval(blocks(1, 12, 0.02, 2 * trial), blocks(1.05, 12, 0.02, 2 * trial + 1));
    if (ratio.low <= 1.05 && 1.05 <= ratio.high) ++held;
  }
  EXPECT_GE(held, 85);
}

TEST(RatioInterval, TellsApartWhatDiffersAndNotWhatIsEqual) {
  const Record::Samples base = blocks(1, 12, 0.01, 1);
  const Interval slower = ratio_interval(base, blocks(1.1, 12, 0.01, 2));
  EXPECT_GT(slower.low, 1);
  EXPECT_NEAR(slower.median, 1.1, 0.02);
  const Interval equal = ratio_interval(base, blocks(1, 12, 0.01, 3));
  EXPECT_LT(equal.low, 1);
  EXPECT_GT(equal.high, 1);
}

TEST(RatioInterval, KeepsOutWhatBlocksShare) {
  const Record::Samples base = blocks(1, 12, 0.002, 1, 0.2, 9);
  const Record::Samples candidate = blocks(1.05, 12, 0.002, 2, 0.2, 9);
  const Interval paired = ratio_interval(base, candidate);
  const Interval alone = median_interval(base);
  EXPECT_GT(paired.low, 1);
  EXPECT_LT(paired.high - paired.low, 0.3 * (alone.high - alone.low));
}

TEST(RatioInterval, TakesTheBlocksThatBothHave) {
  const Record::Samples base = blocks(1, 6, 0, 1);
  Record::Samples candidate = blocks(2, 6, 0, 2);
  candidate.time_s.push_back(100);
  candidate.block.push_back(77);
  EXPECT_EQ(ratio_interval(base, candidate).high, 2);
  candidate.block.assign(candidate.block.size(), 77);
  EXPECT_THROW(ratio_interval(base, candidate), std::invalid_argument);
}

TEST(RatioInterval, IsTheSameAnotherTime) {
  const Record::Samples samples = blocks(1, 8, 0.05, 1);
  EXPECT_EQ(median_interval(samples).low, median_interval(samples).low);
  EXPECT_LT(median_interval(samples).low, median_interval(samples).high);
}

/// Runs of a thousand steps, a run a round, that begin with `round`.
Record::EnergySamples runs(const std::vector<double>& joules, std::uint64_t round,
                           double resolution_j = 0) {
  Record::EnergySamples samples;
  for (const double of_run : joules) {
    samples.joules.push_back(of_run);
    samples.steps.push_back(1000);
    samples.resolution_j.push_back(resolution_j);
    samples.block.push_back(round++);
  }
  return samples;
}

TEST(EnergyRatio, IsOfTheRoundsThatBothHave) {
  const Interval ratio = energy_ratio(runs({10, 20, 40}, 0), runs({22, 44, 1000}, 1));
  EXPECT_NEAR(ratio.median, 1.1, 1e-12) << "what a round shares is left out";
  EXPECT_NEAR(ratio.low, 1.1, 1e-12);
  EXPECT_NEAR(ratio.high, 1.1, 1e-12);
  EXPECT_THROW(energy_ratio(runs({10, 20}, 0), runs({10, 20}, 1)), std::invalid_argument);
}

TEST(EnergyRatio, IsNotTrustedBeyondTheTicksOfTheCounter) {
  const Interval fine = energy_ratio(runs({10, 10}, 0, 0.1), runs({11, 11}, 0, 0.1));
  EXPECT_GT(fine.low, 1);
  const Interval coarse = energy_ratio(runs({10, 10}, 0, 1), runs({11, 11}, 0, 1));
  EXPECT_LT(coarse.low, 1);
}

}  // namespace
}  // namespace sphlab
