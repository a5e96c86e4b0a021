// That steps which end within the passes are those of kernels of their own, to the bit, and what is
// refused. That pairs are computed right, traversals_test tells of every traversal.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/error.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

/// Traversal, with the blocks of whose threads the maxima are taken.
Variant in_blocks(const std::string& traversal, std::uint32_t block = 128) {
  return variant_of(traversal, {{"block", block}});
}

/// Expects the same of all that two runs have come to, to the bit.
void expect_same_run(const Simulation& a, const Simulation& b) {
  expect_same_state(a.download(), b.download());
  EXPECT_TRUE(same_bits(a.download_rates(), b.download_rates())) << "rates differ";
  const RunState of_a = a.run_state(), of_b = b.run_state();
  EXPECT_EQ(of_a.time, of_b.time);
  EXPECT_EQ(of_a.dt, of_b.dt);
  EXPECT_EQ(of_a.steps, of_b.steps);
}

class ListGatherFused : public testing::Test {
 protected:
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario scenario = shipped("dam-break-lj", {{"particles_per_height", 6}});

  Simulation simulation_of(const Scenario& of, const Variant& variant) const {
    return {*pack.runtime, *pack.pack, of, variant};
  }

  std::string refusal_of(const Scenario& of, const Variant& variant) const {
    try {
      simulation_of(of, variant);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
};

/// A traversal that ends steps, and the one that leaves that to kernels of their own.
struct FusedAndApart {
  const char *fused, *apart;
};

class EveryGatherFused : public ListGatherFused,
                         public testing::WithParamInterface<FusedAndApart> {};

INSTANTIATE_TEST_SUITE_P(
    All, EveryGatherFused,
    testing::Values(FusedAndApart{"list-gather-fused", "list-gather-record-24"},
                    FusedAndApart{"list-gather-shared-fused", "list-gather-shared"}));

/// Two rebuilds apart from the first, and evaluations between steps that must change nothing.
TEST_P(EveryGatherFused, StepsToTheBitAsKernelsOfTheirOwn) {
  Simulation apart = simulation_of(scenario, in_blocks(GetParam().apart));
  Simulation fused = simulation_of(scenario, in_blocks(GetParam().fused));
  for (int step = 1; step <= 23; ++step) {
    apart.step();
    fused.step();
    if (step % 7 == 0) fused.forces();
    if (step % 7 == 0) apart.forces();
    expect_same_run(fused, apart);
    ASSERT_FALSE(HasFailure()) << "after step " << step;
  }
  fused.check_overflow();
}

/// The pass demands the rebuild that the check before the next step would.
TEST_P(EveryGatherFused, RebuildsWhereTheCheckOfADisplacementWould) {
  Variant variants[] = {in_blocks(GetParam().apart), in_blocks(GetParam().fused)};
  for (Variant& variant : variants) variant.rebuild = {RebuildTrigger::displacement, {}, 1.002};
  Simulation apart = simulation_of(scenario, variants[0]);
  Simulation fused = simulation_of(scenario, variants[1]);
  for (int step = 1; step <= 40; ++step) {
    apart.step();
    fused.step();
    ASSERT_EQ(fused.rebuilds(), apart.rebuilds()) << "after step " << step;
    expect_same_run(fused, apart);
    ASSERT_FALSE(HasFailure()) << "after step " << step;
  }
  EXPECT_GT(fused.rebuilds(), 2u);
  EXPECT_LT(fused.rebuilds(), 40u);
  fused.run_cycles(1);
  for (const StageSample& sample : fused.instrumented_cycle())
    EXPECT_NE(sample.stage, "displacement");
}

/// A state that was saved goes on as if it had not been.
TEST_F(ListGatherFused, GoesOnFromASavedState) {
  Simulation whole = simulation_of(scenario, in_blocks("list-gather-fused"));
  whole.run_cycles(1);
  const ParticleState saved = whole.download();
  const RunState run = whole.run_state();
  whole.run_cycles(1);
  Simulation again = simulation_of(scenario, in_blocks("list-gather-fused"));
  again.restore(saved, run.time, run.steps);
  again.run_cycles(1);
  expect_same_run(again, whole);
}

/// The fastest signal may be in any warp of a block, and in the last block, which is not full.
TEST_P(EveryGatherFused, FindsTheLargestSignalInEveryWarp) {
  Simulation fused = simulation_of(scenario, in_blocks(GetParam().fused, 256));
  Simulation apart = simulation_of(scenario, in_blocks(GetParam().apart, 256));
  const std::size_t particles = scenario.particles();
  const auto dt_of = [&](Simulation& simulation, std::size_t densest) {
    ParticleState state = scenario.initial;
    for (float4& velocity : state.velocity) velocity.w = 0;
    state.velocity[densest].w = 0.05f;
    simulation.restore(state, 0, 0);
    simulation.step();
    return simulation.run_state().dt;
  };
  const std::size_t stride = particles / 64 + 1;
  for (std::size_t densest = 0; densest < particles; densest += stride)
    EXPECT_EQ(dt_of(fused, densest), dt_of(apart, densest)) << "particle " << densest;
  EXPECT_EQ(dt_of(fused, particles - 1), dt_of(apart, particles - 1));
}

TEST_F(ListGatherFused, HasNoStageOfWhatItDoesWithinThePass) {
  const Simulation fused = simulation_of(scenario, in_blocks("list-gather-fused"));
  std::map<std::string, int> counts;
  for (const auto& [stage, calls] : fused.schedule().counts()) counts[stage] = calls;
  EXPECT_FALSE(counts.contains("time-step"));
  EXPECT_EQ(counts.at("euler"), counts.at("forces") / 2) << "predict alone";
  std::map<std::string, std::string> strategies;
  for (const auto& [stage, strategy] : fused.strategies()) strategies[stage] = strategy;
  EXPECT_EQ(strategies.at("time-step"), "list-gather-fused");
  EXPECT_EQ(strategies.at("correct"), "list-gather-fused");
  EXPECT_EQ(strategies.at("predict"), "predictor-corrector");
}

TEST_F(ListGatherFused, RefusesAnotherScheme) {
  const Scenario verlet = shipped("dam-break-lj-verlet", {{"particles_per_height", 6}});
  EXPECT_TRUE(
      mentions(refusal_of(verlet, in_blocks("list-gather-fused")),
               {"list-gather-fused", "predictor-corrector", "verlet", "list-gather-record-24"}));
}

TEST_F(ListGatherFused, RefusesAStrategyForAStageThatItDoes) {
  Variant variant = in_blocks("list-gather-fused");
  variant.stages["time-step"] = {"block-reduce", {}};
  EXPECT_TRUE(mentions(refusal_of(scenario, variant),
                       {"list-gather-fused", "time-step", "block-reduce", "leave that out"}));
}

}  // namespace
}  // namespace sphlab::test
