// The oracle that remembers: the same particles in the same order are computed once, others anew.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/verify/oracle.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "tests/harness/verify/states.hpp"

namespace sphlab::test {
namespace {

TEST(Oracle, ComputesRatesAgainWhereAParticleDiffers) {
  const Scenario water = adaptive_water();
  ParticleState state = water.initial;
  const std::size_t live = state.size();
  Oracle oracle(water);
  oracle.judge(in_one_cell(state));
  const std::uint64_t pairs = oracle.rates().accepted_pairs;
  EXPECT_GT(pairs, 0u);
  EXPECT_EQ(oracle.computations(), 2) << "the verdict and the rates";
  oracle.judge(in_one_cell(state));
  EXPECT_EQ(oracle.rates().accepted_pairs, pairs);
  EXPECT_EQ(oracle.computations(), 2);

  state.velocity[0].x += 1.0f;
  oracle.judge(in_one_cell(state));
  const OracleRates moving = oracle.rates();
  EXPECT_EQ(oracle.computations(), 4);
  const OracleRates anew = oracle_rates_of(water.physics, state, live, water.wcsph, all_threads());
  EXPECT_EQ(moving.accepted_pairs, anew.accepted_pairs);

  oracle.judge(in_one_cell(state, live - 1));
  EXPECT_LT(oracle.rates().accepted_pairs, pairs) << "one particle less";
  EXPECT_EQ(oracle.computations(), 6);
}

TEST(Oracle, ForgetsEveryPassOfAStateThatItLeaves) {
  Scenario water = moving_water();
  water.physics = "wcsph-lj-summed";
  ParticleState state = water.initial;
  for (float4& x : state.position) x = {0.8f * x.x, 0.8f * x.y, 0.8f * x.z, x.w};
  Oracle oracle(water);
  oracle.judge(in_one_cell(state));
  const std::vector<double> densities = oracle.densities().excess;
  const auto accelerations = oracle.rates().acceleration;
  EXPECT_EQ(oracle.computations(), 3);
  const auto end_to_end = oracle.end_to_end({}, 0).rates.acceleration;
  EXPECT_NE(end_to_end, accelerations) << "the state's densities are not the sums";
  EXPECT_EQ(oracle.computations(), 4);
  EXPECT_EQ(oracle.densities().excess, densities);
  EXPECT_EQ(oracle.end_to_end({}, 0).rates.acceleration, end_to_end);
  EXPECT_EQ(oracle.computations(), 4);
  std::swap(state.position[60], state.position[200]);
  oracle.judge(in_one_cell(state));
  EXPECT_NE(oracle.densities().excess, densities);
  EXPECT_NE(oracle.rates().acceleration, accelerations);
  EXPECT_NE(oracle.end_to_end({}, 0).rates.acceleration, end_to_end);
  EXPECT_EQ(oracle.computations(), 8);
}

TEST(Oracle, KeepsNothingOfWhatARequestToStopHasCutShort) {
  const Scenario water = adaptive_water();
  const SortedState state = in_one_cell(water.initial);
  Oracle whole(water);
  whole.judge(state);
  const std::uint64_t pairs = whole.rates().accepted_pairs;
  Oracle oracle(water);
  request_stop(true);
  EXPECT_THROW(oracle.judge(state), Interrupted);
  request_stop(false);
  EXPECT_TRUE(oracle.judge(state).sound);
  request_stop(true);
  EXPECT_THROW(oracle.rates(), Interrupted);
  request_stop(false);
  EXPECT_EQ(oracle.rates().accepted_pairs, pairs);
}

TEST(Oracle, SearchesAgainWhereAParticleDiffers) {
  const Scenario water = adaptive_water();
  ParticleState state = water.initial;
  const double reach = water.influence_radius;
  const auto neighbours = [&](Oracle& oracle, std::size_t i) {
    std::vector<std::uint32_t> found;
    oracle.judge(in_one_cell(state));
    oracle.search(reach).visit(
        i, [&](std::uint32_t j, double, double, double, double) { found.push_back(j); });
    return found;
  };
  Oracle oracle(water);
  const std::vector<std::uint32_t> before = neighbours(oracle, 0);
  EXPECT_FALSE(before.empty());
  const CellSearch* search = &oracle.search(reach);
  oracle.judge(in_one_cell(state));
  EXPECT_EQ(&oracle.search(reach), search);
  state.position[0] = state.position.back();
  Oracle fresh(water);
  EXPECT_EQ(neighbours(oracle, 0), neighbours(fresh, 0));
  EXPECT_NE(neighbours(oracle, 0), before);
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
      {"cuboids", [](SortedState& s) { s.tile_begin = {0}; }},
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
  oracle.judge(in_one_cell(state));
  const std::vector<double> values = oracle.potential().value;
  oracle.judge(in_one_cell(state));
  oracle.search(1);
  EXPECT_EQ(oracle.potential().value, values);
  EXPECT_EQ(oracle.computations(), 2) << "the verdict and the potentials";
  std::swap(state.position[0], state.position[1]);
  oracle.judge(in_one_cell(state));
  EXPECT_NE(oracle.potential().value, values);
  EXPECT_EQ(oracle.computations(), 4);
}

TEST(Oracle, KnowsNothingBeforeAStateIsJudged) {
  const Scenario water = adaptive_water();
  EXPECT_THROW(Oracle(water).rates(), std::bad_optional_access);
}

}  // namespace
}  // namespace sphlab::test
