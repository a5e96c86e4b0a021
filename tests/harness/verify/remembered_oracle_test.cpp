// The oracle that remembers: the same particles in the same order are computed once, others anew.
#include <gtest/gtest.h>

#include <algorithm>
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

/// The particles from the last to the first.
SortedState turned_round(const ParticleState& state) {
  ParticleState turned = state;
  std::reverse(turned.position.begin(), turned.position.end());
  std::reverse(turned.velocity.begin(), turned.velocity.end());
  std::reverse(turned.identity.begin(), turned.identity.end());
  return in_one_cell(turned);
}

/// Fails unless both are the same but for the rounding of sums in another order.
void expect_alike(const OracleRates& a, const OracleRates& b) {
  ASSERT_EQ(a.acceleration.size(), b.acceleration.size());
  for (std::size_t i = 0; i < a.acceleration.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      ASSERT_NEAR(a.acceleration[i][axis], b.acceleration[i][axis], 1e-9) << i;
    ASSERT_NEAR(a.density_rate[i], b.density_rate[i], 1e-9) << i;
  }
  EXPECT_EQ(a.accepted_pairs, b.accepted_pairs);
}

TEST(Oracle, KnowsTheSameParticlesInAnotherOrder) {
  const Scenario water = adaptive_water();
  const ParticleState& state = water.initial;
  Oracle oracle(water), fresh(water);
  oracle.judge(in_one_cell(state));
  const std::vector<DoubleVector> first = oracle.rates().acceleration;
  oracle.judge(turned_round(state));
  fresh.judge(turned_round(state));
  expect_alike(oracle.rates(), fresh.rates());
  EXPECT_NE(oracle.rates().acceleration, first) << "another order";
  EXPECT_EQ(oracle.computations(), 3) << "two verdicts, and the rates";
  oracle.judge(in_one_cell(state));
  EXPECT_EQ(oracle.rates().acceleration, first);
  EXPECT_EQ(oracle.computations(), 4);

  ParticleState faster = state;
  faster.velocity[7].y += 1e-3f;
  oracle.judge(turned_round(faster));
  Oracle of_faster(water);
  of_faster.judge(turned_round(faster));
  expect_alike(oracle.rates(), of_faster.rates());
  EXPECT_EQ(oracle.computations(), 6) << "one particle has another velocity";
}

TEST(Oracle, ComputesRatesAtEachVariantsOwnDensities) {
  Scenario water = moving_water();
  water.physics = "wcsph-lj-summed";
  ParticleState state = water.initial;
  Oracle oracle(water);
  oracle.judge(in_one_cell(state));
  oracle.densities();
  oracle.rates();
  for (float4& v : state.velocity) v.w += 1e-4f;
  oracle.judge(turned_round(state));
  Oracle fresh(water);
  fresh.judge(turned_round(state));
  EXPECT_EQ(oracle.densities().excess, fresh.densities().excess);
  expect_alike(oracle.rates(), fresh.rates());
  EXPECT_EQ(oracle.computations(), 5) << "two verdicts, two rates, and the densities";
}

TEST(Oracle, JudgesTheSameSampleInEveryOrder) {
  Scenario water = adaptive_water();
  water.initial = jittered_state(24, 0.5f * water.influence_radius, 1);
  Oracle oracle(water, 1);
  oracle.judge(in_one_cell(water.initial));
  const JudgedParticles first = oracle.judged_particles();
  ASSERT_TRUE(first.is_sample());
  oracle.judge(turned_round(water.initial));
  const JudgedParticles second = oracle.judged_particles();
  ASSERT_EQ(second.count(), first.count());
  EXPECT_EQ(second.all(), first.all());
  for (std::size_t k = 0; k < first.count(); ++k)
    ASSERT_EQ(second[k], water.initial.size() - 1 - first[first.count() - 1 - k]) << k;
}

TEST(Oracle, TakesNoPotentialsOfOtherCellsForThoseOfAllPairsInTouchingCells) {
  const Scenario scenario = potential_scenario(random_particles(3, 10, 1), 3);
  const ParticleState& state = scenario.initial;
  for (const auto& [physics, computations] :
       {std::pair("lj-potential", 3), std::pair("lj-potential-uncut", 4)}) {
    Scenario of_physics = scenario;
    of_physics.physics = physics;
    Oracle oracle(of_physics);
    oracle.judge(in_one_cell(state));
    oracle.potential();
    SortedState other = turned_round(state);
    other.grid.inverse_side = 0.5f;
    oracle.judge(other);
    oracle.potential();
    EXPECT_EQ(oracle.computations(), computations) << physics;
  }
}

TEST(Oracle, KnowsNothingBeforeAStateIsJudged) {
  const Scenario water = adaptive_water();
  EXPECT_THROW(Oracle(water).rates(), std::bad_optional_access);
}

}  // namespace
}  // namespace sphlab::test
