// The oracles of the physics with more than two types, against pairs worked out by hand and what
// must be conserved.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/verify/oracle_rates.hpp"
#include "tests/harness/verify/pair_by_hand.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

using test::expect_close;
using test::gradient_at_h;

constexpr ParticleType every_type[] = {ParticleType::fluid, ParticleType::boundary,
                                       ParticleType::body, ParticleType::second_fluid};

WcsphConstants two_fluids() {
  WcsphConstants c = test::wcsph_constants();
  c.gravity = {0, 0, 0};
  c.second_fluid = {0.4f, 800, 25, 0.05f, 0};
  return c;
}

ParticleState pair_of(ParticleType first, ParticleType second) {
  ParticleState state;
  test::add_particle(state, first, 0, 0, 0);
  test::add_particle(state, second, 0.1f, 0, 0);
  state.velocity[0].x = 1;  // towards each other
  return state;
}

TEST(OracleDynamic, WhatApproachesAWallCompressesItAndIsPushedBackByItsPressure) {
  for (const ParticleType wall : {ParticleType::boundary, ParticleType::body}) {
    ParticleState state = pair_of(ParticleType::fluid, wall);
    state.velocity[1].w = 0.01f;
    WcsphConstants c = two_fluids();
    c.artificial_viscosity = 0;
    const OracleRates rates = oracle_rates_of("wcsph-dynamic", state, 2, c, 1);
    const double pressure = oracle_pressure_term(0.01f, c);
    expect_close(rates.acceleration[0][0], 0.5 * pressure * gradient_at_h * 0.1);
    EXPECT_EQ(rates.acceleration[1], DoubleVector{}) << "a wall's motion is prescribed";
    expect_close(rates.density_rate[0], -0.5 * 0.1 * gradient_at_h / 1000);
    EXPECT_EQ(rates.density_rate[0], rates.density_rate[1]) << "no diffusion into a wall";
    EXPECT_EQ(rates.accepted_pairs, 2u);
  }
}

TEST(OracleDynamic, ABodyAndAWallDoNotCompressEachOther) {
  const ParticleState state = pair_of(ParticleType::body, ParticleType::boundary);
  const OracleRates rates = oracle_rates_of("wcsph-dynamic", state, 2, two_fluids(), 1);
  EXPECT_EQ(rates.density_rate, std::vector<double>(2, 0.0));
  EXPECT_EQ(rates.accepted_pairs, 2u);
}

TEST(OracleDynamic, FluidAloneIsThatOfTheOtherWalls) {
  ParticleState state = test::random_state(300, 0.4f, 61);
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  const OracleRates dynamic = oracle_rates_of("wcsph-dynamic", state, 300, two_fluids(), 1);
  const OracleRates lennard_jones = oracle_rates_of("wcsph-lj", state, 300, two_fluids(), 1);
  EXPECT_EQ(dynamic.acceleration, lennard_jones.acceleration);
  EXPECT_EQ(dynamic.density_rate, lennard_jones.density_rate);
}

// h = 0.1, r = 0.1: W(h) = 0.25, F(h) = -0.75 in units of 1/(pi h^3) and 1/(pi h^5).
TEST(OracleDynamicLimited, TensionIsCorrectedByHand) {
  ParticleState state = pair_of(ParticleType::fluid, ParticleType::fluid);
  state.velocity[0] = {0, 0, 0, -0.01f};
  state.velocity[1] = {0, 0, 0, 0.02f};
  WcsphConstants c = two_fluids();
  c.particle_mass = static_cast<float>(1000 * 0.05 * 0.05 * 0.05);  // dp = h / 2
  c.tensile = {0.01f, 0.2f};
  const OracleRates rates = oracle_rates_of("wcsph-dynamic-cubic-spline", state, 2, c, 1);
  const double thin = oracle_pressure_term(-0.01f, c), dense = oracle_pressure_term(0.02f, c);
  const double at_half = 1 - 1.5 / 4 + 0.75 / 8;
  const double terms = thin + dense + std::pow(0.25 / at_half, 4) * (-0.2 * thin + 0.01 * dense);
  const double gradient = -0.75 / (M_PI * 1e-5);
  expect_close(rates.acceleration[0][0], terms * 0.125 * gradient * 0.1);
  expect_close(rates.acceleration[1][0], -terms * 0.125 * gradient * 0.1);
}

TEST(OracleDynamicLimited, RatesOfApproachAreMagnitudesOfPairsInReach) {
  ParticleState state = pair_of(ParticleType::fluid, ParticleType::boundary);
  test::add_particle(state, ParticleType::fluid, -0.21f, 0, 0);
  state.velocity[2].x = 9;
  const double expected = 0.1 / (0.01 + 1e-4);
  for (const float speed : {1.0f, -1.0f}) {
    state.velocity[0].x = speed;
    const OracleRates rates = oracle_rates_of("wcsph-dynamic-quadratic", state, 3, two_fluids(), 1);
    expect_close(rates.approach_rate[0], expected);
    expect_close(rates.approach_rate[1], expected);
    EXPECT_EQ(rates.approach_rate[2], 0) << "beyond 2 h";
    EXPECT_EQ(rates.approach_uncertainty, std::vector<double>(3, 0.0));
  }
  EXPECT_TRUE(oracle_rates_of("wcsph-dynamic", state, 3, two_fluids(), 1).approach_rate.empty());
}

// At the very radius rounding decides.
TEST(OracleDynamicLimited, APairAtTheRadiusLeavesTheRateUncertain) {
  ParticleState state = pair_of(ParticleType::fluid, ParticleType::fluid);
  state.position[1].x = two_fluids().influence_radius;
  const OracleRates rates = oracle_rates_of("wcsph-dynamic-quadratic", state, 2, two_fluids(), 1);
  expect_close(rates.approach_uncertainty[0], 0.2 / (0.04 + 1e-4));
}

TEST(OracleTwoFluids, AcrossTheInterfaceByHand) {
  const ParticleState state = pair_of(ParticleType::fluid, ParticleType::second_fluid);
  const OracleRates rates = oracle_rates_of("wcsph-two-fluids", state, 2, two_fluids(), 1);
  // V = m / rho = 0.5 / 1000 of each; k = alpha h c0 rho0 = 200 and 100
  const double volume = 5e-4;
  const double viscous = 150 * 0.1 / (0.01 + 0.01 * 0.01);
  expect_close(rates.acceleration[0][0], viscous * volume * gradient_at_h * 0.1 / 1000);
  expect_close(rates.acceleration[1][0], -viscous * volume * gradient_at_h * 0.1 / 800);
  expect_close(rates.density_rate[0], -volume * 0.1 * gradient_at_h);
  expect_close(rates.density_rate[1], -volume * 0.1 * gradient_at_h);
}

TEST(OracleTwoFluids, DensitiesDiffuseWithinAFluidOnly) {
  for (const ParticleType other : {ParticleType::fluid, ParticleType::second_fluid}) {
    ParticleState state = pair_of(ParticleType::fluid, other);
    state.velocity[0] = {0, 0, 0, 0.01f};
    const OracleRates rates = oracle_rates_of("wcsph-two-fluids", state, 2, two_fluids(), 1);
    if (other == ParticleType::second_fluid) {
      EXPECT_EQ(rates.density_rate[0], 0);
    } else {
      EXPECT_LT(rates.density_rate[0], 0);
    }
  }
}

TEST(OracleTwoFluids, WallsAndBodiesRepelBothFluidsAlike) {
  for (const ParticleType wall : {ParticleType::boundary, ParticleType::body}) {
    ParticleState state;
    test::add_particle(state, ParticleType::fluid, 0.05f, 0, 0);
    test::add_particle(state, ParticleType::second_fluid, 0.05f, 0, 10);
    test::add_particle(state, wall, 0, 0, 0);
    test::add_particle(state, wall, 0, 0, 10);
    const OracleRates rates = oracle_rates_of("wcsph-two-fluids", state, 4, two_fluids(), 1);
    const double q = 0.08f / 0.05;
    const double expected = 3 * (std::pow(q, 12) - std::pow(q, 4)) / 0.05;
    EXPECT_NEAR(rates.acceleration[0][0], expected, 1e-5 * expected);
    EXPECT_NEAR(rates.acceleration[1][0], expected, 1e-5 * expected);
    EXPECT_EQ(rates.acceleration[2], DoubleVector{});
    EXPECT_EQ(rates.density_rate[3], 0);
    EXPECT_EQ(rates.accepted_pairs, 2u);
  }
}

// Two fluids without walls: action is reaction, by mass.
TEST(OracleTwoFluids, MomentumIsKept) {
  ParticleState state = test::random_state(400, 0.5f, 67);
  for (std::size_t i = 0; i < state.size(); ++i) {
    state.identity[i] =
        make_identity(every_type[i % 2 == 0 ? 0 : 3], static_cast<std::uint32_t>(i));
  }
  const WcsphConstants c = two_fluids();
  const OracleRates rates = oracle_rates_of("wcsph-two-fluids", state, 400, c, 2);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double sum = 0;
    double size = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      const double mass = fluid_constants(c, type_of(state.identity[i])).particle_mass;
      sum += mass * rates.acceleration[i][axis];
      size += mass * std::abs(rates.acceleration[i][axis]);
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(std::abs(sum), 1e-12 * size);
  }
}

TEST(OracleRatesOf, NamesThePhysicsThatItDoesNotKnow) {
  EXPECT_THROW(oracle_rates_of("lj-potential", {}, 0, two_fluids(), 1), Error);
}

}  // namespace
}  // namespace sphlab
