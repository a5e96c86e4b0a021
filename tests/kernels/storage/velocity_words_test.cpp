// Velocities in 8 bytes, and densities of pressures: what is rounded, against bounds; and who
// writes the one when.
#define SPHLAB_WARP_WIDTH 1

#include "kernels/storage/velocity_words.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kernels/storage/record_24.cuh"

namespace sphlab::test {
namespace {

VelocityRange range_of(float least, float most) {
  return VelocityRange::around(least, most);
}

/// As a gather that knows where the range begins would read it.
float3 read(const VelocityRange& range, VelocityWords words) {
  const float3 units = VelocityRange::units(words, {});
  const auto component = [&](double unit, double begin) {
    return static_cast<float>(range.low + (unit - begin) * range.width);
  };
  return {component(units.x, VelocityRange::begin_x), component(units.y, VelocityRange::begin_y),
          component(units.z, VelocityRange::begin_z)};
}

TEST(VelocityWords, RoundsToHalfAStep) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> component(-3.0f, 5.0f);
  const VelocityRange range = range_of(-3, 5);
  const float step = range.width / (1 << 21);
  float largest = 0;
  for (int n = 0; n < 100'000; ++n) {
    const float4 v = {component(random), component(random), component(random), 0};
    const float3 of_words = read(range, range.words(v));
    // half a step, and what single precision rounds off of a number of the width's size
    EXPECT_LE(std::abs(of_words.x - v.x), 0.7f * step) << v.x;
    EXPECT_LE(std::abs(of_words.y - v.y), 0.7f * step) << v.y;
    EXPECT_LE(std::abs(of_words.z - v.z), 0.45f * step) << v.z;
    largest = std::max(largest, std::abs(of_words.x - v.x));
  }
  EXPECT_GT(largest, 0.45f * step) << "that of which the bound speaks has been met";
}

TEST(VelocityWords, HoldsWhatItIsAround) {
  for (const float end : {-3.0f, 5.0f}) {
    const VelocityRange range = range_of(-3, 5);
    ASSERT_TRUE(range.holds(float4{end, end, end, 0}));
    const float3 of_words = read(range, range.words({end, end, end, 0}));
    EXPECT_NEAR(of_words.x, end, range.width / (1 << 21));
    EXPECT_NEAR(of_words.y, end, range.width / (1 << 21));
    EXPECT_NEAR(of_words.z, end, range.width / (1 << 21));
  }
}

/// One component outside is enough, by far or by what rounding needs, or if it is no number.
TEST(VelocityWords, HoldsNothingElse) {
  const VelocityRange range = range_of(-3, 5);
  const float none = std::numeric_limits<float>::quiet_NaN();
  for (const float component : {-4.0f, 6.0f, range.low, range.low + range.width, none}) {
    EXPECT_FALSE(range.holds(float4{component, 0, 0, 0})) << component;
    EXPECT_FALSE(range.holds(float4{0, component, 0, 0})) << component;
    EXPECT_FALSE(range.holds(float4{0, 0, component, 0})) << component;
  }
  EXPECT_FALSE(VelocityRange::around(none, 1).holds(float4{}));
  EXPECT_FALSE(VelocityRange{}.holds(float4{})) << "what a workspace begins with";
}

TEST(VelocityWords, WhatMovesAlikeReadsAlike) {
  for (const float speed : {0.0f, 1e-12f, 0.7f, -40.0f}) {
    const VelocityRange range = range_of(speed, speed);
    ASSERT_TRUE(range.holds(float4{speed, speed, speed, 0}));
    const float3 of_words = read(range, range.words({speed, speed, speed, 0}));
    EXPECT_NEAR(of_words.x, speed, 1e-6f * std::abs(speed) + 1e-20f);
    EXPECT_NEAR(of_words.z, speed, 1e-6f * std::abs(speed) + 1e-20f);
  }
}

/// x shares a word with z, and z one with y: none may change another by more than it rounds.
TEST(VelocityWords, ComponentsDoNotLeakIntoEachOther) {
  const VelocityRange range = range_of(-1, 1);
  const float step = range.width / (1 << 21);
  for (float one = -1; one <= 1; one += 1e-3f) {
    const float3 of_z = read(range, range.words({0.25f, -0.25f, one, 0}));
    EXPECT_NEAR(of_z.x, 0.25f, 0.65f * step) << one;
    EXPECT_NEAR(of_z.y, -0.25f, 0.65f * step) << one;
    const float3 of_y = read(range, range.words({0.25f, one, -0.25f, 0}));
    EXPECT_NEAR(of_y.x, 0.25f, 0.65f * step) << one;
    EXPECT_NEAR(of_y.z, -0.25f, 0.4f * step) << one;
  }
}

TEST(DensityOfPressure, TurnsColesEquationRound) {
  WcsphConstants constants{};
  constants.sound_speed = 40;
  constants.rest_density = 1000;
  const DensityOfPressure density = DensityOfPressure::prepare(constants);
  const double scale = 40.0 * 40.0 / (7 * 1000.0);
  double worst = 0;
  for (double s = -0.1; s <= 0.1; s += 1e-4) {
    if (std::abs(s) < 1e-5) continue;
    const double term = scale * (std::pow(1 + s, 7) - 1) / std::pow(1 + s, 2);
    const double of_term = double{density.of(static_cast<float>(term))} * density.unit;
    const double error = std::abs(of_term - s) / std::abs(s);
    EXPECT_LT(error, std::abs(s) < 0.02 ? 4e-7 : 8e-6) << s;
    worst = std::max(worst, error);
  }
  EXPECT_GT(worst, 6e-6);
  EXPECT_EQ(density.of(0), 0);
  const auto term = [&](double s) {
    return static_cast<float>(scale * (std::pow(1 + s, 7) - 1) / std::pow(1 + s, 2));
  };
  for (const double s : {-0.0999, 0.0, 0.0999}) EXPECT_TRUE(density.serves(term(s))) << s;
  for (const double s : {-0.9, -0.1001, 0.1001}) EXPECT_FALSE(density.serves(term(s))) << s;
  EXPECT_FALSE(density.serves(std::numeric_limits<float>::quiet_NaN()));
}

/// Coefficients are powers of the unit: they must be numbers, and none may be lost.
TEST(DensityOfPressure, SaysWhichFluidsItServes) {
  WcsphConstants constants{};
  constants.rest_density = 1000;
  for (const float sound_speed : {0.02f, 1.0f, 1e4f}) {
    constants.sound_speed = sound_speed;
    ASSERT_TRUE(DensityOfPressure::serves_fluid(constants)) << sound_speed;
    const DensityOfPressure density = DensityOfPressure::prepare(constants);
    EXPECT_TRUE(std::isnormal(density.sixth) && std::isnormal(density.second)) << sound_speed;
  }
  for (const float sound_speed : {0.0f, 1e-3f, 1e6f}) {
    constants.sound_speed = sound_speed;
    EXPECT_FALSE(DensityOfPressure::serves_fluid(constants)) << sound_speed;
  }
}

}  // namespace
}  // namespace sphlab::test
