// The order in memory that samples begin in.
#include "harness/campaigns/own_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "harness/campaigns/campaign.hpp"
#include "harness/stepping/memory_order.hpp"
#include "tests/support/campaign_records.hpp"
#include "tests/support/host_suite.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"
#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

ParticleState shuffled(const ParticleState& state) {
  std::vector<std::uint32_t> identities = state.identity;
  std::shuffle(identities.begin(), identities.end(), std::mt19937(3));
  return in_order_of(state, identities);
}

TEST(InOrderOf, MovesAllThatAParticleHas) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0, 1, 2);
  add_particle(state, ParticleType::boundary, 3, 4, 5);
  add_particle(state, ParticleType::fluid, 6, 7, 8);
  state.fields = {{"one", {1, 2, 3}}, {"two", {10, 11, 20, 21, 30, 31}}};
  state.time = 4;
  const std::vector<std::uint32_t> order{state.identity[2], state.identity[0], state.identity[1]};
  const ParticleState ordered = in_order_of(state, order);
  EXPECT_EQ(ordered.identity, order);
  EXPECT_EQ(ordered.position[0].x, 6);
  EXPECT_EQ(ordered.position[2].z, 5);
  EXPECT_EQ(ordered.velocity.size(), 3u);
  EXPECT_EQ(ordered.fields.at("one"), (std::vector<float>{3, 1, 2}));
  EXPECT_EQ(ordered.fields.at("two"), (std::vector<float>{30, 31, 10, 11, 20, 21}));
  EXPECT_EQ(ordered.time, 4);
}

TEST(InOrderOf, RefusesOtherParticles) {
  ParticleState state;
  for (const float x : {0.0f, 1.0f}) add_particle(state, ParticleType::fluid, x, 0, 0);
  const std::uint32_t first = state.identity[0];
  EXPECT_THROW(in_order_of(state, {first}), std::invalid_argument);
  EXPECT_THROW(in_order_of(state, {first, first}), std::invalid_argument);
  EXPECT_THROW(in_order_of(state, {first, make_identity(ParticleType::fluid, 7)}),
               std::invalid_argument);
  EXPECT_THROW(in_order_of(state, {first, make_identity(ParticleType::boundary, 1)}),
               std::invalid_argument);
}

constexpr std::uint64_t most_cycles = 14;

class OwnOrderTest : public testing::Test {
 protected:
  OwnOrder own_order_of(const ParticleState& particles) {
    return own_order(*pack_.runtime, simulation_, {"initial", particles, 0, 0}, most_cycles);
  }
  /// What a block that begins so has after its first rebuild.
  double distance_from(const SavedState& state) {
    begin_at(state, simulation_);
    simulation_.rebuild();
    return distance_in_memory(simulation_.download_positions());
  }

  RunnablePack pack_ = pack_of("simt-w32");
  Scenario water_ = adaptive_water();
  Simulation simulation_{*pack_.runtime, *pack_.pack, water_, variant_of("list-gather")};
};

TEST_F(OwnOrderTest, IsTheOneThatTheVariantsStepsLeaveOfTheSameParticles) {
  const ParticleState start = shuffled(water_.initial);
  const OwnOrder own = own_order_of(start);
  ASSERT_GT(own.steps, 0u);
  begin_at(own.state, simulation_);
  const ParticleState restored = simulation_.download();
  expect_same_state(in_order_of(restored, start.identity), start);
  EXPECT_LT(distance_in_memory(restored.position), 0.7 * distance_in_memory(start.position));

  simulation_.restore(start, 0, 0);
  simulation_.run_cycles(own.steps / simulation_.steps_per_cycle());
  EXPECT_EQ(simulation_.download_identities(), restored.identity);
  SavedState again = order_after(*pack_.runtime, simulation_, {"", start, 0, 0}, own.steps);
  EXPECT_EQ(again.particles.identity, restored.identity);
}

// A sort that keeps, within a cell, the order that it finds remembers who came before.
TEST_F(OwnOrderTest, IsNearerToThatOfAnotherStartThanTheStartsAre) {
  const double apart = distance_from({"", shuffled(water_.initial), 0, 0}) -
                       distance_from({"", water_.initial, 0, 0});
  const double left = distance_from(own_order_of(shuffled(water_.initial)).state) -
                      distance_from(own_order_of(water_.initial).state);
  EXPECT_GT(apart, 0.01);
  EXPECT_LT(std::abs(left), 0.97 * apart);
}

TEST_F(OwnOrderTest, IsSteadyWhereNothingMoves) {
  Scenario rest = water_;
  for (float4& velocity : rest.initial.velocity) velocity = {};
  Simulation still(*pack_.runtime, *pack_.pack, rest, variant_of("list-gather"));
  const OwnOrder own =
      own_order(*pack_.runtime, still, {"initial", rest.initial, 0, 0}, most_cycles);
  EXPECT_TRUE(own.steady);
  EXPECT_GE(own.steps, least_cycles_to_an_order * still.steps_per_cycle());
  EXPECT_LE(own.steps, most_cycles * still.steps_per_cycle());
}

TEST_F(OwnOrderTest, EndsWithTheOrderBeforeWhereParticlesAreLost) {
  Scenario flight = water_;
  for (float4& velocity : flight.initial.velocity) velocity.x = 100;
  Simulation leaving(*pack_.runtime, *pack_.pack, flight, variant_of("list-gather"));
  const OwnOrder own =
      own_order(*pack_.runtime, leaving, {"initial", flight.initial, 0, 0}, most_cycles);
  EXPECT_FALSE(own.steady);
  begin_at(own.state, leaving);
  expect_same_state(in_order_of(leaving.download(), flight.initial.identity), flight.initial);
}

TEST_F(OwnOrderTest, IsSharedByThoseThatSortAlike) {
  const SavedState state{"initial", water_.initial, 0, 0};
  Simulation alike(*pack_.runtime, *pack_.pack, water_, variant_of("par-part-noloop"));
  Variant other = variant_of("par-part-noloop");
  other.stages["hash"] = {"morton", {}};
  Simulation unlike(*pack_.runtime, *pack_.pack, water_, other);
  OwnOrders orders;
  EXPECT_EQ(orders.find(alike), nullptr);
  const auto first = orders.of(*pack_.runtime, simulation_, state, 8);
  EXPECT_EQ(orders.of(*pack_.runtime, alike, state, 8), first);
  EXPECT_EQ(orders.find(alike), first);
  EXPECT_EQ(orders.find(unlike), nullptr);
}

std::vector<float4> initial_positions;
int sorts_since_initial_order = 0;

/// Sees the particles as they lie when they are sorted.
int watched_hash(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const auto& hash = *static_cast<const HashArguments*>(arguments);
  const bool is_initial = std::equal(initial_positions.begin(), initial_positions.end(),
                                     hash.position, [](const float4& a, const float4& b) {
                                       return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
                                     });
  sorts_since_initial_order = is_initial ? 0 : sorts_since_initial_order + 1;
  return original_launch(arguments, tuning, stream);
}

TEST(OwnOrderInACampaign, IsWhatAllSamplesBeginIn) {
  LoadedPack watched = *pack_of("simt-w32").pack;
  watched.pack = edited_pack([](KernelPack&, std::vector<Strategy>& strategies) {
    for (Strategy& strategy : strategies) {
      if (strategy.stage != Stage::hash || std::string_view(strategy.name) != usual_order) continue;
      original_launch = strategy.launch;
      strategy.launch = watched_hash;
    }
  });
  Suite suite = host_suite("orders");
  suite.policy.rebuild_interval = 2;
  suite.scenarios = {{"still-water", {{"particles_per_depth", 4}}, {SuiteState{}}, suite.policy}};
  SuiteVariant variant;
  variant.variant.stages["forces"] = {"par-part-noloop", {}};
  suite.variants = {variant};
  initial_positions = shipped("still-water", {{"particles_per_depth", 4}}).initial.position;
  const std::vector<Record> records = records_of(suite, {watched});
  ASSERT_FALSE(records.empty());
  for (const Record& record : records) {
    ASSERT_TRUE(record.own_order.has_value());
    EXPECT_EQ(record.own_order->steps, 2 * least_cycles_to_an_order);
  }
  // at least eight cycles to the own order, and two blocks of seven; begun in the initial order, a
  // block would be seen to
  EXPECT_GE(sorts_since_initial_order, 8 + 2 * 7);
}

}  // namespace
}  // namespace sphlab::test
