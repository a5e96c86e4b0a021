// The oracles of one viscous fluid, against numbers by hand and against those of other physics.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "harness/verify/oracle_rates.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

const char* const both[] = {"wcsph-lj-viscous", "wcsph-lj-volumes"};

WcsphConstants viscous_constants() {
  WcsphConstants constants = test::wcsph_constants();
  constants.gravity = {0, 0, 0};
  constants.artificial_viscosity = 0;
  constants.dynamic_viscosity = 8;
  return constants;
}

// h = 0.1, r = 0.1: m F
const double mass_gradient = 0.5 * -105.0 / (16 * M_PI * 1e-5) / 8;

ParticleState viscous_pair() {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0.1f, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  return state;
}

void expect_near(double value, double expected) {
  EXPECT_NEAR(value, expected, 1e-6 * std::abs(expected));  // the constants are floats
}

TEST(OracleViscous, BrakesAlongTheLineOfAPairByEquation9) {
  ParticleState state = viscous_pair();
  for (const float speed : {-2.0f, 2.0f}) {  // approaching, parting
    state.velocity[0] = {speed, 1, 0, 0};
    const OracleRates rates = oracle_rates_of(both[0], state, 2, viscous_constants(), 1);
    // m 10 mu / rho^2 (u.x) / r^2 x F, with (u.x) x / r^2 = u_x
    expect_near(rates.acceleration[0][0], 80.0 / 1e6 * static_cast<double>(speed) * mass_gradient);
    EXPECT_LT(rates.acceleration[0][0] * static_cast<double>(speed), 0);
    EXPECT_EQ(rates.acceleration[0][1], 0);
    EXPECT_EQ(rates.acceleration[1][0], -rates.acceleration[0][0]);
  }
}

TEST(OracleViscous, BrakesTheDifferenceOfVelocitiesByEquation11) {
  ParticleState state = viscous_pair();
  state.velocity[0] = {-2, 1, 0, 0};
  const OracleRates rates = oracle_rates_of(both[1], state, 2, viscous_constants(), 1);
  // m 2 mu / rho^2 u F
  expect_near(rates.acceleration[0][0], 16.0 / 1e6 * -2 * mass_gradient);
  expect_near(rates.acceleration[0][1], 16.0 / 1e6 * mass_gradient);
  EXPECT_EQ(rates.acceleration[1][0], -rates.acceleration[0][0]);
  EXPECT_EQ(rates.acceleration[1][1], -rates.acceleration[0][1]);
}

void expect_same(const OracleRates& one, const OracleRates& other, const std::string& what) {
  double scale = 0, density_scale = 0, difference = 0, density_difference = 0;
  for (std::size_t i = 0; i < one.acceleration.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      scale = std::max(scale, std::abs(one.acceleration[i][axis]));
      difference =
          std::max(difference, std::abs(one.acceleration[i][axis] - other.acceleration[i][axis]));
    }
    density_scale = std::max(density_scale, std::abs(one.density_rate[i]));
    density_difference =
        std::max(density_difference, std::abs(one.density_rate[i] - other.density_rate[i]));
  }
  EXPECT_GT(scale, 0);
  EXPECT_LT(difference, 1e-12 * scale) << what;
  EXPECT_LT(density_difference, 1e-6 * density_scale) << what;  // float constants of the fluids
  EXPECT_EQ(one.accepted_pairs, other.accepted_pairs) << what;
}

TEST(OracleViscous, WithoutViscosityTheyAreThoseOfThePhysicsWithTheSameEquations) {
  const ParticleState state = test::jittered_state(8, 0.08f, 31);
  WcsphConstants constants = viscous_constants();
  constants.dynamic_viscosity = 0;
  constants.gravity = {0, 0, -9.81f};
  const auto rates = [&](const char* physics) {
    return oracle_rates_of(physics, state, state.size(), constants, 2);
  };
  expect_same(rates(both[0]), rates("wcsph-lj"), "equations 8 and 9");
  expect_same(rates(both[1]), rates("wcsph-two-fluids"), "equations 10 and 11");
  constants.dynamic_viscosity = 8;
  const DoubleVector viscous = rates(both[0]).acceleration[0];
  EXPECT_NE(viscous, rates("wcsph-lj").acceleration[0]);
}

TEST(OracleViscous, FluidAndWallsTogetherKeepTheMomentum) {
  const ParticleState state = test::random_state(800, 0.6f, 23);
  for (const char* physics : both) {
    const OracleRates rates = oracle_rates_of(physics, state, 800, viscous_constants(), 2);
    const auto reaction = oracle_wall_reaction(state, 800, viscous_constants(), 2);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double sum = 0;
      double magnitude = 0;
      for (std::size_t i = 0; i < 800; ++i) {
        sum += rates.acceleration[i][axis] + reaction[i][axis];
        magnitude += std::abs(rates.acceleration[i][axis]) + std::abs(reaction[i][axis]);
      }
      EXPECT_GT(magnitude, 0);
      EXPECT_LT(std::abs(sum), 1e-12 * magnitude) << physics;
    }
  }
}

TEST(OracleViscous, ParticlesThatCoincideDoNotAct) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  const OracleRates rates = oracle_rates_of(both[0], state, 2, viscous_constants(), 1);
  EXPECT_EQ(rates.acceleration[0], DoubleVector{});
}

}  // namespace
}  // namespace sphlab
