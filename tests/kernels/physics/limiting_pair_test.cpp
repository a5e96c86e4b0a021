// Paper D's pairs by hand: tensile correction, rates of approach, and walls that are held.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/physics/wcsph_dynamic_cubic_spline/formulation.cuh"

namespace sphlab::limiting {
namespace {

using Fluid = SourceTypes<ParticleType::fluid>;
using Particle = WcsphParticle<double>;

constexpr double h = 0.125;
constexpr double spacing = 0.08;

WcsphConstants constants() {
  WcsphConstants c{};
  c.smoothing_length = static_cast<float>(h);
  c.influence_radius = static_cast<float>(2 * h);
  c.rest_density = 1000;
  c.particle_mass = static_cast<float>(1000 * spacing * spacing * spacing);
  c.sound_speed = 20;
  c.polytropic_exponent = 7;
  c.tensile = {0.01f, 0.2f};
  return c;
}

template <class Physics>
auto of_pair(const WcsphConstants& c, const Particle& i, const Particle& j, bool included = true) {
  typename Physics::template Sum<double> sum;
  const auto pair = make_pair_distance<double>(i.x, i.y, i.z, j.x, j.y, j.z, included);
  add_one_sided<Physics, Fluid>(Physics::prepare(c), i, j, pair, sum);
  return sum;
}

double spline(double r) {
  const double q = r / h;
  return q < 1 ? 1 - 1.5 * q * q + 0.75 * q * q * q : 0.25 * std::pow(2 - q, 3);
}

double spline_factor(double r) {
  const double q = r / h;
  const double slope = q < 1 ? -3 * q + 2.25 * q * q : -0.75 * (2 - q) * (2 - q);
  return slope / (std::numbers::pi * std::pow(h, 4)) / r;
}

// With the real spacing: at r = dp the share of the pressures that is added is 0.01 exactly.
TEST(TensileCorrection, AddsTheSharesOfBothPressures) {
  const WcsphConstants c = constants();
  for (const double r : {0.03, spacing, 0.14, 0.2}) {
    for (const double mine : {3.0, -3.0}) {
      const Particle i{r, 0, 0, mine, 0, 0, 0, 0};
      const Particle j{0, 0, 0, 5, 0, 0, 0, 0};
      const double added = (mine > 0 ? 0.01 * mine : -0.2 * mine) + 0.01 * 5;
      const double pressures = mine + 5 + std::pow(spline(r) / spline(spacing), 4) * added;
      const double expected =
          -static_cast<double>(c.particle_mass) * pressures * spline_factor(r) * r;
      EXPECT_NEAR(of_pair<WcsphDynamicCubicSpline>(c, i, j).x, expected,
                  2e-6 * std::abs(expected) + 1e-9)
          << r << ", " << mine;
    }
  }
}

TEST(TensileCorrection, IsNoneWhereTheSharesAreZeroAndOfTheQuadraticKernel) {
  WcsphConstants c = constants();
  const Particle i{0.05, 0, 0, -3, 0, 0, 0, 0};
  const Particle j{0, 0, 0, -2, 0, 0, 0, 0};
  const double quadratic = of_pair<WcsphDynamicQuadratic>(c, i, j).x;
  const double corrected = of_pair<WcsphDynamicCubicSpline>(c, i, j).x;
  c.tensile = {};
  EXPECT_EQ(of_pair<WcsphDynamicQuadratic>(c, i, j).x, quadratic);
  const double plain = of_pair<WcsphDynamicCubicSpline>(c, i, j).x;
  EXPECT_LT(plain, 0) << "tension draws together";
  EXPECT_GT(corrected, plain);
}

TEST(ApproachRate, IsTheLargestMagnitudeOfThePairs) {
  const WcsphConstants c = constants();
  const auto coefficients = WcsphDynamicCubicSpline::prepare(c);
  WcsphDynamicCubicSpline::Sum<double> sum;
  const Particle target{0, 0, 0, 0, 0, 0, 0, 0};
  const auto add = [&](double x, double vx) {
    const Particle source{x, 0, 0, 0, vx, 0, 0, 0};
    const auto pair = make_pair_distance<double>(0, 0, 0, x, 0, 0, true);
    add_one_sided<WcsphDynamicCubicSpline, Fluid>(coefficients, target, source, pair, sum);
  };
  const auto rate = [](double x, double vx) { return std::abs(vx * x) / (x * x + 0.01 * h * h); };
  add(0.1, -1);
  EXPECT_NEAR(sum.fluid_rate, rate(0.1, 1), 1e-5);
  add(0.1, 3);  // it leaves
  EXPECT_NEAR(sum.fluid_rate, rate(0.1, 3), 1e-5);
  add(-0.2, 0.5);
  EXPECT_NEAR(sum.fluid_rate, rate(0.1, 3), 1e-5);
  add(0.26, 100);
  EXPECT_NEAR(sum.fluid_rate, rate(0.1, 3), 1e-5) << "out of reach";
  add(0, 100);
  EXPECT_NEAR(sum.fluid_rate, rate(0.1, 3), 1e-5) << "coinciding, and finite";
}

TEST(ApproachRate, OfPaddingIsNone) {
  const Particle i{0.05, 0, 0, 1, 9, 9, 9, 0};
  const Particle j{0, 0, 0, 1, 0, 0, 0, 0};
  const auto sum = of_pair<WcsphDynamicCubicSpline>(constants(), i, j, false);
  EXPECT_EQ(sum.fluid_rate, 0);
  EXPECT_EQ(sum.x, 0);
}

TEST(ApproachRate, OfLanesIsTheLargestAndTheRestAreSums) {
  WcsphDynamicCubicSpline::Sum<Lanes> lanes{};
  for (int lane = 0; lane < lane_count; ++lane) {
    lanes.x.v[lane] = 1;
    lanes.compression.v[lane] = 2;
    lanes.fluid_rate.v[lane] = static_cast<float>((lane * 7) % lane_count);
  }
  const auto sum = sum_lanes<WcsphDynamicCubicSpline>(lanes);
  EXPECT_EQ(sum.x, lane_count);
  EXPECT_EQ(sum.compression, 2 * lane_count);
  EXPECT_EQ(sum.fluid_rate, lane_count - 1);
}

TEST(WallDensity, IsHeldWhereTheScenarioSaysSo) {
  WcsphConstants c = constants();
  const std::uint32_t identity[] = {make_identity(ParticleType::fluid, 0),
                                    make_identity(ParticleType::boundary, 1),
                                    make_identity(ParticleType::body, 2)};
  ParticleView view{};
  view.identity = identity;
  const auto held = [&](std::uint32_t i, float s) {
    return FluidBehindWalls::prepare(c).held_density(view, i, s);
  };
  EXPECT_EQ(held(1, -0.5f), -0.5f);
  c.holds_wall_density = 1;
  EXPECT_EQ(held(0, -0.5f), -0.5f);
  EXPECT_EQ(held(1, -0.5f), 0.0f);
  EXPECT_EQ(held(2, -0.5f), 0.0f);
  EXPECT_EQ(held(1, 0.5f), 0.5f);
  EXPECT_TRUE(std::isnan(held(1, NAN))) << "a run that is lost is seen to be";
}

}  // namespace
}  // namespace sphlab::limiting
