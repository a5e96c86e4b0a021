// Suites that ask for what they exclude, for one thing twice, or for what never ends.
#include "harness/suites/suite_checks.hpp"

#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

using Edit = std::function<void(json&)>;

Suite loaded(const Edit& edit) {
  const TemporaryFile file(edited("suites/smoke.json", edit));
  return load_suite(file.path());
}

std::string refused_suite(const Edit& edit) {
  const TemporaryFile file(edited("suites/smoke.json", edit));
  const std::string message = input_error([&] { load_suite(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

std::string refused_policy(const json& changes) {
  return refused_suite([&](json& d) { d["policy"].update(changes); });
}

TEST(SuiteChecks, StepsAreAlwaysMeasuredInTheLoop) {
  for (const json& cache : {json{"flushed"}, json{"warm"}, json{"flushed", "warm"}})
    EXPECT_TRUE(mentions(refused_policy({{"cache", cache}}), {"policy.cache", "lacks \"loop\""}));
  EXPECT_TRUE(
      mentions(refused_suite([](json& d) { d["scenarios"][0]["policy"]["cache"] = {"warm"}; }),
               {"scenarios[0].policy.cache", "lacks \"loop\""}));
}

TEST(SuiteChecks, KeysWithoutEffectAreTold) {
  const Suite suite = loaded([](json& d) {
    d["policy"]["cache"] = {"loop"};
    d["policy"]["isolated_samples"] = 3;
    d["policy"]["stages_alone"] = {"forces"};
  });
  ASSERT_EQ(suite.notes.size(), 2u);
  EXPECT_TRUE(mentions(suite.notes[0], {"isolated_samples has no effect"}));
  EXPECT_TRUE(mentions(suite.notes[1], {"stages_alone has no effect"}));
  EXPECT_TRUE(loaded([](json&) {}).notes.empty());
  const Suite no_samples = loaded([](json& d) { d["policy"]["isolated_samples"] = 0; });
  ASSERT_EQ(no_samples.notes.size(), 1u);
  EXPECT_TRUE(mentions(no_samples.notes[0], {"cache has no effect"}));
}

TEST(SuiteChecks, AVariantStandsOnce) {
  const auto again = [](json& d) { d["variants"].push_back(d["variants"][0]); };
  EXPECT_TRUE(mentions(refused_suite(again), {"variants", "stands there twice"}));
  EXPECT_NO_THROW(loaded([&](json& d) {
    again(d);
    d["variants"].back()["forces"]["tuning"] = {{"threads", 1}};
  }));
  EXPECT_NO_THROW(loaded([&](json& d) {
    again(d);
    d["variants"].back()["physics"] = {"elastic"};
  }));
}

TEST(SuiteChecks, APolicyOfTheSuiteDoesNotRepeatOneOfAVariant) {
  EXPECT_TRUE(mentions(refused_suite([](json& d) {
                         d["variants"].push_back(d["variants"][0]);
                         d["variants"].back()["list_life"] = {{"interval", 3}};
                         d["list_life"] = {{{"interval", 3}}, {{"interval", 5}}};
                       }),
                       {"variants", "stands there twice"}));
}

TEST(SuiteChecks, AStateOfAScenarioStandsOnce) {
  const auto again = [](json& d) { d["scenarios"].push_back(d["scenarios"][0]); };
  EXPECT_TRUE(mentions(refused_suite(again), {"scenarios[1]", "that of scenarios[0]"}));
  EXPECT_NO_THROW(loaded([&](json& d) {
    again(d);
    d["scenarios"].back()["policy"]["rebuild_interval"] = 7;
  }));
  EXPECT_NO_THROW(loaded([&](json& d) {
    again(d);
    d["scenarios"].back()["states"] = {{{"step", 99}}};
  }));
}

TEST(SuiteChecks, OneOverrideForAllTakesOutWhatItMakesTheSame) {
  std::vector<SuiteScenario> scenarios(3);
  for (SuiteScenario& each : scenarios) {
    each.scenario = "still-water";
    each.states = {SuiteState{}};
  }
  scenarios[1].states.push_back({500, {}});
  scenarios[2].parameters["particles_per_depth"] = 4;
  EXPECT_EQ(take_out_repeated(scenarios).size(), 1u);
  ASSERT_EQ(scenarios.size(), 3u);
  EXPECT_EQ(scenarios[1].states.size(), 1u);
  scenarios[2].parameters.clear();
  EXPECT_EQ(take_out_repeated(scenarios).size(), 1u);
  EXPECT_EQ(scenarios.size(), 2u);
}

TEST(SuiteChecks, WhatNeverEndsIsRefusedWithItsNumber) {
  EXPECT_TRUE(mentions(refused_policy({{"blocks", 1000000}, {"cycles_per_block", 1000000}}),
                       {"policy", "blocks x", "come to"}));
  EXPECT_TRUE(mentions(refused_policy({{"warmup_cycles", 1000000}, {"blocks", 1000000}}),
                       {"policy", "warmup_cycles"}));
  EXPECT_TRUE(mentions(refused_policy({{"run_steps", 1000000}, {"run_samples", 1000000}}),
                       {"policy", "run_steps x run_samples"}));
  EXPECT_TRUE(mentions(refused_policy({{"asynchronous_calls", 200},
                                       {"asynchronous_samples", 1000000},
                                       {"asynchronous_seconds", 60}}),
                       {"policy", "asynchronous_samples x asynchronous_seconds"}));
  EXPECT_TRUE(mentions(refused_suite([](json& d) {
                         d["scenarios"][0]["states"] = {{{"step", 1000000000}}};
                       }),
                       {"scenarios[0].states", "1000000000 steps"}));
}

}  // namespace
}  // namespace sphlab
