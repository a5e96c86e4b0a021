// A whole campaign on the smallest still water: what it records, leaves out and stops for.
#include "harness/campaigns/campaign.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/campaigns/contender.hpp"
#include "harness/campaigns/record_builder.hpp"
#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/statistics.hpp"
#include "harness/scenarios/json_document.hpp"
#include "tests/support/made_up_energy.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab::test {
namespace {

SuiteVariant suite_variant(const std::string& traversal, const std::string& toolchains,
                           const std::string& list = "") {
  SuiteVariant choice;
  choice.variant.stages["forces"].name = traversal;
  if (!list.empty()) choice.variant.stages["list"].name = list;
  choice.toolchains = {toolchains};
  return choice;
}

/// Two traversals of an executor and one of the CPU, in two states.
Suite small_suite() {
  Suite suite;
  suite.name = "small";
  suite.device = "host";
  suite.toolchains = {"simt-w32", "cpu-gcc-*"};
  suite.policy.warmup_cycles = 1;
  suite.policy.cycles_per_block = 1;
  suite.policy.blocks = 2;
  suite.policy.isolated_samples = 0;
  suite.policy.rebuild_interval = 2;
  suite.scenarios = {
      {"still-water", {{"particles_per_depth", 4}}, {{0, {}}, {4, {}}}, suite.policy}};
  suite.variants = {suite_variant("list-gather", "simt-*", "per-particle"),
                    suite_variant("par-part-noloop", "simt-*"),
                    suite_variant("omp-asymmetric", "cpu-*")};
  return suite;
}

constexpr std::size_t states = 2;
constexpr std::size_t contenders = 3;
// a step, and each of its stages in the loop; one of the three has a list
constexpr std::size_t stages = 6;
constexpr std::size_t records_of_a_state = contenders * (1 + stages) + 1;

class CampaignTest : public testing::Test {
 protected:
  CampaignTest() {
    callbacks_.on_record = [this](const Record& record) { records_.push_back(record); };
    callbacks_.is_done = [this](const Record& record) {
      return done_.contains(requested_id(record));
    };
    callbacks_.on_progress = [this](double fraction, const std::string&) {
      EXPECT_GE(fraction, last_fraction_) << "progress must not go back";
      EXPECT_LE(fraction, 1.0);
      last_fraction_ = fraction;
    };
    callbacks_.on_message = [this](const std::string& text) { messages_.push_back(text); };
    std::vector<std::string> problems;
    packs_ = load_packs({SPHLAB_BINARY_DIR "/lib"}, &problems);
  }

  CampaignOutcome run(const Suite& suite, const CampaignSelection& selection = {}) {
    return run_on(runtime_, suite, selection);
  }

  CampaignOutcome run(const Suite& suite, const RuntimeTable& table) {
    Runtime runtime(table, 0);
    const CampaignOutcome outcome = run_on(runtime, suite, {});
    later_states_ = LaterStates{};
    return outcome;
  }

  CampaignOutcome run_on(Runtime& runtime, const Suite& suite, const CampaignSelection& selection) {
    records_.clear();
    last_fraction_ = 0;
    return run_campaign(suite, runtime, packs_, {SPHLAB_SOURCE_DIR "/scenarios"}, selection,
                        callbacks_, later_states_);
  }

  std::set<std::string> requested_ids() const {
    std::set<std::string> all;
    for (const Record& record : records_) all.insert(requested_id(record));
    return all;
  }

  Runtime runtime_{host_runtime(), 0};
  std::vector<LoadedPack> packs_;
  CampaignCallbacks callbacks_;
  LaterStates later_states_;
  std::vector<Record> records_;
  std::set<std::string> done_;
  std::vector<std::string> messages_;
  double last_fraction_ = 0;
};

void expect_schema(const std::vector<Record>& records) {
  const JsonSchema schema(file_text(SPHLAB_SOURCE_DIR "/harness/records/record.schema.json"));
  for (const Record& record : records) {
    const nlohmann::json json = to_json(record);
    EXPECT_NO_THROW(schema.check(json, record.stage));
    EXPECT_EQ(to_json(record_from_json(json)), json);
  }
}

TEST_F(CampaignTest, RecordsEveryStageOfEveryVariantInEveryState) {
  Suite suite = small_suite();
  suite.scenarios.front().policy.isolated_samples = 1;
  const CampaignOutcome outcome = run(suite);
  EXPECT_EQ(outcome.records, records_.size());
  constexpr std::size_t alone = 2 * (contenders * stages + 1);  // flushed and warm
  EXPECT_EQ(outcome.records, states * (records_of_a_state + alone));
  EXPECT_EQ(outcome.invalid_records, 0u);
  EXPECT_EQ(outcome.skipped_records, 0u);
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_TRUE(messages_.empty()) << messages_.front();
  EXPECT_EQ(requested_ids().size(), records_.size()) << "ids must differ";
  expect_schema(records_);

  std::set<std::uint64_t> orders;
  std::size_t samples = 0;
  for (const Record& record : records_) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope + " " + record.cache);
    EXPECT_EQ(record.validity.status, "ok");
    EXPECT_FALSE(record.validity.checks.empty());
    EXPECT_EQ(record.toolchain.name.starts_with("cpu"), record.variant == "omp-asymmetric");
    EXPECT_EQ(record.scenario.state.step, record.scenario.state.label == "initial" ? 0u : 4u);
    EXPECT_EQ(record.resources.bytes_of_list.value() > 0, record.strategies.contains("list"));
    const std::set<std::string> of_pairs{"step", "list", "forces"};
    EXPECT_EQ(record.work.accepted_pairs.has_value(), of_pairs.contains(record.stage));
    for (const Record::Kernel& kernel : record.kernels)
      EXPECT_FALSE(kernel.registers.has_value()) << "a CPU reports none";
    EXPECT_FALSE(record.stages.empty());
    EXPECT_EQ(record.id, record_id(record)) << "of what ran";
    ASSERT_TRUE(record.load.has_value()) << "of what the host runs";
    const auto& block = record.samples.block;
    EXPECT_EQ(std::set(record.load->block.begin(), record.load->block.end()),
              std::set(block.begin(), block.end()));
    ASSERT_TRUE(record.runtime.openmp.has_value());
    EXPECT_GE(record.runtime.openmp->threads, 1u);
    orders.insert(record.samples.order.begin(), record.samples.order.end());
    samples += record.samples.order.size();
  }
  EXPECT_EQ(orders.size(), samples) << "each sample has its own place in the session";
}

TEST_F(CampaignTest, RecordsAsynchronousCallsApartFromSingleOnes) {
  Suite suite = small_suite();
  MeasuringPolicy& policy = suite.scenarios.front().policy;
  policy.isolated_samples = 1;
  policy.cache = {CacheMode::loop, CacheMode::warm};
  policy.asynchronous_calls = 4;
  policy.asynchronous_samples = 3;
  policy.asynchronous_seconds = 60;
  policy.stages_alone = {"forces"};
  suite.scenarios.front().states.resize(1);
  run(suite);
  EXPECT_EQ(records_.size(), records_of_a_state + 2 * contenders);
  EXPECT_EQ(requested_ids().size(), records_.size()) << "ids must differ";
  expect_schema(records_);
  std::size_t asynchronous = 0;
  for (const Record& record : records_) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope);
    EXPECT_EQ(record.policy.calls.has_value(), record.scope == "asynchronous-calls");
    if (record.scope != "asynchronous-calls") continue;
    ++asynchronous;
    EXPECT_EQ(record.stage, "forces");
    EXPECT_EQ(record.cache, "warm");
    EXPECT_EQ(record.policy.calls, 4u);
    EXPECT_EQ(record.samples.time_s.size(), 3u);
    EXPECT_EQ(record.samples.block, (std::vector<std::uint64_t>{0, 1, 2}));
    EXPECT_EQ(record.load->block, record.samples.block);
    EXPECT_NE(record.policy.stop_rule.find("4 calls"), std::string::npos);
  }
  EXPECT_EQ(asynchronous, contenders);
}

TEST_F(CampaignTest, RecordsWholeRunsApartFromBlocks) {
  Suite suite = small_suite();
  MeasuringPolicy& policy = suite.scenarios.front().policy;
  policy.isolated_samples = 0;
  policy.cache = {CacheMode::loop};
  policy.stages_recorded = {"forces"};
  policy.run_steps = 5;
  policy.run_samples = 3;
  suite.scenarios.front().states.resize(1);
  run(suite);
  ASSERT_EQ(records_.size(), 3 * contenders);
  EXPECT_EQ(requested_ids().size(), records_.size()) << "ids must differ";
  expect_schema(records_);
  std::size_t runs = 0;
  for (const Record& record : records_) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope);
    EXPECT_EQ(record.policy.calls.has_value(), record.scope == "run");
    if (record.scope != "run") continue;
    ++runs;
    EXPECT_EQ(record.stage, "step");
    EXPECT_EQ(record.cache, "loop");
    EXPECT_EQ(record.policy.calls, 6u) << "whole cycles";
    EXPECT_EQ(record.samples.time_s.size(), 3u);
    EXPECT_EQ(record.load->block, record.samples.block);
    EXPECT_FALSE(record.summary.mipps.has_value());
  }
  EXPECT_EQ(runs, contenders);
}

/// The small suite's traversal of the CPU in one state, with short runs for the energy.
Suite suite_for_energy() {
  Suite suite = small_suite();
  suite.variants = {suite.variants.back()};
  suite.scenarios.front().states.resize(1);
  MeasuringPolicy& policy = suite.scenarios.front().policy;
  policy.energy_seconds = 0.01;
  policy.energy_runs = 2;
  return suite;
}

TEST_F(CampaignTest, RecordsTheEnergyOfSteps) {
  run(suite_for_energy(), host_with_energy());
  expect_schema(records_);
  EXPECT_TRUE(messages_.empty()) << messages_.front();
  std::size_t counted = 0;
  for (const Record& record : records_) {
    ASSERT_EQ(record.energy.has_value(), record.scope == "step") << record.scope;
    if (!record.energy) continue;
    ++counted;
    EXPECT_EQ(record.energy->counter, "made-up");
    EXPECT_EQ(record.energy->samples->block, (std::vector<std::uint64_t>{0, 1}));
    EXPECT_NEAR(*record.energy->power_w, made_up_power_w, 0.5 * made_up_power_w);
    EXPECT_NEAR(*record.energy->idle_power_w, made_up_power_w, 0.5 * made_up_power_w);
    EXPECT_NEAR(
        *record.energy->joules_per_step * 1e6 / *record.energy->joules_per_million_particle_steps,
        static_cast<double>(record.scenario.particles), 1e-6);
  }
  EXPECT_EQ(counted, 1u);
}

TEST_F(CampaignTest, TellsOnceWhyThereIsNoEnergyAndGoesOn) {
  Suite suite = suite_for_energy();
  suite.scenarios.front().states.push_back({4, {}});
  run(suite, host_with_energy(CounterFault::absent));
  expect_schema(records_);
  EXPECT_EQ(records_.size(), 2 * (1 + stages));
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_EQ(messages_.front(), "no energy is measured: it was unplugged; plug it in");
  for (const Record& record : records_) {
    if (record.scope != "step") continue;
    EXPECT_EQ(record.energy->absent, "it was unplugged; plug it in");
  }
}

TEST_F(CampaignTest, ACounterThatFailsLeavesNoEnergyAndAllElse) {
  run(suite_for_energy(), host_with_energy(CounterFault::back, 500));
  EXPECT_EQ(records_.size(), 1 + stages);
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_NE(messages_.front().find("went back"), std::string::npos) << messages_.front();
  const Record& step = records_.back();
  EXPECT_EQ(step.validity.status, "ok") << "it is not the variant's fault";
  EXPECT_NE(step.energy->absent->find("went back"), std::string::npos);
}

TEST_F(CampaignTest, RecordsThoseStagesThatAreAskedFor) {
  Suite suite = small_suite();
  MeasuringPolicy& policy = suite.scenarios.front().policy;
  policy.isolated_samples = 0;
  policy.cache = {CacheMode::loop};
  policy.stages_recorded = {"forces"};
  suite.scenarios.front().states.resize(1);
  run(suite);
  ASSERT_EQ(records_.size(), 2 * contenders);
  for (std::size_t k = 0; k < records_.size(); k += 2) {
    const Record& forces = records_[k];  // the step is written last
    const Record& step = records_[k + 1];
    ASSERT_EQ(forces.stage, "forces");
    ASSERT_EQ(step.stage, "step");
    const double of_forces = forces.calls_per_step * *forces.summary.median_s;
    EXPECT_LT(*step.summary.unexplained_s, *step.summary.median_s - of_forces)
        << "the other stages are timed, too";
  }
}

TEST_F(CampaignTest, SaysWhetherBlocksWereTakenInManyPlaces) {
  Suite suite = small_suite();
  run(suite);
  for (const Record& record : records_)
    EXPECT_EQ(record.policy.interleaving, "shuffled ABBA") << record.stage;
  suite.scenarios.front().policy.relocate = true;
  run(suite);
  EXPECT_EQ(records_.size(), states * records_of_a_state);
  for (const Record& record : records_) {
    EXPECT_EQ(record.policy.interleaving, "shuffled ABBA, every block elsewhere in memory");
    EXPECT_EQ(record.validity.status, "ok");
  }
}

TEST_F(CampaignTest, AStepSumsUpWhatItsStagesTook) {
  Suite suite = small_suite();
  suite.scenarios.front().policy.blocks = 4;
  run(suite);
  std::size_t steps = 0;
  for (const Record& step : records_) {
    if (step.scope != "step") continue;
    SCOPED_TRACE(step.variant + " " + step.scenario.state.label);
    ++steps;
    ASSERT_EQ(step.samples.time_s.size(), 4u);
    const double median = step.summary.median_s.value();
    EXPECT_DOUBLE_EQ(step.summary.mipps.value() * median * 1e6,
                     static_cast<double>(step.scenario.particles));
    EXPECT_DOUBLE_EQ(step.summary.pairs_per_s.value() * median, step.work.accepted_pairs.value());
    double explained = 0;
    for (const Record& stage : records_) {
      const bool of_this_step = stage.scope == "stage" && stage.variant == step.variant &&
                                stage.scenario.state.label == step.scenario.state.label;
      if (!of_this_step) continue;
      explained += stage.calls_per_step * stage.summary.median_s.value();
      if (stage.stage == "forces") {
        EXPECT_EQ(stage.calls_per_step, 2.0);
        EXPECT_EQ(2 * stage.work.accepted_pairs.value(), step.work.accepted_pairs.value());
      }
      if (stage.stage == "hash") {
        EXPECT_EQ(stage.calls_per_step, 0.5) << "every two steps";
      }
      EXPECT_FALSE(stage.summary.mipps.has_value());
    }
    EXPECT_GT(explained, 0);
    EXPECT_NEAR(step.summary.unexplained_s.value(), median - explained, 1e-9 * median);
    EXPECT_NEAR(step.summary.unexplained_fraction.value(), 1 - explained / median, 1e-9);
    EXPECT_GE(step.summary.harness_fraction.value(), 0);
    EXPECT_LT(step.summary.harness_fraction.value(), 1);
    EXPECT_EQ(step.policy.blocks, 4u);
  }
  EXPECT_EQ(steps, states * contenders);
}

// Each pass has pairs of its own: densities are summed over the fluid alone, forces over walls,
// too.
TEST_F(CampaignTest, EveryPassTellsItsPairs) {
  Suite suite = small_suite();
  suite.scenarios.front().scenario = "dam-break-lj-summed";
  suite.scenarios.front().parameters = {{"particles_per_height", 4}};
  run(suite);
  std::map<std::string, std::set<double>> pairs;
  for (const Record& record : records_) {
    if (record.scope != "stage" || record.scenario.state.label != "initial") continue;
    const bool is_pass = record.stage == "density" || record.stage == "forces";
    EXPECT_EQ(record.summary.pairs_per_s.has_value(), is_pass) << record.stage;
    if (!is_pass) continue;
    pairs[record.stage].insert(record.work.accepted_pairs.value());
    EXPECT_DOUBLE_EQ(*record.summary.pairs_per_s * *record.summary.median_s,
                     *record.work.accepted_pairs);
    EXPECT_GT(record.work.flops.value(), *record.work.accepted_pairs);
    EXPECT_GT(record.work.bytes.value(), *record.work.accepted_pairs);
    const bool reads_list = record.variant.starts_with("list-gather");
    EXPECT_EQ(record.work.candidate_pairs.has_value(), !reads_list) << record.stage;
  }
  ASSERT_EQ(pairs["density"].size(), 1u);
  ASSERT_EQ(pairs["forces"].size(), 1u);
  EXPECT_GT(*pairs["density"].begin(), 0);
  EXPECT_GT(*pairs["forces"].begin(), *pairs["density"].begin()) << "walls are no fluid";
}

// All contenders do the same work, from the same particles.
TEST_F(CampaignTest, MeasuresAllOnTheSameParticles) {
  run(small_suite());
  std::map<std::string, std::set<std::string>> hashes;
  std::map<std::string, std::set<double>> pairs;
  for (const Record& record : records_) {
    hashes[record.scenario.state.label].insert(record.scenario.state.hash);
    if (record.scope == "step")
      pairs[record.scenario.state.label].insert(record.work.accepted_pairs.value());
  }
  for (const char* label : {"initial", "step-4"}) {
    EXPECT_EQ(hashes.at(label).size(), 1u);
    EXPECT_EQ(pairs.at(label).size(), 1u);
  }
  EXPECT_NE(hashes.at("initial"), hashes.at("step-4"));
}

/// Two traversals of the CPU in two states, with more blocks than an interval needs.
Suite suite_for_a_budget() {
  Suite suite = small_suite();
  suite.variants = {suite_variant("omp-asymmetric", "cpu-*"), suite_variant("cpu-cells", "cpu-*")};
  MeasuringPolicy& policy = suite.scenarios.front().policy;
  policy.blocks = fewest_blocks + 2;
  policy.isolated_samples = 2;
  policy.cache = {CacheMode::loop, CacheMode::warm};
  policy.stages_alone = {"forces"};
  return suite;
}

/// Runs the suite with a budget that is used up from a call of on_progress() on.
class UsedUpInTheMiddle : public CampaignTest {
 protected:
  using IsOver = std::function<bool(std::size_t call, const std::string& what)>;

  CampaignOutcome run_until(const IsOver& is_over) {
    calls_ = 0;
    messages_.clear();
    double now = 0;
    callbacks_.on_progress = [&](double, const std::string& what) {
      if (is_over(calls_++, what)) now = 2e6;
    };
    TimeBudget budget(1e6, [&] { return now; });
    CampaignSelection selection;
    selection.budget = &budget;
    return run(suite_for_a_budget(), selection);
  }
  /// Blocks of each contender's step in a state.
  std::vector<std::uint64_t> blocks_in(const std::string& state) const {
    std::vector<std::uint64_t> blocks;
    for (const Record& record : records_) {
      if (record.scenario.state.label == state && record.scope == "step")
        blocks.push_back(times_by_block(record.samples).size());
    }
    return blocks;
  }
  std::size_t calls_ = 0;
};

TEST_F(UsedUpInTheMiddle, WhatNoIntervalNeedsIsLeftOutAndThenStates) {
  const CampaignOutcome outcome = run_until([](std::size_t, const std::string& what) {
    return what.find("stages alone") != std::string::npos;
  });
  EXPECT_FALSE(outcome.interrupted);
  ASSERT_EQ(outcome.out_of_budget.size(), 1u);
  EXPECT_TRUE(mentions(outcome.out_of_budget.front(), {"still-water", "step-4"}));
  EXPECT_GT(outcome.seconds_left, 0);
  ASSERT_FALSE(records_.empty());
  for (const Record& record : records_) {
    SCOPED_TRACE(record.variant + " " + record.stage + " " + record.scope);
    const bool is_alone = record.scope == "kernel";
    EXPECT_EQ(record.scenario.state.label, "initial");
    EXPECT_EQ(record.policy.blocks, is_alone ? 1u : fewest_blocks + 2);
    EXPECT_EQ(record.policy.stop_reason, is_alone ? used_up_reason : "all blocks measured");
    EXPECT_EQ(times_by_block(record.samples).size(), record.policy.blocks);
  }
  expect_schema(records_);
  ASSERT_EQ(messages_.size(), 3u);
  EXPECT_TRUE(mentions(messages_[0], {"a budget of 1e+06 s", "for each variant"}));
  EXPECT_TRUE(mentions(messages_[1], {"within the budget"}));
  EXPECT_TRUE(mentions(messages_[2], {"initial", "1 of 2 samples of stages alone"}));
}

// Whenever the time is over: a state has the records of all, with enough blocks, or is named.
TEST_F(UsedUpInTheMiddle, EachStateIsRecordedWholeOrNamed) {
  run_until([](auto...) { return false; });
  const std::size_t calls = calls_;
  std::set<std::size_t> recorded;
  std::set<std::uint64_t> numbers;
  // no fewer than there are between the last block and the records
  constexpr std::size_t distance = 3;
  for (std::size_t last = 0; last < calls; last += distance) {
    SCOPED_TRACE(fmt::format("used up in call {} of {}", last, calls));
    const CampaignOutcome outcome =
        run_until([&](std::size_t call, const std::string&) { return call >= last; });
    EXPECT_FALSE(outcome.interrupted);
    std::size_t named = 0;
    for (const std::string state : {"initial", "step-4"}) {
      const std::vector<std::uint64_t> blocks = blocks_in(state);
      const bool is_named =
          std::any_of(outcome.out_of_budget.begin(), outcome.out_of_budget.end(),
                      [&](const std::string& name) { return name.ends_with(", " + state); });
      named += is_named;
      EXPECT_EQ(blocks.size(), is_named ? 0 : suite_for_a_budget().variants.size()) << state;
      for (const std::uint64_t number : blocks) EXPECT_GE(number, fewest_blocks) << state;
      numbers.insert(blocks.begin(), blocks.end());
    }
    EXPECT_EQ(outcome.out_of_budget.size(), named);
    recorded.insert(states - named);
  }
  EXPECT_EQ(recorded, (std::set<std::size_t>{0, 1, 2}));
  EXPECT_EQ(numbers, (std::set<std::uint64_t>{fewest_blocks, fewest_blocks + 2}));
}

TEST_F(CampaignTest, ABudgetThatIsUsedUpMeasuresNothing) {
  TimeBudget budget(1, [] { return 2.0; });
  CampaignSelection selection;
  selection.budget = &budget;
  const CampaignOutcome outcome = run(small_suite(), selection);
  EXPECT_TRUE(records_.empty());
  EXPECT_EQ(outcome.out_of_budget.size(), states);
}

TEST_F(CampaignTest, ABudgetOfPlentyLeavesNothingOut) {
  TimeBudget budget(1e9, [] { return 0.0; });
  CampaignSelection selection;
  selection.budget = &budget;
  const CampaignOutcome outcome = run(small_suite(), selection);
  EXPECT_EQ(outcome.records, states * records_of_a_state);
  EXPECT_TRUE(outcome.out_of_budget.empty());
  for (const Record& record : records_) EXPECT_EQ(record.policy.stop_reason, "all blocks measured");
}

TEST_F(CampaignTest, LeavesOutWhatIsDone) {
  run(small_suite());
  const std::set<std::string> first = requested_ids();
  run(small_suite());
  EXPECT_EQ(requested_ids(), first) << "ids must not depend on the run";
  done_ = first;
  const CampaignOutcome again = run(small_suite());
  EXPECT_EQ(again.records, 0u);
  EXPECT_EQ(again.skipped_records, states * contenders);
  EXPECT_TRUE(records_.empty());
}

// Tuning that is swept may come out differently, and is not to be measured again for that.
TEST_F(CampaignTest, ASweepIsRecordedAndDoesNotChangeTheRequest) {
  Suite suite = small_suite();
  suite.scenarios.front().states.resize(1);
  suite.variants = {suite_variant("list-gather", "simt-*", "per-particle")};
  suite.variants.front().swept = {"list"};
  run(suite);
  const std::set<std::string> first = requested_ids();
  ASSERT_FALSE(records_.empty());
  for (const Record& record : records_) {
    EXPECT_EQ(record.tuning_sweep.size(), 3u);
    EXPECT_TRUE(record.tuning.contains("list"));
  }
  expect_schema(records_);
  done_ = first;
  EXPECT_EQ(run(suite).records, 0u);
}

// A suite may sweep a stage for one scenario that another does not have.
TEST_F(CampaignTest, AStageThatAScenarioDoesNotHaveIsNotSwept) {
  Suite suite = small_suite();
  suite.scenarios.front().states.resize(1);
  suite.variants = {suite_variant("par-part-noloop", "simt-*")};
  suite.variants.front().swept = {"time-step"};  // still water has a fixed one
  const CampaignOutcome outcome = run(suite);
  EXPECT_EQ(outcome.invalid_records, 0u);
  EXPECT_EQ(outcome.records, 1 + stages);
  for (const Record& record : records_) EXPECT_TRUE(record.tuning_sweep.empty());
}

TEST_F(CampaignTest, StopsWhenInterruptedAndKeepsWhatIsFinished) {
  int turns = 0;
  callbacks_.on_progress = [&](double, const std::string&) {
    request_stop(records_.size() == records_of_a_state && ++turns > 2);
  };
  const CampaignOutcome outcome = run(small_suite());
  request_stop(false);
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(outcome.records, records_of_a_state);
  for (const Record& record : records_) done_.insert(requested_id(record));
  callbacks_.on_progress = [](double, const std::string&) {};
  const CampaignOutcome rest = run(small_suite());
  EXPECT_FALSE(rest.interrupted);
  EXPECT_EQ(rest.skipped_records, contenders);
  EXPECT_EQ(rest.records, records_of_a_state);
  for (const Record& record : records_) EXPECT_FALSE(done_.contains(requested_id(record)));
}

TEST_F(CampaignTest, StopsBeforeAnythingWhenInterruptedAtOnce) {
  request_stop(true);
  const CampaignOutcome outcome = run(small_suite());
  request_stop(false);
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(outcome.records, 0u);
}

// Its list cannot hold the neighbours: one record, which says so, and the others are measured.
TEST_F(CampaignTest, RecordsAListOverflowAsInvalid) {
  nlohmann::json document =
      nlohmann::json::parse(file_text(SPHLAB_SOURCE_DIR "/scenarios/still-water.json"));
  document["list"]["capacity"] = 16;
  const TemporaryFolder folder;
  Suite suite = small_suite();
  suite.scenarios.front().scenario = folder.write("short-list.json", document.dump()).string();
  suite.scenarios.front().states.resize(1);
  const CampaignOutcome outcome = run(suite);
  EXPECT_EQ(outcome.invalid_records, 1u);
  EXPECT_EQ(outcome.records, 1 + 2 * (1 + stages));
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_NE(messages_.front().find("list overflows"), std::string::npos);
  for (const Record& record : records_) {
    if (record.variant != "list-gather+per-particle") {
      EXPECT_EQ(record.validity.status, "ok");
      continue;
    }
    EXPECT_EQ(record.scope, "step");
    EXPECT_NE(record.validity.status.find("has 16"), std::string::npos) << record.validity.status;
    EXPECT_TRUE(record.samples.time_s.empty());
    EXPECT_FALSE(record.summary.median_s.has_value());
    EXPECT_FALSE(record.summary.mipps.has_value());
  }
  expect_schema(records_);
}

TEST_F(CampaignTest, WhatDoesNotFitTogetherIsRefusedBeforeAnythingIsMeasured) {
  Suite suite = small_suite();
  nlohmann::json document =
      nlohmann::json::parse(file_text(SPHLAB_SOURCE_DIR "/scenarios/still-water.json"));
  document["list"]["capacity"] = 65536;
  document["parameters"]["particles_per_depth"]["maximum"] = 200;
  document["time_stepping"]["dt"]["value"] = 1e-6;
  const TemporaryFolder folder;
  suite.scenarios.push_back(suite.scenarios.front());
  suite.scenarios.back().scenario = folder.write("long-list.json", document.dump()).string();
  suite.scenarios.back().parameters["particles_per_depth"] = 200;
  EXPECT_THROW(run(suite), OutOfMemory);
  EXPECT_TRUE(records_.empty());
}

TEST_F(CampaignTest, ASelectionLeavesOutTheRest) {
  Suite suite = small_suite();
  std::erase_if(suite.variants,
                [](const SuiteVariant& each) { return each.variant.stages.contains("list"); });
  suite.scenarios.front().states.resize(1);
  run(suite, {{"simt-*"}});
  ASSERT_FALSE(records_.empty());
  for (const Record& record : records_) {
    EXPECT_EQ(record.variant, "par-part-noloop");
    EXPECT_EQ(record.toolchain.name, "simt-w32");
  }
}

std::string refusal(const std::function<void()>& work, ExitCode code) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, code) << error.what();
    return error.what();
  }
  return "it was not refused";
}

TEST_F(CampaignTest, NamesTheToolchainThatIsAbsent) {
  Suite suite = small_suite();
  suite.toolchains = {"simt-w33"};
  const std::string text = refusal([&] { run(suite); }, ExitCode::not_available);
  EXPECT_NE(text.find("'simt-w33'"), std::string::npos) << text;
  EXPECT_NE(text.find("Present: "), std::string::npos) << text;
}

TEST_F(CampaignTest, RefusesWhatNoPackCanRun) {
  Suite suite = small_suite();
  suite.variants = {suite_variant("par-part-noloop", "no-such-*")};
  const std::string text = refusal([&] { run(suite); }, ExitCode::not_available);
  EXPECT_NE(text.find("'small'"), std::string::npos) << text;
}

TEST_F(CampaignTest, NamesTheStrategyThatIsUnknown) {
  Suite suite = small_suite();
  suite.variants = {suite_variant("list-gahter", "simt-*", "per-particle")};
  const std::string text = refusal([&] { run(suite); }, ExitCode::not_available);
  EXPECT_NE(text.find("'list-gather'"), std::string::npos) << text;
}

TEST_F(CampaignTest, ReachesATimeAndSaysWhatTheStateIs) {
  Suite suite = small_suite();
  suite.scenarios.front().states = {{0, {}}, {0, 0.05}};
  run(suite);
  std::set<std::uint64_t> steps;
  for (const Record& record : records_) {
    const Record::State& state = record.scenario.state;
    EXPECT_EQ(state.label, state.step == 0 ? "initial" : "t0.05");
    EXPECT_GT(state.wave_time_s.value(), 0);
    ASSERT_TRUE(state.neighbours.has_value());
    EXPECT_LE(static_cast<double>(state.neighbours->p05), state.neighbours->mean);
    EXPECT_GE(static_cast<double>(state.neighbours->p95), state.neighbours->mean);
    ASSERT_TRUE(state.cells.has_value());
    EXPECT_NEAR(static_cast<double>(state.cells->filled) * state.cells->mean,
                static_cast<double>(record.scenario.particles), 1e-6);
    if (state.step == 0) continue;
    steps.insert(state.step);
    const double wanted = 0.05 * *state.wave_time_s;
    EXPECT_GE(state.time_s, wanted);
    EXPECT_LT(state.time_s, 1.5 * wanted) << "no more than a cycle beyond it";
  }
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(*steps.begin() % 2, 0u) << "whole cycles";
}

TEST_F(CampaignTest, StartsFromTheStateThatAnEarlierCampaignHasReached) {
  Suite suite = small_suite();
  suite.scenarios.front().states = {{4, {}}};
  suite.variants.resize(1);
  run(suite);
  const std::string first = records_.front().scenario.state.hash;
  // one that steps with other sums
  suite.variants = {suite_variant("omp-asymmetric", "cpu-*")};
  run(suite);
  EXPECT_EQ(records_.front().scenario.state.hash, first);
  later_states_ = LaterStates(0);
  run(suite);
  EXPECT_NE(records_.front().scenario.state.hash, first) << "nothing was kept";
}

TEST_F(CampaignTest, ATimeThatIsNeverReachedIsRefused) {
  Suite suite = small_suite();
  suite.scenarios.front().states = {{0, 1e5}};
  EXPECT_NE(refusal([&] { run(suite); }, ExitCode::bad_input)
                .find("state 't100000' of scenario 'still-water'"),
            std::string::npos);
  suite.scenarios.front() = {"random-box", {{"cells_per_side", 4}}, {{0, 1.5}}, suite.policy};
  EXPECT_NE(refusal([&] { run(suite); }, ExitCode::bad_input)
                .find("scenarios[0].states: in scenario 'random-box' nothing falls"),
            std::string::npos);
  EXPECT_TRUE(records_.empty());
}

TEST_F(CampaignTest, ReadsEveryScenarioBeforeMeasuringTheFirst) {
  Suite suite = small_suite();
  suite.scenarios.push_back({"stil-water", {}, {SuiteState{}}, suite.policy});
  const std::string text = refusal([&] { run(suite); }, ExitCode::bad_input);
  EXPECT_NE(text.find("still-water"), std::string::npos) << text;
  EXPECT_TRUE(records_.empty());
}

TEST_F(CampaignTest, AWrongParameterIsFoundBeforeAnythingIsMeasured) {
  Suite suite = small_suite();
  suite.scenarios.push_back(
      {"still-water", {{"particles_per_hight", 4}}, {SuiteState{}}, suite.policy});
  refusal([&] { run(suite); }, ExitCode::bad_input);
  EXPECT_TRUE(records_.empty());
}

TEST(Contender, AStateWithAnErrorIsNotMeasured) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario water = adaptive_water();
  const SuiteVariant choice = suite_variant("list-gather", "simt-*", "per-particle");
  Contender contender;
  contender.pack = pack.pack;
  contender.choice = &choice;
  prepare(contender, *pack.runtime, water, nullptr);
  ASSERT_TRUE(contender.valid()) << contender.status;
  Scenario other = water;
  other.wcsph.sound_speed *= 1.01f;
  Oracle oracle(other);
  MissedByPolicy missed;
  MovingState moving(other, water.initial, 0, 0, "initial");
  verify_contender(contender, *pack.runtime, oracle, {"initial", water.initial, 0, 0}, missed,
                   moving);
  EXPECT_FALSE(contender.valid());
  EXPECT_FALSE(contender.checks.empty());
}

TEST(StateHash, SeesEveryBit) {
  ParticleState state = random_particles(2, 4, 1);
  const std::string hash = hash_of_state(state);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash_of_state(state), hash);
  state.velocity[7].z = -0.0f;
  EXPECT_NE(hash_of_state(state), hash);
  state.velocity[7].z = 0;
  EXPECT_EQ(hash_of_state(state), hash);
  state.identity[3] ^= 1;
  EXPECT_NE(hash_of_state(state), hash);
}

}  // namespace
}  // namespace sphlab::test
