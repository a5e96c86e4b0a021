// A sample of the particles: which they are, and that what is judged by it is them alone.
#include "harness/verify/judged_particles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_rates.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab::judged_particles {
namespace {

constexpr std::uint64_t many = 20'000'000'000'000;

/// Returns a sample of the least size.
JudgedParticles sample_of(std::size_t live) {
  return JudgedParticles::by_candidates(live, many);
}

/// Fails unless it is made of whole runs from the first particle to the last.
void expect_runs(const JudgedParticles& sample, std::size_t live) {
  EXPECT_TRUE(sample.is_sample());
  EXPECT_EQ(sample[0], 0u);
  EXPECT_EQ(sample[sample.count() - 1], live - 1);
  EXPECT_EQ(sample.over_all(sample.count()), live);
  for (std::size_t k = 1; k < sample.count(); ++k) {
    ASSERT_LT(sample[k - 1], sample[k]) << live;
    const bool begins_run = k % JudgedParticles::run == 0;
    ASSERT_TRUE(begins_run || sample[k - 1] + 1 == sample[k]) << live;
  }
}

TEST(JudgedParticles, AreAllWithoutVeryManyPairs) {
  const JudgedParticles all = JudgedParticles::by_candidates(1'000'000, 1'000'000'000);
  EXPECT_FALSE(all.is_sample());
  EXPECT_EQ(all.count(), 1'000'000u);
  EXPECT_EQ(all[999'999], 999'999u);
  EXPECT_EQ(all.over_all(7), 7u);
  EXPECT_FALSE(sample_of(8192).is_sample()) << "no fewer than a sample";
  EXPECT_FALSE(JudgedParticles::by_candidates(1'000'000, 0).is_sample());
}

TEST(JudgedParticles, OfALaterStateAreASampleOfFewerPairs) {
  constexpr std::uint64_t some = 500'000'000;
  EXPECT_FALSE(JudgedParticles::by_candidates(1'000'000, some).is_sample());
  const auto later =
      JudgedParticles::by_candidates(1'000'000, some, JudgedParticles::most_candidates_later);
  EXPECT_EQ(later.count(), 200'000u / JudgedParticles::run * JudgedParticles::run);
  expect_runs(later, 1'000'000);
}

TEST(JudgedParticles, OfASampleAreRunsFromTheFirstToTheLast) {
  for (const std::size_t live : {8193u, 100'000u, 17'970'160u}) {
    const JudgedParticles sample = sample_of(live);
    ASSERT_EQ(sample.count(), 8192u);
    expect_runs(sample, live);
  }
}

TEST(JudgedParticles, OfASampleAreAsManyAsAreAskedFor) {
  for (const std::size_t wanted : {1u, 2048u, 8192u}) {
    const JudgedParticles sample = JudgedParticles::at_most(1'000'000, 100'000, wanted);
    ASSERT_EQ(sample.count(), std::max<std::size_t>(wanted, 2 * JudgedParticles::run));
    expect_runs(sample, 1'000'000);
  }
  EXPECT_FALSE(JudgedParticles::at_most(100'000, 100'000, 2048).is_sample());
  EXPECT_FALSE(JudgedParticles::at_most(100, 1, 2048).is_sample()) << "no fewer than a sample";
}

TEST(JudgedParticles, OfASampleAreAsManyAsTheirPairsAllow) {
  for (const std::uint64_t pairs : {1'000'000'001u, 1'100'000'000u, 4'000'000'000u}) {
    const JudgedParticles sample = JudgedParticles::by_candidates(1'000'000, pairs);
    EXPECT_NEAR(static_cast<double>(sample.count()), 1e15 / static_cast<double>(pairs),
                JudgedParticles::run + 1);
    expect_runs(sample, 1'000'000);
  }
}

/// A sample of as many again, their rates and densities.
class OfASample : public testing::Test {
 protected:
  static WcsphConstants constants() {
    WcsphConstants c{};
    c.influence_radius = c.smoothing_length = 0.06f;
    c.particle_mass = 1000.0f / 16384;
    c.rest_density = 1000;
    c.sound_speed = 1;
    c.polytropic_exponent = 7;
    return c;
  }

  static ParticleState fluid() {
    ParticleState state = test::random_state(16384, 1, 1);
    for (std::uint32_t& word : state.identity)
      word = make_identity(ParticleType::fluid, id_of(word));
    return state;
  }

  static bool is_judged(const JudgedParticles& judged, std::size_t i) {
    for (std::size_t k = 0; k < judged.count(); ++k) {
      if (judged[k] == i) return true;
    }
    return false;
  }

  /// The first that is not in the sample.
  std::size_t unjudged() const {
    std::size_t i = 0;
    while (is_judged(sample_, i)) ++i;
    return i;
  }

  std::vector<float4> device_rates() const {
    const OracleRates all = oracle_rates_of("wcsph-summed", state_, state_.size(), c_, 2);
    std::vector<float4> rate;
    for (const DoubleVector& a : all.acceleration)
      rate.push_back(
          {static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2]), 0});
    return rate;
  }

  WcsphConstants c_ = constants();
  ParticleState state_ = fluid();
  JudgedParticles sample_ = sample_of(state_.size());
};

TEST(JudgedParticles, AreFewerOfASampleThatIsJudgedOften) {
  constexpr std::size_t live = 100 * JudgedParticles::usual;
  const JudgedParticles sample = JudgedParticles::at_most(live, 0, 10 * JudgedParticles::usual);
  const JudgedParticles third = sample.thinned(3);
  EXPECT_NEAR(static_cast<double>(third.count()) / static_cast<double>(sample.count()), 1.0 / 3,
              0.01);
  EXPECT_EQ(third.all(), live);
  for (std::size_t k = 0; k < JudgedParticles::run; ++k)
    ASSERT_EQ(third[JudgedParticles::run + k], sample[3 * JudgedParticles::run + k])
        << "whole runs";
  EXPECT_EQ(sample.thinned(1000).count(), JudgedParticles::usual) << "enough of them";
  EXPECT_EQ(JudgedParticles(live).thinned(3).count(), live) << "no sample, and all are judged";
}

TEST_F(OfASample, RatesAndDensitiesAreThoseOfAllAndPairsAreEstimated) {
  const OracleRates all = oracle_rates_of("wcsph-summed", state_, state_.size(), c_, 2);
  const OracleRates some = oracle_rates_of("wcsph-summed", state_, sample_, c_, 2);
  const OracleDensities dense = oracle_densities_of("wcsph-summed", state_, sample_, c_, 2);
  const OracleDensities densities =
      oracle_densities_of("wcsph-summed", state_, state_.size(), c_, 2);
  for (std::size_t k = 0; k < sample_.count(); ++k) {
    ASSERT_EQ(some.acceleration[sample_[k]], all.acceleration[sample_[k]]);
    ASSERT_EQ(dense.excess[sample_[k]], densities.excess[sample_[k]]);
  }
  EXPECT_EQ(some.acceleration[unjudged()], DoubleVector{}) << "nothing was computed there";
  const auto pairs = static_cast<double>(all.accepted_pairs);
  EXPECT_NEAR(static_cast<double>(some.accepted_pairs) / pairs, 1, 0.03);
  EXPECT_NEAR(static_cast<double>(dense.accepted_pairs) / pairs, 1, 0.03);
  EXPECT_NEAR(some.neighbours.mean / all.neighbours.mean, 1, 0.03);
}

TEST_F(OfASample, AFaultIsFoundWhereAParticleIsJudged) {
  const OracleRates some = oracle_rates_of("wcsph-summed", state_, sample_, c_, 2);
  std::vector<float4> rate = device_rates();
  EXPECT_TRUE(accelerations_agree(state_, sample_, rate, some).passed);
  rate[unjudged()].x += 1e6f;
  EXPECT_TRUE(accelerations_agree(state_, sample_, rate, some).passed);
  rate[sample_[4711]].x += 1e6f;
  EXPECT_FALSE(accelerations_agree(state_, sample_, rate, some).passed);

  const OracleDensities dense = oracle_densities_of("wcsph-summed", state_, sample_, c_, 2);
  for (std::size_t k = 0; k < sample_.count(); ++k)
    state_.velocity[sample_[k]].w = static_cast<float>(dense.excess[sample_[k]]);
  EXPECT_TRUE(densities_agree(state_, sample_, dense).passed);
  state_.velocity[sample_[4711]].w += 1;
  EXPECT_FALSE(densities_agree(state_, sample_, dense).passed);
}

}  // namespace
}  // namespace sphlab::judged_particles
