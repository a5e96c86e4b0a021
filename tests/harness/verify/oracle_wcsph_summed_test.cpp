// The oracle of wcsph-summed, against numbers by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_end_to_end.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab::summed_by_hand {
namespace {

/// h = 1 m, m = 1 kg, rho0 = 1 kg/m^3, B = 1/7 Pa.
WcsphConstants unit_fluid() {
  WcsphConstants c{};
  c.influence_radius = c.smoothing_length = 1;
  c.particle_mass = 1;
  c.rest_density = 1;
  c.sound_speed = 1;
  c.polytropic_exponent = 7;
  return c;
}

const double poly6 = 315 / (64 * std::numbers::pi);
const double spiky = 45 / std::numbers::pi;

ParticleState fluid_at(const std::vector<float>& places) {
  ParticleState state;
  for (const float x : places) test::add_particle(state, ParticleType::fluid, x, 0, 0);
  return state;
}

OracleRates rates_of(const ParticleState& state, const WcsphConstants& c) {
  return oracle_rates_of("wcsph-summed", state, state.size(), c, 1);
}

TEST(OracleWcsphSummed, DensitiesByHand) {
  const ParticleState state = fluid_at({0, 0.5f, 0.5f, 1.5f});
  const OracleDensities densities = oracle_densities_of("wcsph-summed", state, 4, unit_fluid(), 1);
  const double at_half = 0.75 * 0.75 * 0.75;
  EXPECT_NEAR(densities.excess[0], poly6 * (1 + 2 * at_half) - 1, 1e-12);
  EXPECT_NEAR(densities.excess[1], poly6 * (2 + at_half) - 1, 1e-12);
  EXPECT_NEAR(densities.excess[3], poly6 - 1, 1e-12);
  EXPECT_EQ(densities.accepted_pairs, 6u);
  EXPECT_NEAR(densities.rounding[0], 3 * 0x1p-24 * poly6 * (1 + 2 * at_half), 1e-12);
}

TEST(OracleWcsphSummed, LostParticlesDoNotCount) {
  const OracleDensities densities =
      oracle_densities_of("wcsph-summed", fluid_at({0, 0.5f}), 1, unit_fluid(), 1);
  EXPECT_NEAR(densities.excess[0], poly6 - 1, 1e-12);
  EXPECT_EQ(densities.excess[1], 0);
}

TEST(OracleWcsphSummed, PressureOfTwoByHand) {
  ParticleState state = fluid_at({0, 0.5f});
  state.velocity[0].w = 1;      // rho = 2
  state.velocity[1].w = -0.5f;  // rho = 1/2
  const double pressures = (std::pow(2.0, 7) - 1) / 7 + (std::pow(0.5, 7) - 1) / 7;
  const OracleRates rates = rates_of(state, unit_fluid());
  // x_ij / r = -1, (h - r)^2 = 1/4, rho_i rho_j = 1
  EXPECT_NEAR(rates.acceleration[0][0], -spiky * pressures / 2 / 4, 1e-9);
  EXPECT_NEAR(rates.acceleration[1][0], -rates.acceleration[0][0], 1e-12);
  EXPECT_EQ(rates.density_rate[0], 0);
}

TEST(OracleWcsphSummed, ViscosityOfTwoByHand) {
  ParticleState state = fluid_at({0, 0.5f});
  state.velocity[0] = {0, 0, 4, 1};
  state.velocity[1] = {0, 0, 1, 0};
  WcsphConstants c = unit_fluid();
  c.dynamic_viscosity = 3;
  const OracleRates rates = rates_of(state, c);
  EXPECT_NEAR(rates.acceleration[0][2], spiky * 3 * 0.5 * -3 / 2, 1e-9);
  EXPECT_NEAR(rates.acceleration[1][2], -rates.acceleration[0][2], 1e-12);
}

TEST(OracleWcsphSummed, SurfaceOfThreeByHand) {
  // around the first: one particle on either side, of which the nearer one counts more
  ParticleState state = fluid_at({0, 0.25f, -0.5f});
  WcsphConstants c = unit_fluid();
  c.surface = {5, 0.1f};
  const auto slope = [](double r) {
    return 945 / (32 * std::numbers::pi) * std::pow(1 - r * r, 2) * r;
  };
  const auto laplacian = [](double r) {
    return 945 / (8 * std::numbers::pi) * (1 - r * r) * (r * r - 0.75 * (1 - r * r));
  };
  const double n = slope(0.25) - slope(0.5);
  const double l = laplacian(0.25) + laplacian(0.5);
  ASSERT_LT(n, -0.1);  // the farther one is where the gradient is steep
  const OracleRates rates = rates_of(state, c);
  EXPECT_NEAR(rates.acceleration[0][0], -5 * l * -1, 1e-6);
  c.surface.least_gradient = static_cast<float>(1.01 * -n);
  EXPECT_EQ(rates_of(state, c).acceleration[0][0], 0);
}

TEST(OracleWcsphSummed, IsUncertainWhereTheSurfaceBegins) {
  const ParticleState state = fluid_at({0, 0.5f});
  WcsphConstants c = unit_fluid();
  c.surface = {5, 0.1f};
  const double tension = std::abs(rates_of(state, c).acceleration[0][0]);
  EXPECT_GT(tension, 0);
  EXPECT_LT(rates_of(state, c).uncertainty[0], 1e-4 * tension);
  const double n = 945 / (32 * std::numbers::pi) * 0.75 * 0.75 * 0.5;
  c.surface.least_gradient = static_cast<float>(n * 1.00001);
  EXPECT_NEAR(rates_of(state, c).uncertainty[0], tension, 1e-9 * tension);
  c.surface.least_gradient = static_cast<float>(n * 1.0001);
  EXPECT_EQ(rates_of(state, c).uncertainty[0], 0);
}

TEST(OracleWcsphSummed, PlanesByHand) {
  ParticleState state = fluid_at({-2});
  state.velocity[0].x = -3;
  WcsphConstants c = unit_fluid();
  c.gravity = {0, 0, -1};
  c.planes.count = 1;
  c.planes.plane[0] = {1, 0, 0, -1.5f};
  c.planes.stiffness = 10;
  c.planes.damping = 2;
  EXPECT_EQ(rates_of(state, c).acceleration[0], (DoubleVector{10 * 0.5 + 2 * 3, 0, -1}));
  EXPECT_LT(rates_of(state, c).uncertainty[0], 1e-4);
  c.planes.plane[0].w = -2;  // just there
  EXPECT_NEAR(rates_of(state, c).uncertainty[0], 6, 1e-4);
  c.planes.plane[0].w = -2.5f;
  EXPECT_EQ(rates_of(state, c).acceleration[0], (DoubleVector{0, 0, -1}));
  EXPECT_EQ(rates_of(state, c).uncertainty[0], 0);
}

TEST(OracleWcsphSummed, APlaneThatSwingsByHand) {
  ParticleState state = fluid_at({-2});
  state.velocity[0].x = -3;
  WcsphConstants c = unit_fluid();
  c.planes.count = 1;
  c.planes.plane[0] = {1, 0, 0, -2.5f};
  c.planes.stroke[0] = 2;
  c.planes.frequency = 0.25f;
  c.planes.stiffness = 10;
  c.planes.damping = 2;
  const auto push_at = [&](double time) {
    state.time = time;
    return rates_of(state, c).acceleration[0][0];
  };
  EXPECT_EQ(push_at(0), 0) << "before it has begun, it is behind the particle";
  EXPECT_NEAR(push_at(1), 10 * 0.5 + 2 * (3 + std::numbers::pi / 2), 1e-12);
  EXPECT_NEAR(push_at(2), 10 * 1.5 + 2 * 3, 1e-12) << "where it turns";
  EXPECT_NEAR(push_at(3), 10 * 0.5 + 2 * (3 - std::numbers::pi / 2), 1e-12);
  EXPECT_GT(rates_of(state, c).uncertainty[0], 0) << "the place of a plane in float is rounded";
  EXPECT_LT(rates_of(state, c).uncertainty[0], 1e-3);
}

TEST(OracleWcsphSummed, ParticlesThatCoincideDoNotAct) {
  ParticleState state = fluid_at({0, 0});
  state.velocity[0] = {1, 2, 3, 2};
  WcsphConstants c = unit_fluid();
  c.dynamic_viscosity = 3;
  c.surface = {5, 0.1f};
  EXPECT_EQ(rates_of(state, c).acceleration[0], DoubleVector{});
}

TEST(OracleEndToEnd, TakesItsOwnDensitiesAndTellsWhatTheirTolerancesDo) {
  ParticleState state = fluid_at({0, 0.5f});
  const WcsphConstants c = unit_fluid();
  const OracleDensities densities = oracle_densities_of("wcsph-summed", state, 2, c, 1);
  state.velocity[0].w = state.velocity[1].w = 77;  // what the device says
  const EndToEndRates all = oracle_end_to_end("wcsph-summed", state, 2, c, &densities);
  for (float4& v : state.velocity) v.w = static_cast<float>(densities.excess[0]);
  EXPECT_EQ(all.rates.acceleration, rates_of(state, c).acceleration);
  EXPECT_GT(all.sensitivity, 0);
  EXPECT_LT(all.sensitivity, 1e-4 * magnitude(all.rates.acceleration[0]));
}

}  // namespace
}  // namespace sphlab::summed_by_hand
