// No sample of steps without the rebuilds that they take.
#include "harness/measure/whole_periods.hpp"

#include <gtest/gtest.h>

#include "harness/measure/sampling.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/starting_at.hpp"

namespace sphlab::test {
namespace {

class WholePeriodsTest : public testing::Test {
 protected:
  WholePeriodsTest() {
    policy_.warmup_cycles = 1;
    policy_.cycles_per_block = 2;
    for (float4& velocity : water_.initial.velocity)
      velocity = {10 * velocity.x, 10 * velocity.y, 10 * velocity.z, velocity.w};
    state_.particles = water_.initial;
  }

  /// @param expansion of the list's radius.
  Simulation& stepping(double expansion) {
    Variant variant = variant_of("list-gather");
    variant.rebuild = RebuildPolicy{RebuildTrigger::displacement, std::nullopt, expansion};
    simulation_.emplace(*pack_.runtime, *pack_.pack, water_, variant);
    return *simulation_;
  }

  ContenderSamples two_blocks(Simulation& simulation) {
    SampleCounter counter;
    ContenderSamples samples;
    for (const std::uint64_t block : {0u, 1u})
      sample_steps(*pack_.runtime, simulation, starting_at(state_, simulation), policy_, block,
                   counter, samples);
    return samples;
  }

  RunnablePack pack_ = pack_of("simt-w32");
  Scenario water_ = moving_water();
  SavedState state_{"initial", water_.initial, 0, 0};
  MeasuringPolicy policy_;
  std::optional<Simulation> simulation_;
};

TEST_F(WholePeriodsTest, ASampleEndsJustBeforeARebuild) {
  Simulation& simulation = stepping(1.1);
  const ContenderSamples samples = two_blocks(simulation);
  ASSERT_GE(samples.cycles_of_periods, policy_.cycles_per_block);
  ASSERT_LT(samples.cycles_of_periods, most_blocks_of_a_period * policy_.cycles_per_block);
  ASSERT_EQ(samples.step.time_s.size(), 2u);
  EXPECT_EQ(samples.steps_done, 2 * samples.cycles_of_periods * simulation.steps_per_cycle());
  const std::uint64_t of_a_block = simulation.rebuilds();
  EXPECT_GE(of_a_block, 1u);
  EXPECT_EQ(samples.rebuilds, 2 * of_a_block);
  simulation.run_cycles(1);
  EXPECT_GT(simulation.rebuilds(), of_a_block);
}

TEST_F(WholePeriodsTest, AListThatIsNeverRebuiltIsChargedOneRebuild) {
  const ContenderSamples samples = two_blocks(stepping(2));
  EXPECT_EQ(samples.cycles_of_periods, most_blocks_of_a_period * policy_.cycles_per_block);
  EXPECT_EQ(samples.rebuilds, 2u);
}

}  // namespace
}  // namespace sphlab::test
