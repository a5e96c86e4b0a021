#include "harness/verify/checks_density.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

TEST(DensitiesAgree, ToTheToleranceAndNoFurther) {
  ParticleState state = test::random_state(300, 0.4f, 29);
  const OracleDensities oracle =
      oracle_densities_of("wcsph-lj-summed", state, 300, test::wcsph_constants(), 1);
  for (std::size_t i = 0; i < 300; ++i) state.velocity[i].w = static_cast<float>(oracle.excess[i]);
  EXPECT_TRUE(densities_agree(state, 300, oracle).passed);
  state.velocity[2].w = 7;
  EXPECT_TRUE(densities_agree(state, 300, oracle).passed) << "a wall has none";
  state.velocity[3].w += 1e-4f;
  const Check check = densities_agree(state, 300, oracle);
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find("particle 3"), std::string::npos) << check.detail;
  state.velocity[3].w = NAN;
  EXPECT_FALSE(densities_agree(state, 300, oracle).passed);
}

TEST(DensitiesAgree, WhatTheRoundingOfThousandsOfTermsExplainsIsLeftOut) {
  ParticleState state = test::random_state(4, 0.4f, 29);
  OracleDensities oracle;
  for (const float4& v : state.velocity) oracle.excess.push_back(v.w);
  state.velocity[1].w += 1e-3f;
  EXPECT_FALSE(densities_agree(state, 4, oracle).passed);
  oracle.rounding = {0, 1.01e-3, 0, 0};
  EXPECT_TRUE(densities_agree(state, 4, oracle).passed);
  oracle.rounding[1] = 0.99e-3;
  EXPECT_FALSE(densities_agree(state, 4, oracle).passed);
  oracle.rounding = {1, 1e-7, 1, 1};  // never less than the tolerance
  state.velocity[1].w = static_cast<float>(oracle.excess[1] + 4e-6);
  EXPECT_TRUE(densities_agree(state, 4, oracle).passed);
  state.velocity[0].w = NAN;
  EXPECT_FALSE(densities_agree(state, 4, oracle).passed);
}

TEST(DensitiesAgree, OfManyTheLargestDeviationIsNamedAndOfEqualOnesTheFirst) {
  ParticleState state = test::random_state(test::many_particles, 1, 75);
  OracleDensities oracle;
  for (const float4& v : state.velocity) oracle.excess.push_back(v.w);
  const auto check = [&] {
    return test::on_any_threads([&] { return densities_agree(state, state.size(), oracle); });
  };
  EXPECT_EQ(check().value, 0);
  for (const std::size_t i : {9'000u, 21'000u, 33'000u}) {
    oracle.excess[i] = 0;
    state.velocity[i].w = 2;
  }
  EXPECT_NE(check().detail.find("particle 9000 ("), std::string::npos) << check().detail;
  state.velocity[33'000].w = -3;
  EXPECT_NE(check().detail.find("particle 33000 ("), std::string::npos) << check().detail;
}

}  // namespace
}  // namespace sphlab
