#include "harness/verify/oracle_rates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/verify/pair_by_hand.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

using test::expect_close;
using test::gradient_at_h;

// Two fluid particles on the x axis, r apart, with equal densities unless changed.
ParticleState fluid_pair(float r) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, r, 0, 0);
  return state;
}

WcsphConstants without_gravity() {
  WcsphConstants constants = test::wcsph_constants();
  constants.gravity = {0, 0, 0};
  return constants;
}

TEST(OracleRates, PressureTermIsColes) {
  // rho = 1100: P = 1000 * 400 / 7 * (1.1^7 - 1), over 1100^2
  const double expected = 400000.0 / 7 * 0.9487171 / 1.21e6;
  EXPECT_NEAR(oracle_pressure_term(0.1, test::wcsph_constants()), expected, 1e-12);
  EXPECT_EQ(oracle_pressure_term(0, test::wcsph_constants()), 0);
  EXPECT_LT(oracle_pressure_term(-0.01, test::wcsph_constants()), 0);
}

TEST(OracleRates, AloneAParticleFalls) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 1, test::wcsph_constants(), 1);
  EXPECT_EQ(rates.acceleration[0], (DoubleVector{0, 0, -9.81f}));
  EXPECT_EQ(rates.density_rate[0], 0);
  EXPECT_EQ(rates.accepted_pairs, 0u);
}

TEST(OracleRates, PressurePushesApart) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].w = state.velocity[1].w = 0.1f;
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1);
  const double term = oracle_pressure_term(0.1f, test::wcsph_constants());
  // x_01 = -0.1; a = -m 2 P/rho^2 x F
  expect_close(rates.acceleration[0][0], -0.5 * 2 * term * -0.1 * gradient_at_h);
  EXPECT_LT(rates.acceleration[0][0], 0);
  EXPECT_EQ(rates.acceleration[1][0], -rates.acceleration[0][0]);
  EXPECT_EQ(rates.density_rate[0], 0);
  EXPECT_EQ(rates.accepted_pairs, 2u);
}

TEST(OracleRates, TheCubicSplineTakesThePlaceOfWendlandsKernel) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].w = state.velocity[1].w = 0.1f;
  const OracleRates rates =
      oracle_rates_of("wcsph-lj-cubic-spline", state, 2, without_gravity(), 1);
  // q = 1: F = -3/4 / (pi h^5)
  const double gradient = -0.75 / (M_PI * 1e-5);
  const double term = oracle_pressure_term(0.1f, test::wcsph_constants());
  expect_close(rates.acceleration[0][0], -0.5 * 2 * term * -0.1 * gradient);
  EXPECT_EQ(rates.acceleration[1][0], -rates.acceleration[0][0]);
}

TEST(OracleRates, CompressionRaisesTheDensity) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].x = 2;  // towards the other
  WcsphConstants constants = without_gravity();
  constants.artificial_viscosity = 0;
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, constants, 1);
  // m u.x F / rho0 = 0.5 * (2 * -0.1) * F / 1000
  expect_close(rates.density_rate[0], 0.5 * -0.2 * gradient_at_h / 1000);
  EXPECT_GT(rates.density_rate[0], 0);
  EXPECT_EQ(rates.density_rate[1], rates.density_rate[0]);
  EXPECT_EQ(rates.acceleration[0][0], 0);  // s = 0: no pressure
}

TEST(OracleRates, ViscosityBrakesOnlyWhatApproaches) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].x = 2;
  const OracleRates approaching = oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1);
  // mu = h u.x / (r^2 + 0.01 h^2) = 0.1 * -0.2 / 0.0101; Pi = -alpha c0 mu / rho0
  const double viscous = -0.1 * 20 * (0.1 * -0.2 / 0.0101) / 1000;
  expect_close(approaching.acceleration[0][0], -0.5 * viscous * -0.1 * gradient_at_h);
  EXPECT_LT(approaching.acceleration[0][0], 0);
  state.velocity[0].x = -2;
  EXPECT_EQ(oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1).acceleration[0][0], 0);
}

TEST(OracleRates, DiffusionEvensOutTheDensity) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].w = 0.1f;
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1);
  // 2 delta h c0 (rho_i - rho_j) F m / rho_j / rho0
  expect_close(rates.density_rate[0], 2 * 0.2 * 0.1 * 20 * 100 * gradient_at_h * 0.5 / 1000 / 1000);
  expect_close(rates.density_rate[1],
               2 * 0.2 * 0.1 * 20 * -100 * gradient_at_h * 0.5 / 1100 / 1000);
  EXPECT_LT(rates.density_rate[0], 0);
  EXPECT_GT(rates.density_rate[1], 0);
}

TEST(OracleRates, WallsRepelAndDoNotMove) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0.04f);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0);
  state.velocity[0].z = -1;
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1);
  // r0 / r = 2: D (2^12 - 2^4) z / r^2 = 3 * 4080 * 0.04 / 0.0016
  expect_close(rates.acceleration[0][2], 3.0 * 4080 / 0.04);
  EXPECT_EQ(rates.density_rate[0], 0);
  EXPECT_EQ(rates.acceleration[1], DoubleVector{});
  EXPECT_EQ(rates.accepted_pairs, 1u);
}

TEST(OracleRates, WallsEndAtTheirDistance) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0.081f);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0);
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, without_gravity(), 1);
  EXPECT_EQ(rates.acceleration[0][2], 0);
  EXPECT_EQ(rates.accepted_pairs, 1u);  // within the influence radius all the same
}

TEST(OracleRates, BoundariesDoNotActOnEachOther) {
  ParticleState state;
  test::add_particle(state, ParticleType::boundary, 0, 0, 0.04f);
  test::add_particle(state, ParticleType::boundary, 0, 0, 0);
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 2, test::wcsph_constants(), 1);
  EXPECT_EQ(rates.acceleration[0], DoubleVector{});
  EXPECT_EQ(rates.accepted_pairs, 0u);
}

// A float's square of the distance is off by up to 5 roundings: by as much the push may be.
TEST(OracleRates, AWallIsAsUncertainAsTheSquareOfItsDistance) {
  const WcsphConstants c = test::wcsph_constants();
  const double near = 0.97 * c.wall_distance;
  const auto push = [&](double r2) { return oracle_wall_factor(r2, c) * near; };
  const auto rates_at = [&](double height) {
    ParticleState state;
    test::add_particle(state, ParticleType::fluid, 0, 0, static_cast<float>(height));
    test::add_particle(state, ParticleType::boundary, 0, 0, 0);
    return oracle_rates_of("wcsph-lj", state, 2, c, 1);
  };
  const double roundings = 5 * std::exp2(-24);
  const double steepness = (push(0.999 * near * near) - push(1.001 * near * near)) / 0.002;
  EXPECT_NEAR(rates_at(near).uncertainty[0] / (roundings * steepness), 1, 0.01);
  EXPECT_EQ(rates_at(1.01 * c.wall_distance).uncertainty[0], 0);
}

TEST(OracleRates, FluidAndWallsTogetherKeepTheMomentum) {
  const ParticleState state = test::random_state(800, 0.6f, 23);
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 800, without_gravity(), 2);
  const auto reaction = oracle_wall_reaction(state, 800, without_gravity(), 2);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double sum = 0;
    double magnitude = 0;
    for (std::size_t i = 0; i < 800; ++i) {
      sum += rates.acceleration[i][axis] + reaction[i][axis];
      magnitude += std::abs(rates.acceleration[i][axis]) + std::abs(reaction[i][axis]);
    }
    EXPECT_GT(magnitude, 0);
    EXPECT_LT(std::abs(sum), 1e-12 * magnitude);
  }
}

TEST(OracleRates, NeitherThreadsNorTheFluidsReactionChangeTheResult) {
  const ParticleState state = test::random_state(500, 0.5f, 29);
  const OracleRates one = oracle_rates_of("wcsph-lj", state, 500, test::wcsph_constants(), 1);
  const OracleRates four = oracle_rates_of("wcsph-lj", state, 500, test::wcsph_constants(), 4);
  EXPECT_EQ(one.acceleration, four.acceleration);
  EXPECT_EQ(one.density_rate, four.density_rate);
  EXPECT_EQ(one.accepted_pairs, four.accepted_pairs);
  const auto reaction = oracle_wall_reaction(state, 500, test::wcsph_constants(), 2);
  EXPECT_EQ(reaction[0], DoubleVector{});  // a fluid particle
}

TEST(OracleRates, LostParticlesHaveNoRatesAndNoEffect) {
  ParticleState state = fluid_pair(0.1f);
  state.velocity[0].w = state.velocity[1].w = 0.1f;
  const OracleRates rates = oracle_rates_of("wcsph-lj", state, 1, test::wcsph_constants(), 1);
  EXPECT_EQ(rates.acceleration[0], (DoubleVector{0, 0, -9.81f}));
  EXPECT_EQ(rates.acceleration[1], DoubleVector{});
}

}  // namespace
}  // namespace sphlab
