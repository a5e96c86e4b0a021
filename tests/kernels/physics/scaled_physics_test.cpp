// Pairs whose constants are taken out of them, against those that have theirs.
#define SPHLAB_WARP_WIDTH 32

#include "kernels/physics/scaled_physics.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/physics/wcsph_lj_cubic_spline/formulation.cuh"

namespace sphlab::test {
namespace {

using FluidGroup = SourceTypes<ParticleType::fluid>;
using WallGroup = SourceTypes<ParticleType::boundary>;

WcsphConstants constants() {
  WcsphConstants c{};
  c.smoothing_length = 0.0325f;
  c.influence_radius = 0.065f;
  c.particle_mass = 1000 * 0.025f * 0.025f * 0.025f;
  c.rest_density = 1000;
  c.sound_speed = 40;
  c.artificial_viscosity = 0.2f;
  c.density_diffusion = 0.1f;
  c.gravity = {0, 0, -9.81f};
  c.wall_coefficient = 4;
  c.wall_distance = 0.025f;
  return c;
}

/// Particles around the origin, 0.02 m of it in each direction.
WcsphParticle<float> particle(std::mt19937& random, const WcsphConstants& c, float speed) {
  std::uniform_real_distribution<float> one(-1, 1);
  const float s = 0.02f * one(random);
  return {
      0.02f * one(random), 0.02f * one(random),
      0.02f * one(random), Cole::prepare(c.sound_speed, c.rest_density).pressure_over_density2(s),
      speed * one(random), speed * one(random),
      speed * one(random), s};
}

ScaledWcsphParticle<float> scaled(const WcsphParticle<float>& p, const ScaledUnits& units) {
  return {p.x,
          p.y,
          p.z,
          p.pressure_term,
          1 + p.vx / units.velocity,
          4 + p.vy / units.velocity,
          1 + p.vz / units.velocity,
          p.density_excess / units.density};
}

struct Rates {
  double x, y, z, density;
};

/// What is stored of a sum over all of `sources`.
template <class Physics, class Coefficients, class Particle, class Walls>
Rates rates(const Coefficients& c, const Particle& target, const std::vector<Particle>& sources,
            const Walls& walls) {
  typename Physics::template Sum<float> sum;
  const auto add = [&]<class Group>(Group, const auto& all) {
    for (const Particle& j : all) {
      const auto pair = make_pair_distance(target.x, target.y, target.z, j.x, j.y, j.z, true);
      const auto terms = Physics::template terms<Group>(c, target, j, pair);
      Physics::template add_to_target<Group>(terms, pair, sum);
    }
  };
  add(FluidGroup{}, sources);
  add(WallGroup{}, walls);
  float4 rate{};
  ForceArguments arguments{};
  arguments.rate = &rate;
  Physics::store(c, arguments, 0, sum);
  return {rate.x, rate.y, rate.z, rate.w};
}

double largest(const Rates& r) {
  return std::max({std::abs(r.x), std::abs(r.y), std::abs(r.z)});
}

/// Of 60 fluid and 3 wall particles; both errors in parts of the largest.
template <class Physics>
void expect_same(const WcsphConstants& c, float speed, float velocity_unit) {
  std::mt19937 random(1);
  const ScaledUnits units{velocity_unit, c.rest_density / (c.sound_speed * c.sound_speed)};
  const auto coefficients = Physics::prepare(c);
  const auto scaled_coefficients = ScaledPhysics<Physics>::of(coefficients, units);
  double of_velocity = 0, of_density = 0, velocity_error = 0, density_error = 0;
  for (int n = 0; n < 50; ++n) {
    std::vector<WcsphParticle<float>> sources, walls;
    for (int j = 0; j < 60; ++j) sources.push_back(particle(random, c, speed));
    for (int j = 0; j < 3; ++j) walls.push_back(particle(random, c, 0));
    const WcsphParticle<float> target = particle(random, c, speed);
    sources.push_back(target);  // padding
    std::vector<ScaledWcsphParticle<float>> scaled_sources, scaled_walls;
    for (const auto& j : sources) scaled_sources.push_back(scaled(j, units));
    for (const auto& j : walls) scaled_walls.push_back(scaled(j, units));
    const Rates wanted = rates<Physics>(coefficients, target, sources, walls);
    const Rates got = rates<ScaledPhysics<Physics>>(scaled_coefficients, scaled(target, units),
                                                    scaled_sources, scaled_walls);
    const Rates difference = {got.x - wanted.x, got.y - wanted.y, got.z - wanted.z, 0};
    of_velocity = std::max(of_velocity, largest(wanted));
    of_density = std::max(of_density, std::abs(wanted.density));
    velocity_error = std::max(velocity_error, largest(difference));
    density_error = std::max(density_error, std::abs(got.density - wanted.density));
  }
  EXPECT_GT(of_velocity, 10);
  EXPECT_LE(velocity_error, 1e-5 * of_velocity);
  EXPECT_LE(density_error, 1e-5 * of_density);
}

TEST(ScaledPhysics, ComputesTheSame) {
  expect_same<WcsphLj>(constants(), 2, 4.5f);
  expect_same<WcsphLjCubicSpline>(constants(), 2, 4.5f);
}

/// No unit may come out as 0 or infinite where a coefficient is 0.
TEST(ScaledPhysics, HasFluidsWithoutViscosityOrDiffusion) {
  WcsphConstants c = constants();
  c.artificial_viscosity = 0;
  expect_same<WcsphLj>(c, 2, 4.5f);
  c.density_diffusion = 0;
  expect_same<WcsphLj>(c, 2, 4.5f);
  c.artificial_viscosity = 0.2f;
  expect_same<WcsphLj>(c, 2, 4.5f);
}

TEST(ScaledPhysics, HasFluidsAtRest) {
  expect_same<WcsphLj>(constants(), 0, 1e-20f);
}

TEST(ScaledPhysics, HasFluidsOfAnySoundSpeed) {
  for (const float speed : {0.05f, 1500.0f}) {
    WcsphConstants c = constants();
    c.sound_speed = speed;
    expect_same<WcsphLj>(c, 0.05f * speed, 0.12f * speed);
  }
}

/// The viscosity is clamped in a unit in which no pair may have more than 1.
TEST(ScaledPhysics, BoundsEveryApproach) {
  WcsphConstants c = constants();
  const ScaledUnits units{1, 1};
  const auto scaled = ScaledPhysics<WcsphLj>::of(WcsphLj::prepare(c), units);
  const float distance = std::sqrt(0.01f) * c.smoothing_length / std::sqrt(3.0f);  // the worst
  const float approach = -3 * distance;
  const float r2 = 3 * distance * distance;
  const float quotient = approach / (r2 * scaled.fluid.distance2_factor + scaled.fluid.softening);
  EXPECT_LE(quotient, 1.0f + 1e-6f);
  EXPECT_GT(quotient, 0.99f);
}

}  // namespace
}  // namespace sphlab::test
