// Each rule that tells what a stage is bound by fires on the fact that it is for, and not beside
// it.
#include <gtest/gtest.h>

#include <set>

#include "harness/why/diagnosis.hpp"
#include "tests/harness/why/facts.hpp"

namespace sphlab {
namespace {

StageFacts outside_l2(double share) {
  StageFacts stage = with_reach("copy", share, "euler");
  stage.fits_l2 = false;
  return stage;
}

StageFacts inside_l2(double share) {
  StageFacts stage = with_reach("copy", share, "euler");
  stage.fits_l2 = true;
  return stage;
}

StageFacts with_counted_pipe(double share) {
  StageFacts stage = plain_stage();
  stage.counted_pipe = share;
  return stage;
}

/// Facts on both sides of the line that a rule draws.
struct RuleCase {
  const char* rule;
  Bottleneck bound;
  StageFacts fires;
  const char* evidence;  ///< a part of what is told
  StageFacts is_silent;
};

std::vector<RuleCase> rule_cases() {
  const std::map<std::string, double> calm{{"compute_throughput", 40},
                                           {"memory_throughput", 30},
                                           {"issue_slots_busy", 59},
                                           {"waves", 4}};
  std::map<std::string, double> busy = calm;
  busy["issue_slots_busy"] = 61;
  return {
      {"profiled-not-full", Bottleneck::latency,
       with_profile({{"waves", 0.3}, {"issue_slots_busy", 70}}), "fill 30 %",
       with_profile({{"waves", 0.95}, {"issue_slots_busy", 70}})},
      {"profiled-memory", Bottleneck::memory, with_profile({{"dram_throughput", 80}}), "80 % busy",
       with_profile({{"dram_throughput", 59}})},
      {"profiled-l1", Bottleneck::l1,
       with_profile({{"lsu_wavefronts_busy", 75}, {"issue_slots_busy", 70}}), "75 % busy",
       with_profile({{"lsu_wavefronts_busy", 75}, {"issue_slots_busy", 80}})},
      {"profiled-divergence", Bottleneck::divergence,
       with_profile({{"issue_slots_busy", 85}, {"active_lanes", 13}}), "13.0 of 32 lanes",
       with_profile({{"issue_slots_busy", 85}, {"active_lanes", 16}})},
      {"profiled-issue", Bottleneck::issue, with_profile({{"issue_slots_busy", 60}}), "60 %",
       with_profile({{"issue_slots_busy", 59}})},
      {"profiled-arithmetic", Bottleneck::arithmetic, with_profile({{"compute_throughput", 66}}),
       "66 % busy", with_profile({{"compute_throughput", 50}})},
      {"profiled-l2", Bottleneck::l2,
       with_profile({{"memory_throughput", 70}, {"lsu_wavefronts_busy", 40}}), "70 % busy",
       with_profile({{"memory_throughput", 59}, {"lsu_wavefronts_busy", 40}})},
      {"profiled-latency", Bottleneck::latency, with_profile(calm), "the issue slots, 59 %",
       with_profile(busy)},
      {"declared-launch", Bottleneck::launch, with_reach("launch", 0.7), "70 % of the time",
       with_reach("launch", 0.5)},
      {"declared-memory", Bottleneck::memory, outside_l2(0.8), "80 %", outside_l2(1.1)},
      {"declared-beyond-l1", Bottleneck::beyond_l1, inside_l2(0.8), "fit into L2", inside_l2(0.5)},
      {"declared-arithmetic", Bottleneck::arithmetic, with_reach("fma", 0.6), "60 %",
       with_reach("fma", 0.59)},
      {"counted-l1", Bottleneck::l1, with_counted_pipe(0.65), "65 %", with_counted_pipe(1.2)},
  };
}

const BottleneckRule& rule_named(const std::string& name) {
  for (const BottleneckRule& rule : bottleneck_rules()) {
    if (rule.name == name) return rule;
  }
  throw std::out_of_range("no rule " + name);
}

TEST(BottleneckRules, FireOnTheirFactAndNotBesideIt) {
  for (const RuleCase& each : rule_cases()) {
    const BottleneckRule& rule = rule_named(each.rule);
    EXPECT_EQ(rule.bound, each.bound) << each.rule;
    const auto evidence = rule.evidence(each.fires);
    ASSERT_TRUE(evidence) << each.rule;
    EXPECT_NE(evidence->find(each.evidence), std::string::npos) << each.rule << ": " << *evidence;
    EXPECT_FALSE(rule.evidence(each.is_silent)) << each.rule;
    EXPECT_FALSE(rule.evidence(plain_stage())) << each.rule << " knows nothing";
  }
}

TEST(BottleneckRules, HaveACaseEach) {
  std::multiset<std::string> rules;
  std::multiset<std::string> cases;
  for (const BottleneckRule& rule : bottleneck_rules()) rules.insert(rule.name);
  for (const RuleCase& each : rule_cases()) cases.insert(each.rule);
  EXPECT_EQ(rules, cases);
}

TEST(BottleneckRules, TheFirstThatFiresDecides) {
  for (const RuleCase& each : rule_cases()) {
    VariantFacts variant = plain_variant();
    variant.stages = {each.fires};
    EXPECT_EQ(diagnose(variant).stages.front().rule, each.rule);
  }
}

TEST(BottleneckRules, AProfileComesBeforeDeclaredWork) {
  VariantFacts variant = plain_variant();
  variant.stages = {with_profile({{"issue_slots_busy", 80}})};
  variant.stages.front().reaches = {{"fma", 0.9}};
  EXPECT_EQ(diagnose(variant).stages.front().bound, Bottleneck::issue);
}

TEST(BottleneckRules, WithoutATimeNothingIsDecided) {
  VariantFacts variant = plain_variant();
  variant.stages = {with_profile({{"issue_slots_busy", 80}})};
  variant.stages.front().call_s.reset();
  EXPECT_EQ(diagnose(variant).stages.front().bound, Bottleneck::unknown);
}

}  // namespace
}  // namespace sphlab
