// The pair physics against their formulas in double precision.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/physics/no_diffusion.cuh"
#include "kernels/physics/no_viscosity.cuh"
#include "kernels/physics/pair_physics.cuh"

namespace sphlab {
namespace {

constexpr double h = 0.125;

TEST(Cole, IsTheEquationOfState) {
  const Cole cole = Cole::prepare(20, 1000);
  for (const double s : {-0.5, -0.01, -1e-6, 1e-7, 1e-4, 0.02, 0.5}) {
    const auto excess = static_cast<double>(static_cast<float>(s));
    const double pressure = 400.0 * 1000 / 7 * std::expm1(7 * std::log1p(excess));
    const double density = 1000 * (1 + excess);
    const double expected = pressure / (density * density);
    EXPECT_NEAR(cole.pressure_over_density2(static_cast<float>(s)), expected,
                1e-6 * std::abs(expected))
        << s;
  }
  EXPECT_EQ(cole.pressure_over_density2(0.0f), 0.0f);
}

TEST(Cole, SoundIsFasterInDenserWater) {
  EXPECT_EQ(Cole::relative_sound_speed(0.0f), 1.0f);
  EXPECT_EQ(Cole::relative_sound_speed(1.0f), 8.0f);
  EXPECT_TRUE(std::isnan(Cole::relative_sound_speed(std::numeric_limits<float>::quiet_NaN())));
}

WcsphConstants constants() {
  WcsphConstants c{};
  c.smoothing_length = static_cast<float>(h);
  c.influence_radius = 0.25f;
  c.particle_mass = 0.8f;
  c.rest_density = 1000;
  c.sound_speed = 20;
  c.polytropic_exponent = 7;
  c.wall_coefficient = 3;
  c.wall_distance = 0.1f;
  return c;
}

float potential(const LjPotentialConstants& c, float r, bool included = true) {
  const auto pair = make_pair_distance(r, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, included);
  LjPotential::Sum<float> sum;
  add_one_sided<LjPotential, SourceTypes<ParticleType::fluid>>(LjPotential::prepare(c), {}, {},
                                                               pair, sum);
  return sum.potential;
}

TEST(LjPotential, HasItsZeroAndItsDepthWhereTheyBelong) {
  const LjPotentialConstants c{1.0f, 2.0f, 0.25f, 0.0f, {}};
  EXPECT_NEAR(potential(c, 0.25f), 0, 1e-5);
  EXPECT_NEAR(potential(c, 0.25f * std::pow(2.0f, 1.0f / 6)), -2, 1e-5);
  EXPECT_GT(potential(c, 0.24f), 0.0f);
  EXPECT_LT(potential(c, 0.26f), 0.0f);
  EXPECT_EQ(potential(c, 0.1f, false), 0.0f);
}

TEST(LjPotential, SofteningKeepsItFinite) {
  const LjPotentialConstants c{1.0f, 1.0f, 0.25f, 0.01f, {}};
  const double s6 = std::pow(0.0625 / 0.01, 3);
  EXPECT_NEAR(potential(c, 0.0f), 4 * (s6 * s6 - s6), 1.0);
}

using Fluid = SourceTypes<ParticleType::fluid>;
using Boundary = SourceTypes<ParticleType::boundary>;
using Particle = WcsphLj::Particle<float>;

template <class Group>
WcsphLj::Sum<float> of_pair(const WcsphConstants& c, const Particle& i, const Particle& j,
                            bool included = true) {
  WcsphLj::Sum<float> sum;
  const auto pair = make_pair_distance(i.x, i.y, i.z, j.x, j.y, j.z, included);
  add_one_sided<WcsphLj, Group>(WcsphLj::prepare(c), i, j, pair, sum);
  return sum;
}

constexpr Particle at(float x, float vx = 0, float s = 0, float pressure_term = 0) {
  return {x, 0, 0, pressure_term, vx, 0, 0, s};
}

TEST(WcsphLj, PressurePushesApart) {
  const auto sum = of_pair<Fluid>(constants(), at(0.1f, 0, 0, 0.5f), at(0, 0, 0, 0.25f));
  const double gradient = -105 / (16 * std::numbers::pi * std::pow(h, 5)) * std::pow(0.6, 3);
  const double expected = -0.8 * 0.75 * gradient * 0.1;
  EXPECT_GT(sum.x, 0.0f);
  EXPECT_NEAR(sum.x, expected, 1e-5 * expected);
  EXPECT_EQ(sum.y, 0.0f);
  EXPECT_EQ(sum.density, 0.0f);
}

TEST(WcsphLj, ActionIsReaction) {
  WcsphConstants c = constants();
  c.artificial_viscosity = 0.1f;
  const Particle left{0.0f, 0.01f, 0.02f, 0.3f, 1, 0.5f, 0, 0.01f};
  const Particle right{0.1f, 0.0f, -0.01f, 0.2f, -1, 0.25f, 0.125f, 0.02f};
  const auto one = of_pair<Fluid>(c, left, right);
  const auto other = of_pair<Fluid>(c, right, left);
  EXPECT_FLOAT_EQ(one.x, -other.x);
  EXPECT_FLOAT_EQ(one.y, -other.y);
  EXPECT_FLOAT_EQ(one.z, -other.z);
}

TEST(WcsphLj, ApproachCompresses) {
  EXPECT_GT(of_pair<Fluid>(constants(), at(0.1f, -1), at(0)).density, 0.0f);
  EXPECT_LT(of_pair<Fluid>(constants(), at(0.1f, 1), at(0)).density, 0.0f);
}

TEST(WcsphLj, ViscosityBrakesOnlyWhatApproaches) {
  WcsphConstants c = constants();
  EXPECT_EQ(of_pair<Fluid>(c, at(0.1f, -1), at(0)).x, 0.0f);
  c.artificial_viscosity = 0.1f;
  EXPECT_GT(of_pair<Fluid>(c, at(0.1f, -1), at(0)).x, 0.0f);
  EXPECT_EQ(of_pair<Fluid>(c, at(0.1f, 1), at(0)).x, 0.0f);
}

TEST(WcsphLj, DiffusionEvensOutDensities) {
  WcsphConstants c = constants();
  EXPECT_EQ(of_pair<Fluid>(c, at(0.1f, 0, 0.02f), at(0)).density, 0.0f);
  c.density_diffusion = 0.1f;
  EXPECT_LT(of_pair<Fluid>(c, at(0.1f, 0, 0.02f), at(0)).density, 0.0f);
  EXPECT_GT(of_pair<Fluid>(c, at(0.1f, 0, -0.02f), at(0)).density, 0.0f);
}

TEST(WcsphLj, WallsRepelWithinTheirReachOnly) {
  for (const float r : {0.03f, 0.05f, 0.08f, 0.099f}) {
    const auto distance = static_cast<double>(r);
    const double q = static_cast<double>(0.1f) / distance;
    const double expected = 3 * (std::pow(q, 12) - std::pow(q, 4)) / distance;
    const auto sum = of_pair<Boundary>(constants(), at(r, -1, 0.01f, 0.5f), at(0));
    EXPECT_NEAR(sum.x, expected, 2e-5 * expected) << r;
    EXPECT_EQ(of_pair<Boundary>(constants(), at(-r), at(0)).x, -sum.x) << r;
    EXPECT_EQ(sum.density, 0.0f) << "a wall does not compress";
  }
  EXPECT_EQ(of_pair<Boundary>(constants(), at(0.1001f, -1), at(0)).x, 0.0f);
}

struct Inviscid : WcsphLjOf<WendlandC2, NoViscosity, NoDiffusion> {};

TEST(WcsphLjOf, WithoutViscosityAndDiffusionIsWithCoefficientsOfZero) {
  const Particle left{0.0f, 0.01f, 0.02f, 0.3f, 1, 0.5f, 0, 0.01f};
  const Particle right{0.1f, 0.0f, -0.01f, 0.2f, -1, 0.25f, 0.125f, 0.02f};
  WcsphConstants c = constants();
  const auto zero = of_pair<Fluid>(c, left, right);
  c.artificial_viscosity = 0.1f;
  c.density_diffusion = 0.2f;
  const auto pair = make_pair_distance(left.x, left.y, left.z, right.x, right.y, right.z, true);
  Inviscid::Sum<float> sum;
  add_one_sided<Inviscid, Fluid>(Inviscid::prepare(c), left, right, pair, sum);
  EXPECT_EQ(sum.x, zero.x);
  EXPECT_EQ(sum.density, zero.density);
  EXPECT_NE(of_pair<Fluid>(c, left, right).x, zero.x);
  EXPECT_NE(of_pair<Fluid>(c, left, right).density, zero.density);
}

// What is recorded of a kernel must not depend on how its physics is put together.
TEST(WcsphLjOf, DeclaresTheWorkOfItsParts) {
  EXPECT_EQ(WcsphLj::flops_per_pair, 62);
  EXPECT_EQ(WcsphDynamic::flops_per_pair, 63);
  EXPECT_EQ(WcsphTwoFluids::flops_per_pair, 68);
  EXPECT_EQ(WcsphLjCubicSpline::flops_per_pair, 62 - WendlandC2::flops + CubicSpline::flops);
  EXPECT_EQ(Inviscid::flops_per_pair, 62 - ArtificialViscosity::flops - MolteniColagrossi::flops);
}

/// Whether the numbers of a sum are all zeros still.
template <class Physics>
bool is_empty(const typename Physics::template Sum<float>& sum) {
  constexpr std::size_t count = sizeof sum / sizeof(float);
  const auto numbers = std::bit_cast<std::array<float, count>>(sum);
  return std::ranges::all_of(numbers, [](float number) { return number == 0.0f; });
}

template <class Physics>
class OnItself : public testing::Test {};
using WithFluid = testing::Types<WcsphLj, WcsphLjCubicSpline, WcsphLjViscous, WcsphLjVolumes,
                                 WcsphDynamic, WcsphDynamicCubicSpline, WcsphDynamicQuadratic>;
TYPED_TEST_SUITE(OnItself, WithFluid);

/// A batch is filled up with its target, and no one tells such pairs from others.
TYPED_TEST(OnItself, AddsNothing) {
  static_assert(vanishes_on_itself<TypeParam, Fluid>);
  WcsphConstants c = constants();
  c.artificial_viscosity = 0.5f;
  c.density_diffusion = 0.2f;
  c.dynamic_viscosity = 1e-3f;
  for (const float excess : {-0.05f, 0.0f, 0.05f}) {
    const Particle here = at(0.1f, 1, 0.01f, excess);
    const auto pair = make_pair_distance(here.x, here.y, here.z, here.x, here.y, here.z, true);
    typename TypeParam::template Sum<float> sum;
    add_one_sided<TypeParam, Fluid>(TypeParam::prepare(c), here, here, pair, sum);
    EXPECT_TRUE(is_empty<TypeParam>(sum)) << excess;
  }
}

/// A wall's push has no limit at its centre, and a count counts: both need to be told of padding.
TEST(OnItself, IsSaidOfNoOther) {
  static_assert(!vanishes_on_itself<WcsphLj, Boundary>);
  static_assert(!vanishes_on_itself<PairCount, Fluid>);
}

TEST(WcsphLj, PaddingContributesNothing) {
  const Particle here = at(0.1f, 1, 0.01f, 0.5f);
  for (const auto& sum : {of_pair<Fluid>(constants(), here, here, false),
                          of_pair<Boundary>(constants(), here, here, false)}) {
    EXPECT_EQ(sum.x, 0.0f);
    EXPECT_EQ(sum.y, 0.0f);
    EXPECT_EQ(sum.z, 0.0f);
    EXPECT_EQ(sum.density, 0.0f);
  }
}

}  // namespace
}  // namespace sphlab
