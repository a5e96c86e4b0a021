// The two passes of wcsph-lj-summed: each against its oracle, and both in a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "tests/harness/verify/states.hpp"
#include "tests/kernels/physics/passes_on_host.hpp"

namespace sphlab {
namespace {

using Density = WcsphLjSummed::Density;
using Forces = WcsphLjSummed::Forces;
using test::Arrays;
using test::expect_passed;
using test::run_pass;

constexpr float spacing = 0.1f;

/// Water on a lattice of 0.1 m; h/dp = 1.3.
WcsphConstants summed_water() {
  WcsphConstants c = test::wcsph_constants();
  c.smoothing_length = 1.3f * spacing;
  c.influence_radius = 2 * c.smoothing_length;
  c.particle_mass = 1;
  c.density_diffusion = 0;
  return c;
}

/// A lattice of fluid alone, `scale` times as wide as at rest.
ParticleState fluid_lattice(int count, float scale) {
  ParticleState state = test::lattice_state(count, scale * spacing);
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  return state;
}

/// Density s in the middle of such a lattice.
float density_inside(float scale) {
  Arrays arrays{fluid_lattice(7, scale)};
  run_pass<Density>(arrays, summed_water());
  return arrays.state.velocity[arrays.state.size() / 2].w;
}

TEST(SummedDensity, IsThatOfRestOnTheLattice) {
  EXPECT_NEAR(density_inside(1), 0, 2e-6);
  // a lattice 1 % closer holds 3 % more
  EXPECT_NEAR(density_inside(0.99f), std::pow(0.99, -3) - 1, 1e-3);
}

TEST(SummedDensity, IsNeverThinnerThanAtRest) {
  EXPECT_EQ(density_inside(1.02f), 0.0f);
  Arrays arrays{fluid_lattice(7, 1)};
  run_pass<Density>(arrays, summed_water());
  EXPECT_EQ(arrays.state.velocity[0].w, 0.0f) << "in a corner";
  EXPECT_EQ(arrays.state.position[0].w, 0.0f);
}

TEST(SummedDensity, IsTheOraclesAndThePressureItsOwn) {
  const WcsphConstants c = summed_water();
  Arrays arrays{test::jittered_state(9, 0.9f * spacing, 3)};
  const ParticleState before = arrays.state;
  run_pass<Density>(arrays, c);
  const OracleDensities oracle =
      oracle_densities_of("wcsph-lj-summed", arrays.state, arrays.state.size(), c, 1);
  EXPECT_GT(*std::max_element(oracle.excess.begin(), oracle.excess.end()), 0.01);
  expect_passed(densities_agree(arrays.state, arrays.state.size(), oracle));
  expect_passed(pressure_terms_agree(arrays.state, arrays.state.size(), c, Density::targets));
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(arrays.state.position[i].x, before.position[i].x);
    EXPECT_EQ(arrays.state.velocity[i].z, before.velocity[i].z);
    const bool wall = type_of(before.identity[i]) == ParticleType::boundary;
    EXPECT_TRUE(!wall || arrays.state.velocity[i].w == before.velocity[i].w);
  }
}

TEST(SummedForces, AreTheOraclesAtTheDensitiesOfThePassBefore) {
  const WcsphConstants c = summed_water();
  Arrays arrays{test::jittered_state(9, 0.9f * spacing, 3)};
  run_pass<Density>(arrays, c);
  run_pass<Forces>(arrays, c);
  const std::size_t live = arrays.state.size();
  const OracleRates oracle = oracle_rates_of("wcsph-lj-summed", arrays.state, live, c, 1);
  expect_passed(accelerations_agree(arrays.state, live, arrays.rate, oracle));
  for (const float4& rate : arrays.rate) EXPECT_EQ(rate.w, 0.0f);
}

/// A column of 4^3 particles of water in a box of walls, 1 spacing from each.
ParticleState water_in_a_box() {
  ParticleState state;
  constexpr int inside = 4;
  for (int z = -1; z <= inside; ++z) {
    for (int y = -1; y <= inside; ++y) {
      for (int x = -1; x <= inside; ++x) {
        const bool wall = std::min({x, y, z}) < 0 || std::max({x, y, z}) == inside;
        test::add_particle(state, wall ? ParticleType::boundary : ParticleType::fluid,
                           spacing * static_cast<float>(x), spacing * static_cast<float>(y),
                           spacing * static_cast<float>(z));
      }
    }
  }
  return state;
}

/// Sum of v^2/2 over all particles [m^2/s^2].
double kinetic_energy(const ParticleState& state) {
  double sum = 0;
  for (const float4& v : state.velocity)
    sum += 0.5 * static_cast<double>(v.x * v.x + v.y * v.y + v.z * v.z);
  return sum;
}

/// Semi-implicit Euler steps with both passes. Returns the largest kinetic energy on the way.
double step(Arrays& arrays, const WcsphConstants& c, float dt, int steps) {
  double largest = 0;
  for (int n = 0; n < steps; ++n) {
    run_pass<Density>(arrays, c);
    run_pass<Forces>(arrays, c);
    for (std::size_t i = 0; i < arrays.state.size(); ++i) {
      float4& x = arrays.state.position[i];
      float4& v = arrays.state.velocity[i];
      v = {v.x + dt * arrays.rate[i].x, v.y + dt * arrays.rate[i].y, v.z + dt * arrays.rate[i].z,
           v.w};
      x = {x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z, x.w};
    }
    largest = std::max(largest, kinetic_energy(arrays.state));
  }
  return largest;
}

TEST(WcsphLjSummed, WaterInABoxComesToRest) {
  WcsphConstants c = summed_water();
  c.wall_distance = spacing;
  c.wall_coefficient = 9.81f;
  Arrays arrays{water_in_a_box()};
  const double falling = step(arrays, c, 1e-3f, 400);
  step(arrays, c, 1e-3f, 800);
  const double at_rest = step(arrays, c, 1e-3f, 50);
  EXPECT_LT(at_rest, 0.02 * falling);
  for (std::size_t i = 0; i < arrays.state.size(); ++i) {
    const float4& x = arrays.state.position[i];
    EXPECT_GE(std::min({x.x, x.y, x.z}), -spacing) << i;
    EXPECT_LE(std::max({x.x, x.y, x.z}), 4 * spacing) << i;
  }
}

}  // namespace
}  // namespace sphlab
