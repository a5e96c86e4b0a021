#include "harness/why/diagnosis.hpp"

namespace sphlab {
namespace {

void decide(StageDiagnosis& stage) {
  if (!stage.facts.call_s) return;
  for (const BottleneckRule& rule : bottleneck_rules()) {
    const auto evidence = rule.evidence(stage.facts);
    if (!evidence) continue;
    stage.bound = rule.bound;
    stage.rule = rule.name;
    stage.evidence = *evidence;
    return;
  }
}

StageDiagnosis diagnose_stage(const StageFacts& facts, const VariantFacts& variant) {
  StageDiagnosis stage{facts, Bottleneck::unknown, "", "", {}};
  decide(stage);
  for (const StageRule& rule : stage_rules()) {
    if (const auto remark = rule.remark({facts, variant, stage.bound}))
      stage.remarks.push_back({rule.name, *remark});
  }
  return stage;
}

}  // namespace

const StageDiagnosis* Diagnosis::main_stage() const {
  const StageDiagnosis* main = nullptr;
  for (const StageDiagnosis& stage : stages) {
    if (stage.facts.step_s() && (main == nullptr || *stage.facts.step_s() > *main->facts.step_s()))
      main = &stage;
  }
  return main;
}

Diagnosis diagnose(const VariantFacts& facts) {
  Diagnosis diagnosis{facts, {}, {}};
  for (const StageFacts& stage : facts.stages)
    diagnosis.stages.push_back(diagnose_stage(stage, facts));
  for (const VariantRule& rule : variant_rules()) {
    if (const auto remark = rule.remark(facts)) diagnosis.remarks.push_back({rule.name, *remark});
  }
  return diagnosis;
}

}  // namespace sphlab
