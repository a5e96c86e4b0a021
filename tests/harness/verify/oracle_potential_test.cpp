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

/// Expects of each judged particle what it has where all are judged.
void expect_those_of_all(const OraclePotential& some, const OraclePotential& all,
                         const JudgedParticles& judged) {
  for (std::size_t k = 0; k < judged.count(); ++k) {
    ASSERT_EQ(some.value[judged[k]], all.value[judged[k]]) << judged[k];
    ASSERT_EQ(some.rounding[judged[k]], all.rounding[judged[k]]) << judged[k];
  }
  EXPECT_NEAR(static_cast<double>(some.accepted_pairs) / static_cast<double>(all.accepted_pairs), 1,
              0.1);
}

TEST(OraclePotential, OfASampleAreThoseOfAll) {
  constexpr std::size_t live = 700;
  const ParticleState state = test::random_state(live, 6, 31);
  const JudgedParticles judged = JudgedParticles::at_most(live, 0, 4 * JudgedParticles::run);
  ASSERT_TRUE(judged.is_sample());
  expect_those_of_all(oracle_potential(state, judged, softened, all_types),
                      oracle_potential(state, live, softened, all_types), judged);

  Grid grid{};
  grid.cells = {3, 1, 1};
  grid.count = 3;
  const std::vector<std::uint32_t> cell_begin = {0, 300, 300, 700, 700};
  const auto uncut = [&](const JudgedParticles& those) {
    return oracle_potential_uncut(state, those, cell_begin, grid, softened, all_types,
                                  PotentialTerm::lennard_jones);
  };
  const OraclePotential all = uncut(live);
  EXPECT_EQ(all.accepted_pairs, 300u * 299 + 400u * 399) << "the cell between them is empty";
  expect_those_of_all(uncut(judged), all, judged);
}

}  // namespace
}  // namespace sphlab
