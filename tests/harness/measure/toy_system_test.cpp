// Measuring knows nothing of SPH: a system of two stages is sampled, tuned and learnt of as a
// simulation is.
#include "tests/harness/measure/toy_system.hpp"

#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "harness/measure/advance.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/profiled.hpp"
#include "harness/measure/sampling.hpp"
#include "harness/measure/settled_order.hpp"
#include "harness/measure/sweep.hpp"
#include "harness/measure/whole_periods.hpp"
#include "tests/support/host_with_ranges.hpp"
#include "tests/support/made_up_energy.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab::test {
namespace {

class ToySystemTest : public testing::Test {
 protected:
  ToySystemTest() {
    policy_.warmup_cycles = 2;
    policy_.cycles_per_block = 8;
    policy_.run_steps = 7;
    policy_.cache = {CacheMode::warm};
    policy_.asynchronous_calls = 4;
    policy_.asynchronous_seconds = 60;
  }

  Runtime runtime_{host_runtime(), 0};
  ToySystem toy_{runtime_};
  Start start_ = [this] { toy_.restore(); };
  MeasuringPolicy policy_;
  SampleCounter counter_;
  ContenderSamples samples_;
};

using Counts = std::vector<std::pair<std::string, int>>;

TEST_F(ToySystemTest, NamesAndCountsItsStages) {
  EXPECT_EQ(toy_.stage_counts(), (Counts{{"stir", 1}, {"decay", 3}}));
  EXPECT_EQ(toy_.strategies(), (std::vector<std::pair<std::string, std::string>>{
                                   {"stir", "plain"}, {"decay", "plain"}}));
  EXPECT_TRUE(toy_.kernels("decay").empty());
}

TEST_F(ToySystemTest, ABlockSamplesItsCyclesAndItsStages) {
  sample_block(runtime_, toy_, start_, policy_, 5, counter_, samples_);
  EXPECT_EQ(toy_.restored, 2u) << "before and behind what an event costs";
  EXPECT_EQ(toy_.cycles_run, 2u + 8u);
  ASSERT_EQ(samples_.step.time_s.size(), 8u);
  for (const double seconds : samples_.step.time_s) EXPECT_GT(seconds, 0);
  EXPECT_EQ(samples_.step.block, std::vector<std::uint64_t>(8, 5));
  EXPECT_EQ(samples_.steps_done, 8u * ToySystem::steps);
  EXPECT_EQ(samples_.rebuilds, 8u);
  EXPECT_EQ(samples_.mark_cost, 1e-9);
  ASSERT_EQ(samples_.stages.size(), 2u);
  EXPECT_EQ(samples_.stages.at("stir").time_s.size(), 2u) << "a quarter as many cycles";
  EXPECT_EQ(samples_.stages.at("decay").time_s.size(), 2u * ToySystem::steps);
}

TEST_F(ToySystemTest, ARunIsWholeCycles) {
  sample_run(runtime_, toy_, start_, policy_, 0, counter_, samples_);
  EXPECT_EQ(samples_.runs.steps, 9u) << "seven steps are three cycles";
  EXPECT_EQ(samples_.runs.samples.time_s.size(), 1u);
  EXPECT_EQ(toy_.rebuilds, 3u) << "from the start on";
}

TEST_F(ToySystemTest, ItsStagesAreMeasuredAlone) {
  start_();
  toy_.rebuild();
  sample_isolated_round(runtime_, toy_, policy_, 0, counter_, samples_);
  sample_asynchronous_round(runtime_, toy_, policy_, 0, counter_, samples_);
  for (const char* stage : {"stir", "decay"}) {
    EXPECT_EQ(samples_.warm.at(stage).time_s.size(), 1u) << stage;
    EXPECT_EQ(samples_.asynchronous.at(stage).calls, 4u) << stage;
  }
  EXPECT_TRUE(samples_.flushed.empty());
  policy_.stages_alone = {"decay"};
  ContenderSamples one;
  sample_isolated_round(runtime_, toy_, policy_, 0, counter_, one);
  EXPECT_EQ(one.warm.size(), 1u);
}

TEST_F(ToySystemTest, ItsEnergyIsCounted) {
  Runtime counted(host_with_energy(), 0);
  EnergyMeter meter(counted);
  sample_energy(counted, toy_, start_, 0.02, 3, meter, counter_, samples_);
  ASSERT_EQ(samples_.energy.block, std::vector<std::uint64_t>{3});
  EXPECT_GE(samples_.energy.time_s[0], 0.02);
  EXPECT_EQ(samples_.energy.steps[0] % ToySystem::steps, 0u) << "whole cycles";
}

TEST_F(ToySystemTest, ItsCycleIsRunForAProfilerStageByStage) {
  Runtime told(host_with_ranges(), 0);
  range_calls().clear();
  profile_stage(told, toy_, "stir", "alone");
  profile_loop(told, toy_, 1, 2, "loop");
  EXPECT_EQ(range_calls(), (std::vector<std::string>{"alone", "end", "loop", "end", "loop/stir",
                                                     "end", "loop/decay", "end", "loop/decay",
                                                     "end", "loop/decay", "end"}));
  EXPECT_EQ(toy_.cycles_run, 3u);
}

TEST_F(ToySystemTest, WhatIsNotSoundGivesNoSample) {
  const Start nothing = [this] { toy_.numbers.clear(); };
  EXPECT_THROW(sample_steps(runtime_, toy_, nothing, policy_, 0, counter_, samples_),
               std::runtime_error);
}

TEST_F(ToySystemTest, IsSweptAndARefusalTakenDown) {
  std::vector<Record::SweepPoint> points;
  sweep_stage(runtime_, toy_, "decay", {}, 3, points);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_TRUE(points[0].median_s && points[1].median_s);
  EXPECT_EQ(points[2].refusal, "three do not fit");
  EXPECT_LE(toy_.tuning().at("decay").at("chunk"), 2u);
  std::vector<Record::SweepPoint> none;
  sweep_stage(runtime_, toy_, "stir", {}, 3, none);
  EXPECT_TRUE(none.empty()) << "it has no parameters";
}

TEST_F(ToySystemTest, APeriodEndsWithTheNextRebuild) {
  EXPECT_EQ(cycles_of_whole_periods(toy_, start_, policy_), policy_.cycles_per_block)
      << "each cycle rebuilds";
}

TEST_F(ToySystemTest, AdvancesInPartsThatAreLookedAt) {
  std::vector<std::uint64_t> steps;
  const RunClock end =
      advance_cycles(runtime_, toy_, 7, [&](const RunClock& now) { steps.push_back(now.steps); });
  EXPECT_EQ(end.steps, 7u * ToySystem::steps);
  ASSERT_GE(steps.size(), 3u) << "one cycle, and at most twice as many each time";
  EXPECT_EQ(steps.front(), ToySystem::steps);
  EXPECT_EQ(steps.back(), end.steps);
  EXPECT_EQ(toy_.preparations_measured, steps.size()) << "before each part";
}

TEST_F(ToySystemTest, AdvancesNoFurtherWhereItCannotGoOn) {
  toy_.most_steps = 4;
  EXPECT_THROW(advance_cycles(runtime_, toy_, 100), Diverged);
  EXPECT_LE(toy_.steps_done, 3u * ToySystem::steps);
}

const OnTheWay nobody_looks = [](const RunClock&) {};

TEST_F(ToySystemTest, ReachesTheLastCycleBeforeAStep) {
  const RunClock at = reach(runtime_, toy_, toy_.clock(), {.step = 20}, "it", nobody_looks);
  EXPECT_EQ(at.steps, 18u);
  EXPECT_EQ(reach(runtime_, toy_, at, {.step = 20}, "it", nobody_looks).steps, 18u) << "is there";
}

TEST_F(ToySystemTest, ReachesATimeByLessThanACycle) {
  for (const double growth : {1.0, 1.01, 0.99}) {
    start_();
    toy_.dt = 0.25;
    toy_.growth = growth;
    const RunClock at =
        reach(runtime_, toy_, toy_.clock(), {.step = 0, .time = 10}, "it", nobody_looks);
    EXPECT_GE(at.time, 10);
    EXPECT_LT(at.time - ToySystem::steps * std::max(at.dt / growth, at.dt), 10) << growth;
    EXPECT_EQ(at.steps % ToySystem::steps, 0u);
  }
}

TEST_F(ToySystemTest, RefusesATimeOfAMillionSteps) {
  try {
    reach(runtime_, toy_, toy_.clock(), {.step = 0, .time = 250001}, "state 'x'", nobody_looks);
    ADD_FAILURE() << "reached";
  } catch (const InputError& refused) {
    EXPECT_TRUE(mentions(refused.what(), {"state 'x'", "1e+06 steps more", "earlier time"}));
  }
  EXPECT_EQ(toy_.steps_done, 0u);
}

TEST_F(ToySystemTest, SettlesInTheOrderOfItsRebuilds) {
  toy_.decay = 1;
  const SettledOrder settled = settle_order(runtime_, toy_, start_, 20);
  EXPECT_TRUE(settled.steady);
  EXPECT_EQ(settled.steps, least_cycles_to_an_order * ToySystem::steps);
  ASSERT_EQ(settled.identities.value().size(), 1000u);
  EXPECT_EQ((std::vector(settled.identities->begin(), settled.identities->begin() + 3)),
            (std::vector<std::uint32_t>{857, 714, 571}))
      << "values 1000, 999, 998";
}

TEST_F(ToySystemTest, IsNotSteadyWhileDistancesChange) {
  const SettledOrder settled = settle_order(runtime_, toy_, start_, 20);
  EXPECT_FALSE(settled.steady);
  EXPECT_EQ(settled.steps, 20u * ToySystem::steps);
}

TEST_F(ToySystemTest, SettlesAsBeforeWhereItCannotGoOn) {
  toy_.most_steps = 6 * ToySystem::steps;
  const SettledOrder settled = settle_order(runtime_, toy_, start_, 20);
  EXPECT_FALSE(settled.steady);
  EXPECT_EQ(settled.steps, 5u * ToySystem::steps) << "the group that went well";
  EXPECT_TRUE(settled.identities.has_value());
  toy_.most_steps = 1;
  EXPECT_FALSE(settle_order(runtime_, toy_, start_, 20).identities.has_value());
}

}  // namespace
}  // namespace sphlab::test
