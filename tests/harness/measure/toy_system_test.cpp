// Measuring knows nothing of SPH: a system of two stages is sampled, tuned and learnt of as a
// simulation is.
#include "tests/harness/measure/toy_system.hpp"

#include <gtest/gtest.h>

#include "harness/measure/energy.hpp"
#include "harness/measure/profiled.hpp"
#include "harness/measure/sampling.hpp"
#include "harness/measure/sweep.hpp"
#include "harness/measure/whole_periods.hpp"
#include "tests/support/host_with_ranges.hpp"
#include "tests/support/made_up_energy.hpp"

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

}  // namespace
}  // namespace sphlab::test
