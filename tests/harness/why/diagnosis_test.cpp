// What is said of rows that an H200 recorded, and of rows that lack something.
#include <gtest/gtest.h>

#include "harness/why/variant_comparison.hpp"
#include "harness/why/why_json.hpp"
#include "tests/harness/why/recorded.hpp"
#include "tests/support/mentions.hpp"

namespace sphlab {
namespace {

constexpr std::uint64_t dam_break = 1037232;
constexpr std::uint64_t full_boxes = 3276800;   // 100 particles in each of 32³ cells
constexpr std::uint64_t sparse_boxes = 327680;  // 10
constexpr std::uint64_t few_particles = 5120;   // 10 in each of 8³ cells

const StageFacts& stage_of(const Diagnosis& diagnosis, const std::string& name) {
  for (const StageDiagnosis& stage : diagnosis.stages) {
    if (stage.facts.stage == name) return stage.facts;
  }
  throw std::out_of_range("no stage " + name);
}

TEST(RecordedVariants, HaveTheirStagesInTheOrderOfExecution) {
  const RecordedVariant row = recorded("traversals.jsonl", "list-gather+per-particle", dam_break);
  std::vector<std::string> names;
  for (const Record& stage : row.stages) names.push_back(stage.stage);
  EXPECT_EQ(names, (std::vector<std::string>{"hash", "sort", "cells", "reorder", "list", "forces",
                                             "time-step", "euler"}));
  ASSERT_TRUE(row.step);
  EXPECT_TRUE(row.alone_and_warm.empty());
}

TEST(RecordedVariants, TakeTheSeriesInTheLoopWhereThereIsOne) {
  const RecordedVariant row = recorded("cutoff.jsonl", "x-pencil-bulk", full_boxes);
  EXPECT_EQ(row.stages.front().scope, "stage");
  EXPECT_TRUE(row.alone_and_warm.contains("forces"));
}

TEST(Diagnosis, SharesAndReachesAreOfTheRecord) {
  const Diagnosis diagnosis = diagnosed("traversals.jsonl", "list-gather+per-particle", dam_break);
  const StageFacts& forces = stage_of(diagnosis, "forces");
  EXPECT_NEAR(forces.share.value(), 2 * *forces.call_s / *diagnosis.facts.step_s, 1e-12);
  double all = 0;
  for (const StageDiagnosis& stage : diagnosis.stages) all += stage.facts.share.value();
  EXPECT_NEAR(all, 1, 0.05);
  const double l1 = all_sources().limits->per_second.at("l1");
  EXPECT_NEAR(forces.reach_of("l1").value(), *forces.work.bytes / (l1 * *forces.call_s), 1e-12);
  EXPECT_FALSE(forces.reach_of("copy"));
  EXPECT_TRUE(stage_of(diagnosis, "euler").reach_of("copy"));
}

TEST(Diagnosis, FactsOfTheWholeAreOfTheRecord) {
  const VariantFacts facts =
      diagnosed("traversals.jsonl", "list-gather+per-particle", dam_break).facts;
  EXPECT_NEAR(facts.fills.value(), 1037232.0 / (132 * 2048), 1e-12);
  EXPECT_NEAR(facts.relative_clock.value(), 1, 0.01);
  double rebuilds = 0;
  for (const StageFacts& stage : facts.stages) {
    if (stage.calls_per_step < 1) rebuilds += stage.share.value();
  }
  EXPECT_NEAR(facts.rebuild_share.value(), rebuilds, 1e-12);
  ASSERT_TRUE(facts.list);
  EXPECT_EQ(facts.list->format, "split-interleaved");
  EXPECT_GT(facts.list->used.value(), 0.3);
  EXPECT_LT(facts.list->used.value(), 1);
}

TEST(Diagnosis, OfAStageThatWasNotCalledHasNoShare) {
  RecordedVariant row = recorded("traversals.jsonl", "list-gather+per-particle", dam_break);
  for (Record& stage : row.stages) {
    if (stage.stage == "list") stage.calls_per_step = 0;
  }
  const Diagnosis diagnosis = diagnose(facts_of(row, all_sources()));
  EXPECT_FALSE(stage_of(diagnosis, "list").share);
  const Diagnosis with = diagnosed("traversals.jsonl", "list-gather+per-particle", dam_break);
  EXPECT_TRUE(mentions(compare_variants(diagnosis, with).paragraph, {"A has no time of it"}));
}

TEST(Diagnosis, SaysWhatTheProfilesOfTheBoxesSay) {
  const auto forces = [](const char* variant, std::uint64_t particles) {
    return diagnosed("cutoff.jsonl", variant, particles).main_stage()->bound;
  };
  EXPECT_EQ(forces("x-pencil-bulk", full_boxes), Bottleneck::issue);
  EXPECT_EQ(forces("par-part-noloop", full_boxes), Bottleneck::issue);
  EXPECT_EQ(forces("all-in-sm", full_boxes), Bottleneck::issue);
  EXPECT_EQ(forces("all-in-sm", sparse_boxes), Bottleneck::divergence);
  EXPECT_EQ(forces("par-part-noloop", few_particles), Bottleneck::latency);
}

TEST(Diagnosis, LeavesOpenWhatNoFactDecides) {
  const Diagnosis diagnosis = diagnosed("traversals.jsonl", "rows", dam_break);
  EXPECT_EQ(diagnosis.main_stage()->bound, Bottleneck::unknown);
  EXPECT_TRUE(mentions(paragraph_of(diagnosis),
                       {"What bounds forces is not known", "6.1 candidates", "of 32 lanes",
                        "a list would test candidates once a rebuild"}));
  const std::vector<std::string> absent = absent_facts(diagnosis);
  ASSERT_EQ(absent.size(), 1u);
  EXPECT_TRUE(mentions(absent.front(), {"no profile of forces", "ci/profile"}));
}

TEST(Diagnosis, WithoutLimitsCountsAndProfilesSaysSo) {
  const Diagnosis diagnosis =
      diagnose(facts_of(recorded("traversals.jsonl", "rows", dam_break), FactSources{}));
  EXPECT_TRUE(diagnosis.main_stage()->facts.reaches.empty());
  EXPECT_TRUE(mentions(paragraph_of(diagnosis), {"no limits to hold its work against"}));
  std::string absent;
  for (const std::string& each : absent_facts(diagnosis)) absent += each + "\n";
  EXPECT_TRUE(mentions(absent, {"no limits of NVIDIA H200", "sphlab limits", "no profile",
                                "--count particles_per_height=SMALL"}));
}

TEST(Diagnosis, OfACpuAsksForNoProfile) {
  RecordedVariant row = recorded("traversals.jsonl", "rows", dam_break);
  row.step->runtime.name = "host";
  EXPECT_TRUE(absent_facts(diagnose(facts_of(row, all_sources()))).empty());
}

TEST(Diagnosis, WithoutResourcesTellsNoOccupancy) {
  RecordedVariant row = recorded("traversals.jsonl", "rows", dam_break);
  for (Record& stage : row.stages) stage.kernels.clear();
  const Diagnosis diagnosis = diagnose(facts_of(row, all_sources()));
  EXPECT_TRUE(mentions(absent_facts(diagnosis).front(), {"no registers of forces"}));
}

TEST(Diagnosis, OfTimesThatAreNoneConcludesNothing) {
  for (const std::optional<double>& none : {std::optional<double>(0), std::optional<double>()}) {
    RecordedVariant row = recorded("traversals.jsonl", "rows", dam_break);
    row.step->summary.median_s = none;
    for (Record& stage : row.stages) stage.summary.median_s = none;
    const Diagnosis diagnosis = diagnose(facts_of(row, all_sources()));
    EXPECT_EQ(diagnosis.main_stage(), nullptr);
    for (const StageDiagnosis& stage : diagnosis.stages) {
      EXPECT_EQ(stage.bound, Bottleneck::unknown);
      EXPECT_FALSE(stage.facts.share);
    }
    EXPECT_TRUE(why_json(diagnosis).at("step_s").is_null());
  }
}

TEST(Diagnosis, LeavesOutAProfileOfAnotherKernel) {
  RecordedVariant row = recorded("cutoff.jsonl", "all-in-sm", full_boxes);
  for (Record& stage : row.stages) stage.kernels.back().registers = 99;
  const Diagnosis diagnosis = diagnose(facts_of(row, all_sources()));
  EXPECT_FALSE(diagnosis.main_stage()->facts.profiled);
  EXPECT_TRUE(mentions(absent_facts(diagnosis).front(), {"cutoff.profile.jsonl", "another build"}));
}

TEST(Diagnosis, RefusesLimitsOfAnotherDevice) {
  FactSources sources = all_sources();
  sources.limits->device = "NVIDIA A100";
  EXPECT_THROW(facts_of(recorded("traversals.jsonl", "rows", dam_break), sources), InputError);
}

TEST(Comparison, TellsWorkFromRate) {
  const Diagnosis rows = diagnosed("traversals.jsonl", "rows", dam_break);
  const Diagnosis list = diagnosed("traversals.jsonl", "list-gather+per-particle", dam_break);
  const VariantComparison comparison = compare_variants(rows, list);
  EXPECT_NEAR(comparison.ratio.value(), *list.facts.step_s / *rows.facts.step_s, 1e-12);
  EXPECT_TRUE(mentions(comparison.paragraph,
                       {"times as fast", "A looks at 6.1 times as many pairs in a step"}));
  EXPECT_TRUE(comparison.caveats.empty());
}

TEST(Comparison, TellsTheFactsThatDifferWhereTheWorkIsTheSame) {
  const VariantComparison comparison =
      compare_variants(diagnosed("traversals.jsonl", "rows", dam_break),
                       diagnosed("traversals.jsonl", "all-in-sm", dam_break));
  EXPECT_TRUE(mentions(comparison.paragraph,
                       {"the work is the same", "16 of 64 (limited by shared memory)"}));
}

TEST(Comparison, TellsFewerInstructionsWhereProfilesCountThem) {
  const VariantComparison comparison =
      compare_variants(diagnosed("cutoff.jsonl", "x-pencil-bulk", full_boxes),
                       diagnosed("cutoff.jsonl", "par-part-noloop", full_boxes));
  EXPECT_TRUE(mentions(comparison.paragraph, {"warp instructions 4.77 G against 4.17 G"}));
}

TEST(Comparison, OfOneVariantWithItselfIsNoDifference) {
  const Diagnosis rows = diagnosed("traversals.jsonl", "rows", dam_break);
  const VariantComparison comparison = compare_variants(rows, rows);
  EXPECT_TRUE(comparison.is_within_spread);
  EXPECT_TRUE(mentions(comparison.paragraph, {"no difference"}));
}

TEST(Comparison, NamesWhatMakesTwoRowsIncomparable) {
  const RecordedVariant boxes = recorded("cutoff.jsonl", "all-in-sm", full_boxes);
  EXPECT_TRUE(mentions(incomparable(boxes, recorded("traversals.jsonl", "rows", dam_break)),
                       {"scenario random-box-uncut and dam-break-lj"}));
  EXPECT_EQ(incomparable(boxes, boxes), "");
  RecordedVariant others = boxes;
  others.step->scenario.parameters["cells_per_side"] = 16;
  EXPECT_TRUE(mentions(incomparable(boxes, others), {"cells_per_side=32", "cells_per_side=16"}));
}

TEST(WhyJson, SaysWhatTheReportSays) {
  const Diagnosis rows = diagnosed("traversals.jsonl", "rows", dam_break);
  const Diagnosis list = diagnosed("traversals.jsonl", "list-gather+per-particle", dam_break);
  const auto json = why_json(rows, list, compare_variants(rows, list));
  EXPECT_EQ(json.at("schema"), "sphlab-why/1");
  EXPECT_EQ(json.at("variant"), "rows");
  EXPECT_EQ(json.at("against").at("variant"), "list-gather+per-particle");
  EXPECT_EQ(json.at("paragraph"), paragraph_of(rows));
  const auto& forces = json.at("stages").at(4);
  EXPECT_EQ(forces.at("stage"), "forces");
  EXPECT_EQ(forces.at("bound"), "not known");
  EXPECT_TRUE(forces.at("rule").is_null());
  EXPECT_TRUE(forces.at("profile").is_null());
  EXPECT_EQ(forces.at("kernels").at(0).at("residency").at("warps"), 40);
  EXPECT_GT(json.at("comparison").at("stages").size(), 7u);
}

}  // namespace
}  // namespace sphlab
