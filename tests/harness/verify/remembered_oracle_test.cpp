// The oracle that remembers: the same particles in the same order are computed once, others anew.
#include <gtest/gtest.h>

#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/oracle.hpp"
#include "harness/verify/oracle_formulas.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

TEST(Oracle, ComputesRatesAgainWhereAParticleDiffers) {
  const Scenario water = adaptive_water();
  ParticleState state = water.initial;
  const std::size_t live = state.size();
  Oracle oracle(water);
  const std::uint64_t pairs = oracle.rates(state, live).accepted_pairs;
  EXPECT_GT(pairs, 0u);
  EXPECT_EQ(oracle.rates(state, live).accepted_pairs, pairs);
  EXPECT_EQ(oracle.computations(), 1);

  state.velocity[0].x += 1.0f;
  const OracleRates moving = oracle.rates(state, live);
  EXPECT_EQ(oracle.computations(), 2);
  const OracleRates anew = oracle_rates_of(water.physics, state, live, water.wcsph, all_threads());
  EXPECT_EQ(moving.accepted_pairs, anew.accepted_pairs);

  EXPECT_LT(oracle.rates(state, live - 1).accepted_pairs, pairs) << "one particle less";
  EXPECT_EQ(oracle.computations(), 3);
}

TEST(Oracle, ForgetsEveryPassOfAStateThatItLeaves) {
  Scenario water = moving_water();
  water.physics = "wcsph-lj-summed";
  ParticleState state = water.initial;
  for (float4& x : state.position) x = {0.8f * x.x, 0.8f * x.y, 0.8f * x.z, x.w};
  Oracle oracle(water);
  const std::vector<double> densities = oracle.densities(state, state.size()).excess;
  const auto accelerations = oracle.rates(state, state.size()).acceleration;
  EXPECT_EQ(oracle.computations(), 2);
  EXPECT_EQ(oracle.densities(state, state.size()).excess, densities);
  EXPECT_EQ(oracle.computations(), 2);
  std::swap(state.position[60], state.position[200]);
  EXPECT_NE(oracle.densities(state, state.size()).excess, densities);
  EXPECT_NE(oracle.rates(state, state.size()).acceleration, accelerations);
  EXPECT_EQ(oracle.computations(), 4);
}

TEST(Oracle, KeepsNothingOfWhatARequestToStopHasCutShort) {
  const Scenario water = adaptive_water();
  const ParticleState& state = water.initial;
  const std::uint64_t pairs = Oracle(water).rates(state, state.size()).accepted_pairs;
  Oracle oracle(water);
  request_stop(true);
  EXPECT_THROW(oracle.rates(state, state.size()), Interrupted);
  request_stop(false);
  EXPECT_EQ(oracle.rates(state, state.size()).accepted_pairs, pairs);
}

TEST(Oracle, SearchesAgainWhereAParticleDiffers) {
  const Scenario water = adaptive_water();
  ParticleState state = water.initial;
  const std::size_t live = state.size();
  const double reach = water.influence_radius;
  const auto neighbours = [&](Oracle& oracle, std::size_t i) {
    std::vector<std::uint32_t> found;
    oracle.search(state, live, reach)
        .visit(i, [&](std::uint32_t j, double, double, double, double) { found.push_back(j); });
    return found;
  };
  Oracle oracle(water);
  const std::vector<std::uint32_t> before = neighbours(oracle, 0);
  EXPECT_FALSE(before.empty());
  EXPECT_EQ(&oracle.search(state, live, reach), &oracle.search(state, live, reach));
  state.position[0] = state.position[live - 1];
  Oracle fresh(water);
  EXPECT_EQ(neighbours(oracle, 0), neighbours(fresh, 0));
  EXPECT_NE(neighbours(oracle, 0), before);
}

TEST(Oracle, ComputesPotentialsAgainWhereAParticleDiffers) {
  const Scenario scenario = potential_scenario(random_particles(3, 10, 1), 3);
  ParticleState state = scenario.initial;
  Oracle oracle(scenario);
  const Grid grid{};
  const std::vector<double> values = oracle.potential(state, state.size(), {}, grid).value;
  EXPECT_EQ(oracle.potential(state, state.size(), {}, grid).value, values);
  EXPECT_EQ(oracle.computations(), 1);
  std::swap(state.position[0], state.position[1]);
  EXPECT_NE(oracle.potential(state, state.size(), {}, grid).value, values);
  EXPECT_EQ(oracle.computations(), 2);
}

}  // namespace
}  // namespace sphlab::test
