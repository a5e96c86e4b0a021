// Samples and sweeps of one simulation.
#include "harness/measure/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/error.hpp"
#include "harness/measure/sweep.hpp"
#include "harness/stepping/refused.hpp"
#include "tests/support/made_up_clock.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/starting_at.hpp"
#include "tests/support/state_equality.hpp"
#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

MeasuringPolicy small_policy() {
  MeasuringPolicy policy;
  policy.warmup_cycles = 1;
  policy.cycles_per_block = 3;
  policy.isolated_samples = 2;
  return policy;
}

SavedState initial(const Scenario& scenario) {
  return {"initial", scenario.initial, 0, 0};
}

void expect_sound(const Record::Samples& samples, std::size_t count) {
  ASSERT_EQ(samples.time_s.size(), count);
  EXPECT_EQ(samples.clock_mhz.size(), count);
  EXPECT_EQ(samples.order.size(), count);
  EXPECT_EQ(samples.block.size(), count);
  for (const double seconds : samples.time_s) {
    EXPECT_GT(seconds, 0);
    EXPECT_TRUE(std::isfinite(seconds));
  }
  EXPECT_EQ(std::adjacent_find(samples.order.begin(), samples.order.end(), std::greater_equal<>()),
            samples.order.end())
      << "the order must increase strictly";
}

void expect_no_order_twice(const ContenderSamples& samples, std::uint64_t taken) {
  std::set<std::uint64_t> seen;
  std::uint64_t count = 0;
  const auto collect = [&](const Record::Samples& of_one) {
    seen.insert(of_one.order.begin(), of_one.order.end());
    count += of_one.order.size();
  };
  collect(samples.step);
  for (const auto* stages : {&samples.stages, &samples.flushed, &samples.warm}) {
    for (const auto& [stage, of_stage] : *stages) collect(of_stage);
  }
  EXPECT_EQ(count, taken);
  EXPECT_EQ(seen.size(), taken);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(*seen.rbegin(), taken - 1);
}

/// How often a contender's turn has begun.
int& turns() {
  static int count = 0;
  return count;
}

/// The host runtime, which has nothing to take back, as one that counts.
const RuntimeTable& table_that_counts_turns() {
  static const RuntimeTable table = [] {
    RuntimeTable copy = host_runtime();
    copy.begin_turn = [](OpenDevice*) {
      ++turns();
      return 0;
    };
    return copy;
  }();
  return table;
}

TEST(SampleBlock, BeginsATurnBeforeAnythingIsTimed) {
  const Scenario water = adaptive_water();
  const MeasuringPolicy policy = small_policy();
  Runtime runtime(table_that_counts_turns(), 0);
  const RunnablePack& pack = pack_of("cpu-gcc");
  Simulation simulation(runtime, *pack.pack, water, variant_of("omp-asymmetric"));
  SampleCounter counter;
  ContenderSamples samples;
  for (const auto& sample : {sample_block, sample_steps, sample_run}) {
    turns() = 0;
    sample(runtime, simulation, starting_at(initial(water), simulation), policy, 0, counter,
           samples);
    EXPECT_EQ(turns(), 1);
  }
  for (const auto& sample : {sample_isolated_round, sample_asynchronous_round}) {
    turns() = 0;
    sample(runtime, simulation, policy, 0, counter, samples);
    EXPECT_EQ(turns(), 1);
  }
}

TEST(SampleBlock, TakesACyclesShareForEveryCycle) {
  const Scenario water = adaptive_water();
  const MeasuringPolicy policy = small_policy();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    SampleCounter counter;
    ContenderSamples samples;
    for (const std::uint64_t block : {4u, 5u}) {
      sample_block(*pack.runtime, simulation, starting_at(initial(water), simulation), policy,
                   block, counter, samples);
    }
    expect_sound(samples.step, 6);
    EXPECT_EQ(samples.step.block, (std::vector<std::uint64_t>{4, 4, 4, 5, 5, 5}));
    ASSERT_EQ(samples.stages.size(), simulation.stage_counts().size());
    for (const auto& [stage, count] : simulation.stage_counts()) {
      SCOPED_TRACE(stage);
      constexpr int instrumented = 2;  // the least: a quarter of three
      expect_sound(samples.stages.at(stage), static_cast<std::size_t>(2 * instrumented * count));
    }
    EXPECT_GT(samples.device_seconds, 0);
    EXPECT_GE(samples.wall_seconds, 0.99 * samples.device_seconds);
    double steps = 0;
    for (const double seconds : samples.step.time_s) steps += seconds;
    EXPECT_NEAR(steps * water.list_interval, samples.device_seconds, 1e-9);
    expect_no_order_twice(samples, counter.next());
  });
}

// What a mark costs is measured elsewhere, and may be more than a stage takes: to keep the sample
// as it is says more than to hide that.
TEST(SampleBlock, KeepsStagesThatAreShorterThanAMark) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  SampleCounter counter;
  ContenderSamples samples;
  samples.mark_cost = 1000;
  sample_block(*pack.runtime, simulation, starting_at(initial(water), simulation), small_policy(),
               0, counter, samples);
  for (const auto& [stage, of_stage] : samples.stages) {
    for (const double seconds : of_stage.time_s) {
      EXPECT_LT(seconds, 0) << stage;
      EXPECT_GT(seconds, -1000) << stage;
    }
  }
  for (const double seconds : samples.step.time_s) EXPECT_GT(seconds, 0);
}

// The state of a block depends on where it starts, not on what ran before.
TEST(SampleBlock, StartsFromTheSavedState) {
  const Scenario water = adaptive_water();
  // how many cycles of warm-up a block has depends on what a cycle takes
  Runtime runtime(host_with_made_up_clock(), 0);
  Simulation simulation(runtime, *pack_of("simt-w32").pack, water, variant_of("list-gather"));
  SampleCounter counter;
  ContenderSamples samples;
  sample_block(runtime, simulation, starting_at(initial(water), simulation), small_policy(), 0,
               counter, samples);
  const ParticleState once = simulation.download();
  const RunState clock = simulation.run_state();
  simulation.run_cycles(2);
  sample_block(runtime, simulation, starting_at(initial(water), simulation), small_policy(), 1,
               counter, samples);
  expect_same_state(simulation.download(), once);
  EXPECT_EQ(simulation.run_state().steps, clock.steps);
  // at least two cycles of warm-up, three measured, two and two instrumented
  EXPECT_EQ(clock.steps, 9 * water.list_interval);
}

TEST(SampleBlock, SaysThatAListOverflows) {
  Scenario water = adaptive_water();
  water.list_capacity = list_batch;
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  SampleCounter counter;
  ContenderSamples samples;
  EXPECT_THROW(sample_block(*pack.runtime, simulation, starting_at(initial(water), simulation),
                            small_policy(), 0, counter, samples),
               ListOverflow);
}

TEST(SampleIsolated, TakesEveryStageInTheCacheStatesAskedFor) {
  const Scenario water = adaptive_water();
  for (const bool flushed : {true, false}) {
    MeasuringPolicy policy = small_policy();
    policy.cache = {CacheMode::loop, flushed ? CacheMode::flushed : CacheMode::warm};
    const RunnablePack pack = pack_of("simt-w32");
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
    simulation.rebuild();
    simulation.forces();
    SampleCounter counter;
    ContenderSamples samples;
    for (std::uint64_t round = 0; round < 2; ++round)
      sample_isolated_round(*pack.runtime, simulation, policy, round, counter, samples);
    for (const auto& [stage, count] : simulation.stage_counts())
      expect_sound((flushed ? samples.flushed : samples.warm).at(stage), 2);
    EXPECT_TRUE((flushed ? samples.warm : samples.flushed).empty());
    EXPECT_TRUE(samples.stages.empty());
    EXPECT_TRUE(samples.step.time_s.empty());
    expect_no_order_twice(samples, counter.next());
  }
}

TEST(CallsOfASample, AreAsManyAsThePolicyAsksForAndItsTimeAllows) {
  MeasuringPolicy policy;
  policy.asynchronous_calls = 200;
  policy.asynchronous_seconds = 0.05;
  EXPECT_EQ(calls_of_a_sample(policy, 1e-6), 200u);
  EXPECT_EQ(calls_of_a_sample(policy, 0.25e-3), 200u);
  EXPECT_EQ(calls_of_a_sample(policy, 1e-3), 50u);
  EXPECT_EQ(calls_of_a_sample(policy, 12e-3), 4u);
  EXPECT_EQ(calls_of_a_sample(policy, 1.0), 1u);
}

int launches_of_forces = 0;

int counted_launch(const void* arguments, const std::uint32_t* tuning, void* stream) {
  ++launches_of_forces;
  return original_launch(arguments, tuning, stream);
}

TEST(SampleCalls, MakesTheCallsAndOneBefore) {
  const RunnablePack pack = pack_of("simt-w32");
  LoadedPack counted = *pack.pack;
  counted.pack = altered_pack(altered_forces, counted_launch);
  const Scenario water = adaptive_water();
  Simulation simulation(*pack.runtime, counted, water, variant_of("par-part-noloop"));
  simulation.rebuild();
  launches_of_forces = 0;
  const double seconds = sample_calls(*pack.runtime, simulation, "forces", 7);
  EXPECT_EQ(launches_of_forces, 8);
  EXPECT_GT(seconds, 0);
}

TEST(SampleAsynchronous, TakesTheStagesAskedForWithAsManyCallsAsFit) {
  const Scenario water = adaptive_water();
  MeasuringPolicy policy = small_policy();
  policy.asynchronous_calls = 3;
  policy.asynchronous_seconds = 60;
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  simulation.rebuild();
  simulation.forces();
  SampleCounter counter;
  ContenderSamples all;
  for (std::uint64_t round = 0; round < 2; ++round)
    sample_asynchronous_round(*pack.runtime, simulation, policy, round, counter, all);
  EXPECT_EQ(all.asynchronous.size(), simulation.stage_counts().size());
  for (const auto& [stage, of_stage] : all.asynchronous) {
    EXPECT_EQ(of_stage.calls, 3u) << stage;
    expect_sound(of_stage.samples, 2);
  }
  EXPECT_TRUE(all.warm.empty() && all.flushed.empty() && all.stages.empty());
  EXPECT_EQ(counter.next(), 2 * simulation.stage_counts().size());

  policy.stages_alone = {"forces"};
  policy.asynchronous_seconds = 1e-12;
  ContenderSamples one;
  sample_asynchronous_round(*pack.runtime, simulation, policy, 0, counter, one);
  sample_isolated_round(*pack.runtime, simulation, policy, 0, counter, one);
  ASSERT_EQ(one.asynchronous.size(), 1u);
  EXPECT_EQ(one.asynchronous.at("forces").calls, 1u);
  EXPECT_EQ(one.warm.size(), 1u);
  EXPECT_TRUE(one.warm.contains("forces"));
}

class SweepTest : public testing::Test {
 protected:
  SweepTest() {
    simulation_.rebuild();
    simulation_.forces();
  }

  std::vector<Record::SweepPoint> sweep(const std::string& stage,
                                        const std::map<std::string, std::uint32_t>& fixed = {}) {
    std::vector<Record::SweepPoint> points;
    sweep_stage(*pack_.runtime, simulation_, stage, fixed, 3, points);
    return points;
  }

  void expect_fastest_kept(const std::string& stage,
                           const std::vector<Record::SweepPoint>& points) {
    const auto fastest =
        std::min_element(points.begin(), points.end(),
                         [](const auto& a, const auto& b) { return a.median_s < b.median_s; });
    ASSERT_NE(fastest, points.end());
    EXPECT_EQ(simulation_.tuning().at(stage), fastest->tuning);
  }

  RunnablePack pack_ = pack_of("simt-w32");
  Scenario water_ = adaptive_water();
  Simulation simulation_{*pack_.runtime, *pack_.pack, water_, variant_of("list-gather")};
};

TEST_F(SweepTest, TriesEveryCombinationAndKeepsTheFastest) {
  const std::vector<Record::SweepPoint> points = sweep("forces");
  std::size_t product = 1;
  for (const TuningParameter& parameter : simulation_.tuning_parameters("forces"))
    product *= parameter.value_count;
  EXPECT_EQ(product, 12u);
  ASSERT_EQ(points.size(), product);
  std::set<Record::Tuning> tried;
  for (const Record::SweepPoint& point : points) {
    EXPECT_EQ(point.stage, "forces");
    ASSERT_TRUE(point.median_s);
    EXPECT_GT(*point.median_s, 0);
    tried.insert(point.tuning);
  }
  EXPECT_EQ(tried.size(), product);
  expect_fastest_kept("forces", points);
}

TEST_F(SweepTest, LeavesAloneWhatIsFixed) {
  const std::vector<Record::SweepPoint> points = sweep("forces", {{"in-flight", 2}});
  EXPECT_EQ(points.size(), 3u);
  for (const Record::SweepPoint& point : points) EXPECT_EQ(point.tuning.at("in-flight"), 2u);
  expect_fastest_kept("forces", points);
}

TEST_F(SweepTest, HasNothingToTryWhereAllIsFixed) {
  simulation_.retune("forces", {{"in-flight", 2}, {"block", 64}});
  EXPECT_TRUE(sweep("forces", {{"in-flight", 2}, {"block", 64}}).empty());
  EXPECT_EQ(simulation_.tuning().at("forces").at("in-flight"), 2u);
  EXPECT_EQ(simulation_.tuning().at("forces").at("block"), 64u);
}

std::map<std::uint32_t, int> launches_of_block;

/// All blocks take long enough for few samples, the first for one, and the third takes far longer
/// than the others.
int slow_launch(const void* arguments, const std::uint32_t* tuning, void* stream) {
  ++launches_of_block[tuning[0]];
  const std::map<std::uint32_t, double> seconds = {{64, 0.1}, {128, 0.025}, {256, 0.2}};
  made_up_now += seconds.at(tuning[0]);
  return original_launch(arguments, tuning, stream);
}

// Each sample is two launches: one that warms the cache, one that counts.
TEST(Sweep, TakesNoMoreSamplesThanItNeeds) {
  Runtime runtime(host_with_made_up_clock(), 0);
  LoadedPack slow = *pack_of("simt-w32").pack;
  slow.pack = altered_pack(altered_forces, slow_launch);
  const Scenario water = adaptive_water();
  Simulation simulation(runtime, slow, water, variant_of("par-part-noloop"));
  simulation.rebuild();
  std::vector<Record::SweepPoint> points;
  launches_of_block.clear();
  sweep_stage(runtime, simulation, "forces", {}, 7, points);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(launches_of_block.at(64), 2) << "so long that one is enough";
  EXPECT_EQ(launches_of_block.at(128), 2 * 3) << "long samples: three are enough";
  EXPECT_EQ(launches_of_block.at(256), 2) << "far behind after one, which is long";
  EXPECT_NE(simulation.tuning().at("forces").at("block"), 256u);
  for (const Record::SweepPoint& point : points) EXPECT_TRUE(point.median_s);
}

/// All particles in one cell: the more there are, the less can be done with them.
struct Crowd {
  explicit Crowd(int particles)
      : scenario(potential_scenario(random_particles(1, particles, 3), 1)),
        simulation(*pack.runtime, *pack.pack, scenario, variant_of("x-pencil")) {
    simulation.rebuild();
  }
  std::vector<Record::SweepPoint> sweep(const std::map<std::string, std::uint32_t>& fixed) {
    std::vector<Record::SweepPoint> points;
    sweep_stage(*pack.runtime, simulation, "forces", fixed, 1, points);
    return points;
  }

  RunnablePack pack = pack_of("simt-w32");
  Scenario scenario;
  Simulation simulation;
};

TEST(Sweep, TakesDownWhatTheStrategyRefusesAndKeepsTheFastestOfTheRest) {
  Crowd crowd(100);  // 300 with two ghost cells: too many for a block of 256 threads
  int refused = 0;
  for (const Record::SweepPoint& point : crowd.sweep({{"shared-kib", 48}})) {
    EXPECT_NE(point.median_s.has_value(), point.refusal.has_value());
    if (!point.refusal) continue;
    ++refused;
    EXPECT_EQ(point.tuning.at("block"), 256u);
    EXPECT_NE(point.refusal->find("300 threads"), std::string::npos) << *point.refusal;
  }
  EXPECT_EQ(refused, 1);
  EXPECT_NE(crowd.simulation.tuning().at("forces").at("block"), 256u);
}

TEST(Sweep, IsRefusedWhereEveryCombinationIs) {
  Crowd crowd(100);
  EXPECT_THROW(crowd.sweep({{"block", 256}}), Refused);
}

TEST_F(SweepTest, SweepsOneStageOnly) {
  const auto before = simulation_.tuning();
  EXPECT_EQ(sweep("list").size(), 3u);
  auto after = simulation_.tuning();
  after["list"] = before.at("list");
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace sphlab::test
