#include "harness/verify/fluid_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/verify/oracle_rates.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

TEST(FluidSums, AreOfTheFluidAlone) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 1, 0, 2);
  test::add_particle(state, ParticleType::fluid, 3, 0, 0);
  test::add_particle(state, ParticleType::boundary, 9, 9, 9);
  state.velocity = {{1, 2, 0, 0.125f}, {0, 0, -2, -0.25f}, {7, 7, 7, 7}};
  const FluidSums sums = fluid_sums(state, test::wcsph_constants());
  EXPECT_EQ(sums.particles, 2u);
  EXPECT_EQ(sums.mass, 1);
  EXPECT_EQ(sums.momentum, (std::array<double, 3>{0.5, 1, -1}));
  EXPECT_EQ(sums.kinetic_energy, 0.25 * (5 + 4));
  EXPECT_DOUBLE_EQ(sums.potential_energy, 0.5 * 9.81f * 2);
  EXPECT_EQ(sums.least_density, 750);
  EXPECT_EQ(sums.greatest_density, 1125);
  EXPECT_EQ(sums.front, 3);
}

TEST(FluidSums, CompressiveEnergyIsTheWorkOfThePressure) {
  const WcsphConstants constants = test::wcsph_constants();
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  state.velocity[0].w = 0.0625f;
  // de = P/rho^2 drho, by the midpoint rule
  double work = 0;
  const int steps = 10000;
  for (int k = 0; k < steps; ++k) {
    const double s = 0.0625 * (k + 0.5) / steps;
    work += oracle_pressure_term(s, constants) * constants.rest_density * 0.0625 / steps;
  }
  EXPECT_NEAR(fluid_sums(state, constants).compressive_energy, 0.5 * work, 1e-8 * work);
  state.velocity[0].w = 0;
  EXPECT_EQ(fluid_sums(state, constants).compressive_energy, 0);
}

TEST(FluidSums, NothingHasNothing) {
  const FluidSums sums = fluid_sums({}, test::wcsph_constants());
  EXPECT_EQ(sums.particles, 0u);
  EXPECT_EQ(sums.total_energy(), 0);
}

}  // namespace
}  // namespace sphlab
