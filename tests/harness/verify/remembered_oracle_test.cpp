// The oracle that remembers: the same particles in the same order are computed once, others anew.
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/oracle.hpp"
#include "harness/verify/oracle_formulas.hpp"
#include "harness/verify/parallel_particles.hpp"
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

/// All of a state in one cell.
SortedState in_one_cell(const ParticleState& particles) {
  SortedState state{particles, {}, {}, {}, "linear"};
  state.grid.cells = {1, 1, 1};
  state.grid.count = 1;
  state.cell_begin = {0, static_cast<std::uint32_t>(particles.size()),
                      static_cast<std::uint32_t>(particles.size())};
  state.keys.assign(particles.size(), 0);
  return state;
}

TEST(Oracle, JudgesAStateAgainWhereAnyBitDiffers) {
  const Scenario water = adaptive_water();
  Oracle oracle(water);
  const SortedState first = in_one_cell(water.initial);
  const auto is_judged_again = [&](const SortedState& state) {
    const int before = oracle.computations();
    oracle.judge(state);
    return oracle.computations() > before;
  };
  EXPECT_TRUE(is_judged_again(first));
  EXPECT_FALSE(is_judged_again(first));
  const std::vector<std::pair<const char*, std::function<void(SortedState&)>>> changes{
      {"position", [](SortedState& s) { s.particles.position[3].z += 1e-3f; }},
      {"velocity", [](SortedState& s) { s.particles.velocity[3].w = -0.0f; }},
      {"identity", [](SortedState& s) { s.particles.identity[3] ^= 1; }},
      {"cells", [](SortedState& s) { --s.cell_begin[1]; }},
      {"keys", [](SortedState& s) { s.keys[3] = 1; }},
      {"grid", [](SortedState& s) { s.grid.inverse_side = 0.5f; }},
      {"order", [](SortedState& s) { s.order = "morton"; }}};
  for (const auto& [what, change] : changes) {
    SortedState other = first;
    change(other);
    EXPECT_TRUE(is_judged_again(other)) << what;
    EXPECT_TRUE(is_judged_again(first)) << what;
  }
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
