// Velocities in 8 bytes, and densities of pressures: what is rounded, against bounds.
#define SPHLAB_WARP_WIDTH 1

#include "kernels/storage/velocity_words.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/storage/record_24.cuh"

namespace sphlab::test {
namespace {

VelocityBox box_of(float least, float most) {
  const VelocityRange range = VelocityRange::between(least, most);
  return {range, range, range};
}

TEST(VelocityWords, RoundsToHalfAStep) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> component(-3.0f, 5.0f);
  const VelocityBox box = box_of(-3, 5);
  const float step = box.x.width / (1 << 21);
  float largest = 0;
  for (int n = 0; n < 100'000; ++n) {
    const float4 v = {component(random), component(random), component(random), 0};
    const float3 read = box.velocity(box.words(v));
    // half a step, and what single precision rounds off of a number of the width's size
    EXPECT_LE(std::abs(read.x - v.x), 0.65f * step) << v.x;
    EXPECT_LE(std::abs(read.y - v.y), 0.65f * step) << v.y;
    EXPECT_LE(std::abs(read.z - v.z), 0.4f * step) << v.z;
    largest = std::max(largest, std::abs(read.x - v.x));
  }
  EXPECT_GT(largest, 0.45f * step) << "that of which the bound speaks has been met";
}

TEST(VelocityWords, HoldsTheEndsOfItsRange) {
  for (const float end : {-3.0f, 5.0f}) {
    const VelocityBox box = box_of(-3, 5);
    const float3 read = box.velocity(box.words({end, end, end, 0}));
    EXPECT_NEAR(read.x, end, box.x.width / (1 << 21));
    EXPECT_NEAR(read.y, end, box.y.width / (1 << 21));
    EXPECT_NEAR(read.z, end, box.z.width / (1 << 21));
  }
}

TEST(VelocityWords, WhatMovesAlikeReadsAlike) {
  for (const float speed : {0.0f, 1e-12f, 0.7f, -40.0f}) {
    const VelocityBox box = box_of(speed, speed);
    const float3 read = box.velocity(box.words({speed, speed, speed, 0}));
    EXPECT_NEAR(read.x, speed, 1e-6f * std::abs(speed) + 1e-20f);
    EXPECT_NEAR(read.z, speed, 1e-6f * std::abs(speed) + 1e-20f);
  }
}

/// x and y share words with z: none may change another by more than it rounds.
TEST(VelocityWords, ComponentsDoNotLeakIntoEachOther) {
  const VelocityBox box = box_of(-1, 1);
  const float step = box.x.width / (1 << 21);
  for (float z = -1; z <= 1; z += 1e-3f) {
    const float3 read = box.velocity(box.words({0.25f, -0.25f, z, 0}));
    EXPECT_NEAR(read.x, 0.25f, 0.65f * step) << z;
    EXPECT_NEAR(read.y, -0.25f, 0.65f * step) << z;
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
    const double error = std::abs(density.of(static_cast<float>(term)) - s) / std::abs(s);
    EXPECT_LT(error, std::abs(s) < 0.02 ? 4e-7 : 2e-6) << s;
    worst = std::max(worst, error);
  }
  EXPECT_GT(worst, 1e-6);
  EXPECT_EQ(density.of(0), 0);
}

}  // namespace
}  // namespace sphlab::test
