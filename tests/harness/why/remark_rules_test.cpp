// Each rule that remarks on a stage or a variant fires on the fact that it is for, and not beside
// it.
#include <gtest/gtest.h>

#include <set>

#include "tests/harness/why/facts.hpp"

namespace sphlab {
namespace {

StageFacts testing(double candidates) {
  StageFacts stage = plain_stage();
  stage.work.accepted_pairs = 1e6;
  stage.work.candidate_pairs = candidates * 1e6;
  return stage;
}

StageFacts with_lanes(double lanes) {
  StageFacts stage = plain_stage();
  stage.counted.emplace();
  stage.counted->runs = 100;
  stage.counted->run_lanes = 100 * lanes;
  return stage;
}

/// Of its sectors half are of loads and half of stores, each used to a share.
StageFacts with_use(double of_loads, double of_stores) {
  StageFacts stage = plain_stage();
  stage.counted.emplace();
  stage.counted->loads = {10, 3200 * of_loads, 100};
  stage.counted->stores = {10, 3200 * of_stores, 100};
  return stage;
}

/// A list, with so many entries in each sector that its build writes.
StageFacts writing(double entries) {
  StageFacts stage = plain_stage("list");
  stage.counted.emplace();
  stage.counted->stores = {10, 3200, 100};
  stage.counted->accepted_pairs = 100 * entries;
  return stage;
}

StageFacts with_kernel(std::uint64_t registers, std::uint64_t spills) {
  StageFacts stage = plain_stage();
  Record::Kernel kernel{"forces", registers, 0, spills, 0, 128, std::nullopt};
  stage.kernels = {{kernel, residency_of(*find_multiprocessor("sm_90"), kernel)}};
  return stage;
}

struct StageCase {
  const char* rule;
  StageFacts fires;
  const char* text;    ///< a part of what is told
  const char* remedy;  ///< likewise; "" for none
  StageFacts is_silent;
};

std::vector<StageCase> stage_cases() {
  return {
      {"many-tests", testing(6.1), "6.1 candidates", "once a rebuild", testing(1.9)},
      {"idle-lanes", with_lanes(14.6), "14.6 of 32", "", with_lanes(24)},
      {"scattered-loads", with_use(0.3, 1), "use 30 %", "", with_use(0.6, 0.2)},
      {"scattered-stores", with_use(1, 0.15), "use 15 %", "", with_use(0.1, 0.6)},
      {"sparse-entries", writing(1.1), "for every 1.1 entries", "chunks", writing(2)},
      {"spills", with_kernel(32, 24), "spills 24 bytes", "end the spills", with_kernel(32, 0)},
      {"few-warps", with_kernel(72, 0), "28 of 64 warps of forces, limited by registers",
       "64 registers", with_kernel(64, 0)},
  };
}

const StageRule& stage_rule_named(const std::string& name) {
  for (const StageRule& rule : stage_rules()) {
    if (rule.name == name) return rule;
  }
  throw std::out_of_range("no rule " + name);
}

TEST(StageRules, FireOnTheirFactAndNotBesideIt) {
  const VariantFacts variant = plain_variant();
  for (const StageCase& each : stage_cases()) {
    const StageRule& rule = stage_rule_named(each.rule);
    const auto remark = rule.remark({each.fires, variant, Bottleneck::unknown});
    ASSERT_TRUE(remark) << each.rule;
    EXPECT_NE(remark->text.find(each.text), std::string::npos) << remark->text;
    EXPECT_NE(remark->remedy.find(each.remedy), std::string::npos) << remark->remedy;
    EXPECT_EQ(remark->remedy.empty(), std::string(each.remedy).empty()) << remark->remedy;
    EXPECT_FALSE(rule.remark({each.is_silent, variant, Bottleneck::unknown})) << each.rule;
    EXPECT_FALSE(rule.remark({plain_stage(), variant, Bottleneck::unknown})) << each.rule;
  }
}

TEST(StageRules, HaveACaseEach) {
  std::multiset<std::string> rules;
  std::multiset<std::string> cases;
  for (const StageRule& rule : stage_rules()) rules.insert(rule.name);
  for (const StageCase& each : stage_cases()) cases.insert(each.rule);
  EXPECT_EQ(rules, cases);
}

TEST(StageRules, OfferMoreWarpsWhereNothingIsBusyAlone) {
  const StageFacts stage = with_kernel(72, 0);
  const VariantFacts variant = plain_variant();
  const auto remedy = [&](Bottleneck bound) {
    return stage_rule_named("few-warps").remark({stage, variant, bound})->remedy;
  };
  EXPECT_FALSE(remedy(Bottleneck::latency).empty());
  EXPECT_TRUE(remedy(Bottleneck::issue).empty());
}

TEST(StageRules, OfferNoListWhereEachStepRebuilds) {
  VariantFacts variant = plain_variant();
  variant.recorded.step->list_life->rebuilds_per_step = 1;
  const StageFacts stage = testing(6);
  EXPECT_TRUE(
      stage_rule_named("many-tests").remark({stage, variant, Bottleneck::unknown})->remedy.empty());
}

TEST(StageRules, OfferNoStrategyToItself) {
  StageFacts stage = with_lanes(14);
  stage.work = testing(6).work;
  const VariantFacts variant = plain_variant();
  const auto remedy = [&] {
    return stage_rule_named("idle-lanes").remark({stage, variant, Bottleneck::unknown})->remedy;
  };
  stage.strategy = "rows";
  EXPECT_NE(remedy().find("rows-compacted"), std::string::npos);
  stage.strategy = "rows-compacted";
  EXPECT_TRUE(remedy().empty());
}

TEST(StageRules, TellIdleLanesOfADivergentStageOnce) {
  const StageFacts stage = with_lanes(10);
  const VariantFacts variant = plain_variant();
  EXPECT_FALSE(stage_rule_named("idle-lanes").remark({stage, variant, Bottleneck::divergence}));
}

VariantFacts rebuilding(double share) {
  VariantFacts variant = plain_variant();
  variant.rebuild_share = share;
  return variant;
}

VariantFacts with_list(double used) {
  VariantFacts variant = plain_variant();
  variant.list = ListFacts{"split-interleaved", 498'000'000, used};
  return variant;
}

VariantFacts with_gaps(double share) {
  VariantFacts variant = plain_variant();
  variant.recorded.step->summary.unexplained_fraction = share;
  return variant;
}

VariantFacts filling(double share) {
  VariantFacts variant = plain_variant();
  variant.fills = share;
  return variant;
}

VariantFacts clocked(double share) {
  VariantFacts variant = plain_variant();
  variant.relative_clock = share;
  return variant;
}

struct VariantCase {
  const char* rule;
  VariantFacts fires;
  const char* text;
  VariantFacts is_silent;
};

std::vector<VariantCase> variant_cases() {
  return {
      {"costly-rebuilds", rebuilding(0.4), "takes 40 % of the step, at one rebuild in 10",
       rebuilding(0.2)},
      {"roomy-list", with_list(0.48), "48 % of the list's 498 MB", with_list(0.5)},
      {"gaps", with_gaps(0.08), "8 % of the step are gaps", with_gaps(0.04)},
      {"small-problem", filling(0.31), "31 % of the threads", filling(1)},
      {"slow-clock", clocked(0.8), "80 % of the device's highest", clocked(0.96)},
  };
}

const VariantRule& variant_rule_named(const std::string& name) {
  for (const VariantRule& rule : variant_rules()) {
    if (rule.name == name) return rule;
  }
  throw std::out_of_range("no rule " + name);
}

TEST(VariantRules, FireOnTheirFactAndNotBesideIt) {
  for (const VariantCase& each : variant_cases()) {
    const VariantRule& rule = variant_rule_named(each.rule);
    const auto remark = rule.remark(each.fires);
    ASSERT_TRUE(remark) << each.rule;
    EXPECT_NE(remark->text.find(each.text), std::string::npos) << remark->text;
    EXPECT_FALSE(rule.remark(each.is_silent)) << each.rule;
    EXPECT_FALSE(rule.remark(plain_variant())) << each.rule;
  }
}

TEST(VariantRules, HaveACaseEach) {
  std::multiset<std::string> rules;
  std::multiset<std::string> cases;
  for (const VariantRule& rule : variant_rules()) rules.insert(rule.name);
  for (const VariantCase& each : variant_cases()) cases.insert(each.rule);
  EXPECT_EQ(rules, cases);
}

TEST(VariantRules, TellOverlapFromGaps) {
  EXPECT_NE(
      variant_rule_named("gaps").remark(with_gaps(-0.06))->text.find("6 % more than the step"),
      std::string::npos);
}

}  // namespace
}  // namespace sphlab
