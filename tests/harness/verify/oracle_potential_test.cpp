#include "harness/verify/oracle_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

// With this softening a distance of 1.5 has r^2 + softening = 4 zero_radius^2.
const LjPotentialConstants softened{2.0f, 3.0f, 1.0f, 1.75f, {}};

TEST(OraclePotential, APairByHand) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::boundary, 0, 1.5f, 0);
  const OraclePotential potential = oracle_potential(state, 2, softened, all_types);
  const double s6 = 1.0 / 64;
  EXPECT_DOUBLE_EQ(potential.value[0], 12 * (s6 * s6 - s6));
  EXPECT_DOUBLE_EQ(potential.value[1], potential.value[0]);
  EXPECT_EQ(potential.accepted_pairs, 2u);
  EXPECT_EQ(potential.borderline[0], 0);
}

TEST(OraclePotential, APairAcrossAFaceByHand) {
  ParticleState state;
  state.period = {0, 8, 0};
  test::add_particle(state, ParticleType::fluid, 0, 7, 0);
  test::add_particle(state, ParticleType::boundary, 0, 0.5f, 0);
  const OraclePotential potential = oracle_potential(state, 2, softened, all_types);
  const double s6 = 1.0 / 64;
  EXPECT_DOUBLE_EQ(potential.value[0], 12 * (s6 * s6 - s6));
  EXPECT_EQ(potential.accepted_pairs, 2u);
}

TEST(OraclePotential, TargetsAreSelectedSourcesAreNot) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::boundary, 0, 1.5f, 0);
  const auto fluid = oracle_potential(state, 2, softened, mask_of(ParticleType::fluid));
  EXPECT_NE(fluid.value[0], 0);
  EXPECT_EQ(fluid.value[1], 0);
  EXPECT_EQ(fluid.accepted_pairs, 1u);
}

TEST(OraclePotential, TheCutoffIsExclusiveAndBorderline) {
  ParticleState state;
  test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  test::add_particle(state, ParticleType::fluid, 0, 0, 2);
  const OraclePotential at = oracle_potential(state, 2, softened, all_types);
  EXPECT_EQ(at.value[0], 0);
  EXPECT_EQ(at.accepted_pairs, 0u);
  const double s2 = 1.0 / 5.75;
  const double s6 = s2 * s2 * s2;
  EXPECT_NEAR(at.borderline[0], std::abs(12 * (s6 * s6 - s6)), 1e-12);
  state.position[1].z = 2.0001f;
  EXPECT_EQ(oracle_potential(state, 2, softened, all_types).borderline[0], 0);
}

TEST(OraclePotential, ThreadsDoNotChangeTheResult) {
  const ParticleState state = test::random_state(700, 6, 31);
  const auto on = [&](int threads) {
    const test::WithThreads with(threads);
    return oracle_potential(state, 700, softened, all_types);
  };
  const OraclePotential one = on(1);
  const OraclePotential three = on(3);
  EXPECT_EQ(one.value, three.value);
  EXPECT_EQ(one.accepted_pairs, three.accepted_pairs);
  EXPECT_GT(one.accepted_pairs, 700u);
}

}  // namespace
}  // namespace sphlab
