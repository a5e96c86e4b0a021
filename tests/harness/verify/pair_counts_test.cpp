#include "harness/verify/pair_counts.hpp"

#include <gtest/gtest.h>

#include "tests/harness/verify/states.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab::test {
namespace {

/// Three in a row: neighbours, at exactly the radius, and one and a half radii apart.
ParticleState row() {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.0f, 0, 0);
  add_particle(state, ParticleType::fluid, 0.125f, 0, 0);
  add_particle(state, ParticleType::boundary, 0.375f, 0, 0);
  return state;
}

Check judged(std::vector<float> counts) {
  const ParticleState state = row();
  std::vector<float4> rates;
  for (const float count : counts) rates.push_back({count, count, count, count});
  return pairs_counted(state, state.size(), rates, pairs_of_particles(state, state.size(), radius));
}

TEST(PairCounts, ArePairsWithinTheRadius) {
  const ParticleState state = jittered_state(5, 0.1f, 3);
  const PairsOfParticles pairs = pairs_of_particles(state, state.size(), radius);
  const BruteForceSearch all(state, state.size(), radius);
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::uint32_t count = 0;
    all.visit(i, [&](auto...) { ++count; });
    EXPECT_GE(count, pairs.certain[i]);
    EXPECT_LE(count, pairs.possible[i]);
    EXPECT_EQ(pairs.certain[i], pairs.possible[i]) << "none lies on the radius";
  }
}

TEST(PairCounts, APairOnTheRadiusMayCountOrNot) {
  EXPECT_TRUE(judged({1, 1, 0}).passed);
  EXPECT_TRUE(judged({1, 2, 1}).passed);
}

TEST(PairCounts, ArePairsAcrossTheFacesOfAPeriodicBox) {
  ParticleState state = row();
  state.period = {0.5f, 0, 0};
  const std::vector<float4> without_images = {{1, 1, 1, 1}, {2, 2, 2, 2}, {1, 1, 1, 1}};
  const Check check = pairs_counted(state, 3, without_images, pairs_of_particles(state, 3, radius));
  EXPECT_EQ(check.value, 1) << "the first has the last beside it, an eighth apart";
}

TEST(PairCounts, OnePairMoreOrLessIsAnError) {
  for (const auto& counts : std::vector<std::vector<float>>{{0, 1, 0}, {2, 1, 0}, {1, 3, 0}}) {
    const Check check = judged(counts);
    EXPECT_FALSE(check.passed);
    EXPECT_EQ(check.value, 1);
    EXPECT_TRUE(mentions(check.detail, {"particle", "within the radius"})) << check.detail;
  }
}

}  // namespace
}  // namespace sphlab::test
