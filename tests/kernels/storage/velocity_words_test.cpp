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

/// All components between two ends.
VelocityRange range_of(float least, float most) {
  return VelocityRange::around({{least, least, least}, {most, most, most}});
}

/// Steps of x and y, and of z, in a range of this width.
float step_of(float width) {
  return width / (1 << 21);
}

struct Velocity {
  double x, y, z;
};

/// As a gather that knows where the range begins would read it.
Velocity read(const VelocityRange& range, VelocityWords words) {
  const float3 units = VelocityRange::units(words, range.exponents);
  const float3 narrower = range.exponents.inverse();
  const auto component = [&](double unit, double begin, double low) {
    return low + (unit - begin) * range.width;
  };
  return {component(units.x, 1 / narrower.x, range.low.x),
          component(units.y, 4 / narrower.y, range.low.y),
          component(units.z, 1 / narrower.z, range.low.z)};
}

/// Fails unless words of velocities between the ends err by at most half a step of such ranges, and
/// by as much somewhere.
void expect_half_a_step(const VelocityEnds& ends, const float3& width) {
  std::mt19937 random(1);
  const auto between = [&](float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(random);
  };
  const VelocityRange range = VelocityRange::around(ends);
  Velocity largest{};
  const auto expect = [](double read, double written, double step, double rounded, double& most) {
    // and what single precision rounds off of numbers of the width's size
    EXPECT_LE(std::abs(read - written), 0.5 * step + 1e-7 * rounded) << written;
    most = std::max(most, std::abs(read - written) / step);
  };
  for (int n = 0; n < 100'000; ++n) {
    const float4 v = {between(ends.least.x, ends.most.x), between(ends.least.y, ends.most.y),
                      between(ends.least.z, ends.most.z), 0};
    const Velocity of_words = read(range, range.words(v));
    expect(of_words.x, v.x, step_of(width.x), width.x, largest.x);
    expect(of_words.y, v.y, step_of(width.y), width.y, largest.y);
    expect(of_words.z, v.z, step_of(width.z) / 2, width.z, largest.z);
  }
  for (const double each : {largest.x, largest.y, largest.z})
    EXPECT_GT(each, 0.45) << "that of which the bound speaks has been met";
}

TEST(VelocityWords, RoundsToHalfAStep) {
  EXPECT_EQ(range_of(-3, 5).width, 10);
  expect_half_a_step({{-3, -3, -3}, {5, 5, 5}}, {10, 10, 10});
}

/// Ranges are the widest, a half of it, or a quarter, ....
TEST(VelocityWords, StepsOfSlowComponentsAreSmaller) {
  expect_half_a_step({{-3, -1, -1.9f}, {5, 1, 1.9f}}, {10, 5, 5});
  expect_half_a_step({{-1, -3, 0}, {1, 5, 0.2f}}, {5, 10, 2.5f});
  expect_half_a_step({{30, 0, -3}, {30.2f, 0.2f, 5}}, {2.5f, 2.5f, 10});
}

/// A run that diverges is refused by what reads the words, not hung by who makes the range.
TEST(VelocityWords, EndsThatAreNoNumbersHaveARange) {
  const float infinite = std::numeric_limits<float>::infinity();
  for (const float end : {infinite, std::numeric_limits<float>::quiet_NaN(), 3e38f}) {
    const VelocityRange range = VelocityRange::around({{-1, -1, -1}, {end, 1, 1}});
    EXPECT_LE(range.exponents.x, VelocityExponents::of_one(0)) << end;
    EXPECT_GE(range.exponents.x, VelocityExponents::of_one(4)) << end;
  }
}

TEST(VelocityWords, HoldsWhatItIsAround) {
  for (const VelocityEnds& ends :
       {VelocityEnds{{-3, -3, -3}, {5, 5, 5}}, VelocityEnds{{-3, 7, 0}, {5, 7, 1}}}) {
    const VelocityRange range = VelocityRange::around(ends);
    for (const float3& end : {ends.least, ends.most}) {
      const Velocity of_words = read(range, range.words({end.x, end.y, end.z, 0}));
      EXPECT_NEAR(of_words.x, end.x, step_of(range.width));
      EXPECT_NEAR(of_words.y, end.y, step_of(range.width));
      EXPECT_NEAR(of_words.z, end.z, step_of(range.width));
    }
  }
}

TEST(VelocityWords, WhatMovesAlikeReadsAlike) {
  for (const float speed : {0.0f, 1e-12f, 0.7f, -40.0f}) {
    const VelocityRange range = range_of(speed, speed);
    const Velocity of_words = read(range, range.words({speed, speed, speed, 0}));
    EXPECT_NEAR(of_words.x, speed, 1e-6f * std::abs(speed) + 1e-20f);
    EXPECT_NEAR(of_words.z, speed, 1e-6f * std::abs(speed) + 1e-20f);
  }
}

/// x shares a word with z, and z one with y: none may change another by more than it rounds.
TEST(VelocityWords, ComponentsDoNotLeakIntoEachOther) {
  const VelocityRange range = range_of(-1, 1);
  const float step = step_of(range.width);
  for (float one = -1; one <= 1; one += 1e-3f) {
    const Velocity of_z = read(range, range.words({0.25f, -0.25f, one, 0}));
    EXPECT_NEAR(of_z.x, 0.25f, 0.65f * step) << one;
    EXPECT_NEAR(of_z.y, -0.25f, 0.65f * step) << one;
    const Velocity of_y = read(range, range.words({0.25f, one, -0.25f, 0}));
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
