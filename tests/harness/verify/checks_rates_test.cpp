// Rates rounded to float pass; each way of breaking them is caught, and the particle named.
#include "harness/verify/checks_rates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

class RatesCheck : public testing::Test {
 protected:
  RatesCheck() {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      const DoubleVector& a = oracle_.acceleration[i];
      rate_.push_back({static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2]),
                       static_cast<float>(oracle_.density_rate[i])});
      const double term = oracle_pressure_term(state_.velocity[i].w, constants_);
      state_.position[i].w = static_cast<float>(term);
    }
  }

  Check accelerations() const { return accelerations_agree(state_, live_, rate_, oracle_); }
  Check density_rates() const { return density_rates_agree(state_, live_, rate_, oracle_); }
  Check pressures() const { return pressure_terms_agree(state_, live_, constants_, fluid_); }

  // The particle of the largest density rate.
  std::size_t greatest() const {
    std::size_t greatest = 0;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      if (std::abs(rate_[i].w) > std::abs(rate_[greatest].w)) greatest = i;
    }
    return greatest;
  }

  static constexpr TypeMask fluid_ = mask_of(ParticleType::fluid);
  WcsphConstants constants_ = test::wcsph_constants();
  ParticleState state_ = test::jittered_state(8, 0.09f, 47);
  std::size_t live_ = 512;
  OracleRates oracle_ = oracle_rates_of("wcsph-lj", state_, 512, constants_, 1);
  std::vector<float4> rate_;
};

// Rates of approach of the oracle, rounded; each way of breaking them is caught.
TEST(ApproachRatesCheck, CatchesWhatIsOff) {
  const ParticleState state = test::jittered_state(6, 0.09f, 53);
  const OracleRates oracle = oracle_rates_of("wcsph-dynamic-cubic-spline", state, state.size(),
                                             test::wcsph_constants(), 1);
  std::vector<float> rate(oracle.approach_rate.begin(), oracle.approach_rate.end());
  const auto passes = [&] {
    return approach_rates_agree(state, state.size(), rate, oracle).passed;
  };
  ASSERT_GT(*std::max_element(rate.begin(), rate.end()), 0);
  EXPECT_TRUE(passes());
  const float right = rate[7];
  for (const float wrong : {0.99f * right, 1.01f * right, not_a_number, infinite, -right}) {
    rate[7] = wrong;
    EXPECT_FALSE(passes()) << wrong;
  }
  rate.pop_back();
  EXPECT_FALSE(passes());
}

testing::AssertionResult fails_at(const Check& check, const std::string& particle) {
  if (check.passed) return testing::AssertionFailure() << check.name << " passed";
  if (check.detail.find(particle) == std::string::npos)
    return testing::AssertionFailure() << check.detail;
  return testing::AssertionSuccess();
}

TEST_F(RatesCheck, CorrectRatesPass) {
  for (const Check& check : {accelerations(), density_rates(), pressures(),
                             boundary_rates_zero(state_, live_, rate_, fluid_)}) {
    EXPECT_TRUE(check.passed) << check.name << ": " << check.detail;
    EXPECT_LT(check.value, 1e-6) << check.name;
  }
}

TEST_F(RatesCheck, WhatIsNotANumberIsCaughtInEveryComponent) {
  for (const float wrong : {not_a_number, infinite, -infinite}) {
    for (float float4::*component : {&float4::x, &float4::y, &float4::z}) {
      const float right = rate_[7].*component;
      rate_[7].*component = wrong;
      EXPECT_TRUE(fails_at(accelerations(), "particle 7 (fluid, id 7)"));
      rate_[7].*component = right;
    }
    rate_[7].w = wrong;
    EXPECT_TRUE(fails_at(density_rates(), "particle 7 (fluid, id 7)"));
    rate_[7].w = 0;
    state_.position[7].w = wrong;
    EXPECT_TRUE(fails_at(pressures(), "particle 7 (fluid, id 7)"));
    state_.position[7].w = 0;
  }
}

TEST_F(RatesCheck, NothingButNotANumberIsCaught) {
  for (float4& r : rate_) r = {not_a_number, not_a_number, not_a_number, not_a_number};
  EXPECT_FALSE(accelerations().passed);
  EXPECT_FALSE(density_rates().passed);
  EXPECT_FALSE(boundary_rates_zero(state_, live_, rate_, fluid_).passed);
}

TEST_F(RatesCheck, AFlippedSignIsCaught) {
  const std::size_t i = greatest();
  rate_[i].w = -rate_[i].w;
  EXPECT_TRUE(fails_at(density_rates(), particle_label(state_, i)));
  for (float4& r : rate_) r = {-r.x, -r.y, -r.z, r.w};
  EXPECT_FALSE(accelerations().passed);
}

TEST_F(RatesCheck, AllZerosAreCaught) {
  for (float4& r : rate_) r = {0, 0, 0, 0};
  EXPECT_FALSE(accelerations().passed);
  EXPECT_FALSE(density_rates().passed);
}

TEST_F(RatesCheck, TheToleranceIsRelativeToTheLargestMagnitude) {
  double scale = 0;
  for (const auto& a : oracle_.acceleration) scale = std::max(scale, magnitude(a));
  rate_[3].y += static_cast<float>(1.5e-5 * scale);
  EXPECT_TRUE(accelerations().passed);
  rate_[3].y += static_cast<float>(1.0e-5 * scale);
  EXPECT_TRUE(fails_at(accelerations(), "particle 3 (fluid, id 3)"));
}

TEST_F(RatesCheck, OnlyTheOraclesUncertaintyExcusesADifference) {
  rate_[3].x += 4;
  EXPECT_TRUE(fails_at(accelerations(), "particle 3 "));
  oracle_.uncertainty.assign(state_.size(), 0.0);
  EXPECT_TRUE(fails_at(accelerations(), "particle 3 "));
  oracle_.uncertainty[3] = 4.01;
  EXPECT_TRUE(accelerations().passed);
  rate_[3].x = not_a_number;
  EXPECT_FALSE(accelerations().passed);
  rate_[3].x = static_cast<float>(oracle_.acceleration[3][0]);
  rate_[4].x += 4;
  EXPECT_TRUE(fails_at(accelerations(), "particle 4 "));
}

TEST_F(RatesCheck, EndToEndDensitiesMayBeOffByTheirTolerance) {
  const auto check = [&](double sensitivity) {
    return end_to_end_agrees(state_, live_, rate_, {oracle_, sensitivity});
  };
  EXPECT_TRUE(check(0).passed);
  rate_[3].y += 4;
  EXPECT_TRUE(fails_at(check(0), "particle 3 "));
  EXPECT_TRUE(fails_at(check(3.9), "particle 3 "));
  EXPECT_TRUE(check(4).passed);
  rate_[3].y = not_a_number;
  EXPECT_FALSE(check(4).passed);
  rate_.resize(live_ - 1);
  EXPECT_FALSE(check(4).passed);
}

TEST_F(RatesCheck, AForgottenNeighbourIsCaught) {
  // Rates of a device that lost one pair: particle 0 without its nearest fluid neighbour.
  const ParticleState& state = state_;
  std::size_t nearest = 0;
  double least = infinite;
  BruteForceSearch(state, 512, 0.2)
      .visit(0, [&](std::uint32_t j, double, double, double, double r2) {
        if (type_of(state.identity[j]) != ParticleType::fluid || r2 >= least) return;
        least = r2;
        nearest = j;
      });
  ASSERT_NE(nearest, 0u);
  ParticleState without = state_;
  without.position[nearest].x += 100;
  const OracleRates wrong = oracle_rates_of("wcsph-lj", without, 512, constants_, 1);
  rate_[0].x = static_cast<float>(wrong.acceleration[0][0]);
  rate_[0].y = static_cast<float>(wrong.acceleration[0][1]);
  rate_[0].z = static_cast<float>(wrong.acceleration[0][2]);
  rate_[0].w = static_cast<float>(wrong.density_rate[0]);
  EXPECT_TRUE(fails_at(accelerations(), "particle 0 (fluid, id 0)"));
  EXPECT_TRUE(fails_at(density_rates(), "particle 0 (fluid, id 0)"));
}

TEST_F(RatesCheck, AMovingBoundaryIsCaught) {
  ASSERT_EQ(type_of(state_.identity[5]), ParticleType::boundary);
  rate_[5].z = -9.81f;
  EXPECT_TRUE(
      fails_at(boundary_rates_zero(state_, live_, rate_, fluid_), "particle 5 (boundary, id 5)"));
}

TEST_F(RatesCheck, APressureOfAnotherDensityIsCaught) {
  state_.velocity[1].w += 1e-6f;
  EXPECT_TRUE(fails_at(pressures(), "particle 1 (fluid, id 1)"));
}

TEST_F(RatesCheck, LostParticlesAreNotJudged) {
  live_ = 511;
  rate_[511].x = not_a_number;
  EXPECT_TRUE(accelerations().passed);
}

TEST_F(RatesCheck, AShortArrayIsCaught) {
  rate_.pop_back();
  EXPECT_FALSE(accelerations().passed);
  EXPECT_FALSE(density_rates().passed);
  EXPECT_FALSE(boundary_rates_zero(state_, live_, rate_, fluid_).passed);
}

TEST(RatesAtRest, AnOracleOfZerosMustBeMetExactly) {
  WcsphConstants constants = test::wcsph_constants();
  constants.gravity = {0, 0, 0};
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  const OracleRates oracle = oracle_rates_of("wcsph-lj", state, 1, constants, 1);
  std::vector<float4> rate{{0, 0, 0, 0}};
  EXPECT_TRUE(accelerations_agree(state, 1, rate, oracle).passed);
  rate[0].x = std::numeric_limits<float>::denorm_min();
  EXPECT_FALSE(accelerations_agree(state, 1, rate, oracle).passed);
  rate[0] = {0, not_a_number, 0, 0};
  EXPECT_FALSE(accelerations_agree(state, 1, rate, oracle).passed);
}

TEST(RatesOfCoincidingParticles, AnOracleThatIsNotFinitePassesNothing) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0);
  const OracleRates oracle = oracle_rates_of("wcsph-lj", state, 2, test::wcsph_constants(), 1);
  const std::vector<float4> rate(2, float4{0, 0, 0, 0});
  EXPECT_FALSE(accelerations_agree(state, 2, rate, oracle).passed);
}

class PotentialCheck : public testing::Test {
 protected:
  PotentialCheck() {
    for (const double v : oracle_.value) potential_.push_back(static_cast<float>(v));
  }
  Check check() const { return potentials_agree(state_, 300, potential_, oracle_); }

  LjPotentialConstants constants_{1, 1, 0.25f, 0.01f, {}};
  ParticleState state_ = test::random_state(300, 3, 53);
  OraclePotential oracle_ = oracle_potential(state_, 300, constants_, all_types);
  std::vector<float> potential_;
};

TEST_F(PotentialCheck, CorrectPotentialsPass) {
  EXPECT_TRUE(check().passed) << check().detail;
}

TEST_F(PotentialCheck, WhatIsNotANumberIsCaught) {
  potential_[9] = not_a_number;
  EXPECT_TRUE(fails_at(check(), "particle 9 (fluid, id 9)"));
  potential_[9] = infinite;
  EXPECT_TRUE(fails_at(check(), "particle 9 (fluid, id 9)"));
}

TEST_F(PotentialCheck, AFlippedSignIsCaughtThoughTheReferenceIsNegative) {
  for (float& v : potential_) v = -v;
  EXPECT_FALSE(check().passed);
}

TEST_F(PotentialCheck, OnlyBorderlinePairsExcuseADifference) {
  const auto shift = static_cast<float>(0.01 * std::abs(oracle_.value[4]) + 1);
  potential_[4] += shift;
  EXPECT_TRUE(fails_at(check(), "particle 4 (fluid, id 4)"));
  oracle_.borderline[4] = 2 * shift;
  EXPECT_TRUE(check().passed) << check().detail;
}

TEST_F(PotentialCheck, AShortArrayIsCaught) {
  potential_.pop_back();
  EXPECT_FALSE(check().passed);
}

// 2700 terms of one sign: floats may lose a share of the sum that eighty terms could not, but less
// than one term.
TEST(PotentialOfThousandsOfSources, MayLoseRoundingAndNoSource) {
  const std::size_t particles = 2701;
  const LjPotentialConstants all_in_reach{100, 1, 1, 1, {}};  // softened: terms are alike
  const ParticleState state = test::random_state(particles, 3, 54);
  const OraclePotential oracle = oracle_potential(state, particles, all_in_reach, all_types,
                                                  PotentialTerm::heavy_lennard_jones);
  std::vector<float> potential;
  for (const double v : oracle.value) potential.push_back(static_cast<float>(v));
  const auto check_with = [&](double change) {
    std::vector<float> changed = potential;
    changed[7] += static_cast<float>(change);
    return potentials_agree(state, particles, changed, oracle);
  };
  EXPECT_GT(oracle.rounding[7], 2e-5 * std::abs(oracle.value[7]));
  EXPECT_TRUE(check_with(oracle.rounding[7]).passed);
  EXPECT_TRUE(fails_at(check_with(oracle.value[7] / 2700), "particle 7 (fluid, id 7)"));
}

// Rates of more particles than one thread takes, the oracle's own rounded.
class RatesOfMany : public testing::Test {
 protected:
  RatesOfMany() {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      const float4& v = state_.velocity[i];
      const bool moves = is_any_fluid(state_.identity[i]);
      oracle_.acceleration.push_back(moves ? DoubleVector{v.x, v.y, v.z} : DoubleVector{});
      oracle_.density_rate.push_back(moves ? v.w : 0);
      rate_.push_back(moves ? v : float4{0, 0, 0, 0});
      const double term = oracle_pressure_term(v.w, constants_);
      state_.position[i].w = static_cast<float>(term);
    }
  }
  Check accelerations() const {
    return test::on_any_threads(
        [&] { return accelerations_agree(state_, state_.size(), rate_, oracle_); });
  }
  Check density_rates() const {
    return test::on_any_threads(
        [&] { return density_rates_agree(state_, state_.size(), rate_, oracle_); });
  }
  Check boundary_rates() const {
    return test::on_any_threads(
        [&] { return boundary_rates_zero(state_, state_.size(), rate_, fluid_); });
  }
  Check pressures() const {
    return test::on_any_threads(
        [&] { return pressure_terms_agree(state_, state_.size(), constants_, fluid_); });
  }

  static constexpr TypeMask fluid_ = mask_of(ParticleType::fluid);
  WcsphConstants constants_ = test::wcsph_constants();
  ParticleState state_ = test::random_state(test::many_particles, 1, 71);
  OracleRates oracle_;
  std::vector<float4> rate_;
};

TEST_F(RatesOfMany, CorrectOnesPass) {
  EXPECT_EQ(accelerations().value, 0);
  EXPECT_EQ(density_rates().value, 0);
  EXPECT_TRUE(boundary_rates().passed);
  EXPECT_TRUE(pressures().passed);
  EXPECT_FALSE(pressures().detail.empty()) << "the largest of many roundings";
}

TEST_F(RatesOfMany, TheLargestDeviationIsNamedAndOfEqualOnesTheFirst) {
  for (const std::size_t i : {9'000u, 21'000u, 33'000u}) {
    rate_[i].y = 8;
    rate_[i].w = 8;
    oracle_.acceleration[i] = {};
    oracle_.density_rate[i] = 0;
    state_.position[i].w = 1e9f;
    state_.velocity[i].w = 0;
  }
  for (const Check& check : {accelerations(), density_rates(), pressures()})
    EXPECT_TRUE(fails_at(check, "particle 9000 (fluid")) << check.name;
  rate_[33'000].y = 9;
  rate_[33'000].w = -9;
  state_.position[33'000].w = 2e9f;
  for (const Check& check : {accelerations(), density_rates(), pressures()})
    EXPECT_TRUE(fails_at(check, "particle 33000 (fluid")) << check.name;
  for (const std::size_t i : {15'000u, 27'000u}) rate_[i] = {0, 0, not_a_number, not_a_number};
  EXPECT_TRUE(fails_at(accelerations(), "particle 15000 (fluid"));
  EXPECT_TRUE(fails_at(density_rates(), "particle 15000 (fluid"));
}

TEST_F(RatesOfMany, WhatIsNotANumberInTheReferenceRemains) {
  for (const std::size_t i : {9'000u, 33'000u}) {
    oracle_.acceleration[i] = {not_a_number, 0, 0};
    oracle_.density_rate[i] = not_a_number;
  }
  for (const Check& check : {accelerations(), density_rates()})
    EXPECT_TRUE(fails_at(check, "the oracle's own result is not finite")) << check.name;
}

TEST_F(RatesOfMany, MovingBoundariesAreCountedAndTheFirstIsNamed) {
  for (const std::size_t i : {8'999u, 20'999u, 32'999u}) {
    ASSERT_EQ(type_of(state_.identity[i]), ParticleType::boundary);
    rate_[i].z = static_cast<float>(i);
  }
  const Check check = boundary_rates();
  EXPECT_EQ(check.value, 3);
  EXPECT_EQ(check.detail,
            "particle 8999 (boundary, id 8999) has the rates 0, 0, 8999, 0 where zeros belong");
}

TEST(PotentialOfMany, TheLargestExcessIsNamedAndOfEqualOnesTheFirst) {
  const ParticleState state = test::random_state(test::many_particles, 1, 73);
  OraclePotential oracle;
  oracle.value.assign(state.size(), 2);
  oracle.borderline.assign(state.size(), 0);
  oracle.rounding.assign(state.size(), 0);
  std::vector<float> potential(state.size(), 2);
  const auto check = [&] {
    return test::on_any_threads(
        [&] { return potentials_agree(state, state.size(), potential, oracle); });
  };
  EXPECT_EQ(check().value, 0);
  for (const std::size_t i : {9'000u, 21'000u, 33'000u}) potential[i] = 3;
  EXPECT_TRUE(fails_at(check(), "particle 9000 (fluid"));
  oracle.borderline[9'000] = 0.5;
  EXPECT_TRUE(fails_at(check(), "particle 21000 (fluid"));
  potential[33'000] = not_a_number;
  EXPECT_TRUE(fails_at(check(), "particle 33000 (fluid"));
}

}  // namespace
}  // namespace sphlab
