// Facts for rules to be asked about: of a stage that nothing is said of, until a test adds it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/why/rules.hpp"

namespace sphlab {

/// A force pass of 100 µs, twice in a step of 400.
inline StageFacts plain_stage(const std::string& name = "forces") {
  StageFacts stage;
  stage.stage = name;
  stage.is_over_pairs = name == "forces" || name == "list";
  stage.series = "stage, loop";
  stage.call_s = 1e-4;
  stage.calls_per_step = 2;
  stage.share = 0.5;
  return stage;
}

inline StageFacts with_profile(const std::map<std::string, double>& metrics) {
  StageFacts stage = plain_stage();
  stage.profiled = ProfiledStage{"a.profile.jsonl", "Nsight Compute", "forces()", 1, metrics};
  return stage;
}

inline StageFacts with_reach(const std::string& limit, double share,
                             const std::string& name = "forces") {
  StageFacts stage = plain_stage(name);
  stage.reaches = {{limit, share}};
  return stage;
}

/// A variant whose step takes 400 µs, rebuilt every ten steps.
inline VariantFacts plain_variant() {
  VariantFacts variant;
  Record record;
  record.variant = "rows";
  record.device.name = "NVIDIA H200";
  record.device.architecture = "sm_90";
  record.scenario.name = "dam-break-lj";
  record.scenario.particles = 1'000'000;
  record.list_life = Record::ListLife{"interval", 10, 1, 0.1, std::nullopt};
  record.validity.status = "ok";
  record.summary.median_s = 4e-4;
  variant.recorded.step = record;
  variant.step_s = 4e-4;
  return variant;
}

}  // namespace sphlab
