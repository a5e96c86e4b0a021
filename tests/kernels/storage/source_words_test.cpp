// Sources in 16 bytes: what is rounded, against bounds.
#define SPHLAB_WARP_WIDTH 1

#include "kernels/storage/source_words.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace sphlab::test {
namespace {

constexpr double turn = 4294967296.0;
constexpr SourceExponents alike{0x42800000, 0x7f, 0x7f};

SourceSteps random_steps(std::mt19937& random) {
  // velocities and densities keep away from the ends of their ranges, see VelocityRange::around()
  std::uniform_int_distribution<std::uint32_t> any, inside(1u << 27, ~(1u << 27));
  return {any(random),    any(random),    any(random),   inside(random),
          inside(random), inside(random), inside(random)};
}

/// Keeps the largest of errors, in steps of 2^-bits.
class LargestError {
 public:
  explicit LargestError(int bits) : step_(std::exp2(-bits)) {}
  void take(double error) { most_ = std::max(most_, std::abs(error) / step_); }
  /// Half a step, and what single precision rounds off.
  void expect_half() const {
    EXPECT_LE(most_, 0.5 + std::exp2(-23) / step_);
    EXPECT_GT(most_, 0.49) << "that of which the bound speaks has been met";
  }

 private:
  double step_, most_ = 0;
};

double wrapped(std::uint32_t of_words, std::uint32_t of_steps) {
  return static_cast<std::int32_t>(of_words - of_steps) / turn;
}

TEST(SourceWords, EveryFieldErrsByHalfAStepAtMost) {
  std::mt19937 random(1);
  LargestError coordinates(19), velocities(17), densities(20);
  for (int n = 0; n < 200'000; ++n) {
    const SourceSteps steps = random_steps(random);
    const CompactSource read = CompactSource::of(words_of(steps), alike);
    coordinates.take(wrapped(read.x, steps.x));
    coordinates.take(wrapped(read.y, steps.y));
    coordinates.take(wrapped(read.z, steps.z));
    velocities.take(read.ux - 64 - steps.ux / turn);
    velocities.take(read.uy - 1 - steps.uy / turn);
    velocities.take(read.uz - 1 - steps.uz / turn);
    densities.take(read.density - 1 - steps.density / turn);
  }
  coordinates.expect_half();
  velocities.expect_half();
  densities.expect_half();
}

/// No field may change another by more than it rounds, nor by a sign.
TEST(SourceWords, FieldsDoNotLeakIntoEachOther) {
  std::mt19937 random(2);
  for (int n = 0; n < 20'000; ++n) {
    const SourceSteps one = random_steps(random);
    SourceSteps other = random_steps(random);
    other.density = one.density;
    other.uy = one.uy;
    other.x = one.x;
    const CompactSource a = CompactSource::of(words_of(one), alike);
    const CompactSource b = CompactSource::of(words_of(other), alike);
    EXPECT_LE(std::abs(a.density - b.density), std::exp2(-20) + std::exp2(-22));
    EXPECT_LE(std::abs(a.uy - b.uy), std::exp2(-17) + std::exp2(-22));
    EXPECT_LE(std::abs(wrapped(a.x, b.x)), std::exp2(-19));
  }
}

SourceRange range_for(float period) {
  return {VelocityRange::around({{-3, -1, 0}, {5, 1, 0.2f}}), DensityRange::around(-0.01f, 0.02f),
          turn / period};
}

/// Neighbours are as far from each other wherever the origin is, across the end of a period, too.
TEST(SourceWords, DistancesDoNotErrMoreFarFromTheOrigin) {
  const float period = 0.03f;
  const SourceRange range = range_for(period);
  std::mt19937 random(3);
  std::uniform_real_distribution<float> offset(-0.4f * period, 0.4f * period);
  for (const float origin : {0.0f, 0.5f * period, -1.6f, 1e3f, -3e4f}) {
    double largest = 0;
    for (int n = 0; n < 20'000; ++n) {
      const float4 here = {origin, origin, origin, 0};
      const float4 there = {origin + offset(random), origin + offset(random),
                            origin + offset(random), 0};
      const float4 slow = {0, 0, 0, 0};
      const SourceExponents exponents = SourceExponents::of(range.velocity.exponents);
      const CompactSource i = CompactSource::of(range.words({here, slow}), exponents);
      const CompactSource j = CompactSource::of(range.words({there, slow}), exponents);
      const auto off = [&](std::uint32_t from, std::uint32_t to, float a, float b) {
        return std::abs(CompactSource::way(from, to) / turn * period - (double{b} - double{a}));
      };
      largest = std::max({largest, off(i.x, j.x, here.x, there.x), off(i.y, j.y, here.y, there.y),
                          off(i.z, j.z, here.z, there.z)});
      EXPECT_EQ(CompactSource::way(i.x, j.x), -CompactSource::way(j.x, i.x));
    }
    EXPECT_LE(largest, period * (std::exp2(-19) + std::exp2(-25))) << origin;
    EXPECT_GT(largest, std::abs(origin) < 2 ? period * std::exp2(-20) : 0.0) << origin;
  }
}

TEST(SourceWords, VelocitiesAndDensitiesAreThoseOfTheState) {
  const SourceRange range = range_for(0.03f);
  const SourceExponents exponents = SourceExponents::of(range.velocity.exponents);
  const float3 narrower = range.velocity.exponents.inverse();
  EXPECT_GT(narrower.y, 1) << "ranges of slow components are smaller";
  EXPECT_GT(narrower.z, narrower.y);
  std::mt19937 random(4);
  const auto between = [&](float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(random);
  };
  const float4 nowhere = {0, 0, 0, 0};
  const auto read = [&](const float4& velocity) {
    return CompactSource::of(range.words({nowhere, velocity}), exponents);
  };
  for (int n = 0; n < 50'000; ++n) {
    const float4 u = {between(-3, 5), between(-1, 1), between(0, 0.2f), between(-0.01f, 0.02f)};
    const float4 v = {between(-3, 5), between(-1, 1), between(0, 0.2f), between(-0.01f, 0.02f)};
    const CompactSource i = read(u), j = read(v);
    const double width = range.velocity.width, step = width * std::exp2(-17) * 1.1;
    EXPECT_NEAR((i.ux - j.ux) * width, u.x - v.x, step + 1e-6 * 64);
    EXPECT_NEAR((i.uy - j.uy) * width, u.y - v.y, step / narrower.y + 1e-6);
    EXPECT_NEAR((i.uz - j.uz) * width, u.z - v.z, step / narrower.z + 1e-6);
    EXPECT_NEAR(range.density.low + (i.density - 1) * range.density.width, u.w,
                range.density.width * std::exp2(-21) * 1.5);
  }
}

TEST(SourceWords, KnowsCoordinatesThatAreNone) {
  const double steps = turn / 0.03;
  EXPECT_TRUE(SourceRange::has_steps(1e6f, steps));
  for (const float none :
       {1e10f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    EXPECT_FALSE(SourceRange::has_steps(none, steps)) << none;
}

TEST(DensityRange, HoldsWhatItIsAroundAndHasAWidth) {
  for (const auto& [least, most] : {std::pair{0.0f, 0.0f}, {-0.01f, 0.02f}, {0.0025f, 0.0025f}}) {
    const DensityRange range = DensityRange::around(least, most);
    EXPECT_GE(range.width, 1e-4f);
    EXPECT_LT(range.low, least);
    EXPECT_GT(range.low + range.width, most);
    EXPECT_LE(range.width, 1.3f * (most - least) + 5e-4f);
  }
}

}  // namespace
}  // namespace sphlab::test
