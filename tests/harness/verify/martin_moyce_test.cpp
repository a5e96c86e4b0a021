#include "harness/verify/martin_moyce.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

// The experiment's own column, in a long channel.
const WaterColumn column{0.1, 0.05715, 2 * 0.05715, 9.81, 10};

// Samples of a run whose Z is that of the experiment, `delay` later in T.
std::vector<FrontSample> like_the_experiment(double delay) {
  std::vector<FrontSample> samples;
  for (const FrontReading& reading : martin_moyce_readings) {
    samples.push_back({(reading.time - delay) / column.dimensionless_time(1),
                       column.back + reading.front * column.width});
  }
  return samples;
}

TEST(MartinMoyce, TimeIsScaledAsInTheExperiment) {
  EXPECT_NEAR(column.dimensionless_time(0.1), 0.1 * std::sqrt(2 * 9.81 / 0.05715), 1e-12);
  WaterColumn square{0, 0.4, 0.4, 9.81, 1.6};
  EXPECT_NEAR(square.dimensionless_time(0.1), 0.1 * std::sqrt(9.81 / 0.4), 1e-12);
  square.scale = experiment_aspect;
  EXPECT_NEAR(square.dimensionless_time(0.1), 0.1 * std::sqrt(2 * 9.81 / 0.4), 1e-12);
}

TEST(MartinMoyce, TheExperimentDoesNotDeviateFromItself) {
  const auto samples = like_the_experiment(gate_delay);
  const FrontComparison same = compare_front(column, samples);
  EXPECT_GE(same.points.size(), 13u);
  EXPECT_NEAR(same.mean_deviation_delayed, 0, 1e-9);
  EXPECT_GT(same.mean_deviation, 0.1);
}

TEST(MartinMoyce, DeviationsDoNotCancel) {
  auto samples = like_the_experiment(0);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    samples[k].position += (k % 2 == 0 ? 0.1 : -0.1) * column.width;
  }
  EXPECT_NEAR(compare_front(column, samples).mean_deviation, 0.1, 1e-9);
}

TEST(MartinMoyce, WhatTheRunDoesNotReachIsNotCompared) {
  auto samples = like_the_experiment(0);
  samples.resize(6);
  const FrontComparison comparison = compare_front(column, samples);
  EXPECT_LE(comparison.points.size(), 6u);
  EXPECT_GE(comparison.points.size(), 4u);
  EXPECT_TRUE(compare_front(column, {}).points.empty());
}

TEST(MartinMoyce, TheColumnIsThatOfTheFluid) {
  Scenario scenario;
  scenario.spacing = 0.1;
  scenario.wcsph = test::wcsph_constants();
  test::add_particle(scenario.initial, ParticleType::fluid, 0.05f, 0, 0.05f);
  EXPECT_NEAR(initial_column(scenario).width, 0.1, 1e-6);
  test::add_particle(scenario.initial, ParticleType::fluid, 0.35f, 0, 0.15f);
  test::add_particle(scenario.initial, ParticleType::boundary, 1.6f, 0, 0.9f);
  const WaterColumn found = initial_column(scenario);
  EXPECT_NEAR(found.back, 0, 1e-6);
  EXPECT_NEAR(found.width, 0.4, 1e-6);
  EXPECT_NEAR(found.height, 0.2, 1e-6);
  EXPECT_NEAR(found.end, 1.6, 1e-6);
  scenario.wcsph.gravity = {0, 0, 0};
  EXPECT_THROW(initial_column(scenario), InputError);
}

}  // namespace
}  // namespace sphlab
