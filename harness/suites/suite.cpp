#include "harness/suites/suite.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/scenarios/find_json.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/suites/suite_checks.hpp"
#include "harness/suites/suite_document.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {

namespace {

using nlohmann::json;

/// `base` with what `changes` names replaced.
MeasuringPolicy read_policy(const json& changes, const MeasuringPolicy& base) {
  MeasuringPolicy policy = base;
  read_key(changes, "warmup_cycles", policy.warmup_cycles);
  read_key(changes, "cycles_per_block", policy.cycles_per_block);
  read_key(changes, "blocks", policy.blocks);
  read_key(changes, "isolated_samples", policy.isolated_samples);
  read_key(changes, "asynchronous_calls", policy.asynchronous_calls);
  read_key(changes, "asynchronous_samples", policy.asynchronous_samples);
  read_key(changes, "asynchronous_seconds", policy.asynchronous_seconds);
  read_key(changes, "run_steps", policy.run_steps);
  read_key(changes, "run_samples", policy.run_samples);
  read_key(changes, "energy_seconds", policy.energy_seconds);
  read_key(changes, "energy_runs", policy.energy_runs);
  read_key(changes, "stages_alone", policy.stages_alone);
  read_key(changes, "stages_recorded", policy.stages_recorded);
  read_key(changes, "stop_relative_spread", policy.stop_relative_spread);
  read_key(changes, "seed", policy.seed);
  read_key(changes, "relocate", policy.relocate);
  if (changes.contains("rebuild_interval")) {
    policy.rebuild_interval = changes.at("rebuild_interval").get<std::uint32_t>();
  }
  if (!changes.contains("cache")) return policy;
  policy.cache.clear();
  for (const CacheMode mode : {CacheMode::loop, CacheMode::flushed, CacheMode::warm}) {
    const json& named = changes.at("cache");
    if (std::find(named.begin(), named.end(), cache_mode_name(mode)) != named.end()) {
      policy.cache.insert(mode);
    }
  }
  return policy;
}

SuiteState read_state(const json& value) {
  SuiteState state;
  read_key(value, "step", state.step);
  if (value.contains("time")) state.time = value.at("time").get<double>();
  return state;
}

bool is_earlier(const SuiteState& a, const SuiteState& b) {
  return std::pair(a.time.value_or(0), a.step) < std::pair(b.time.value_or(0), b.step);
}

SuiteScenario read_scenario(const json& value, const MeasuringPolicy& base) {
  SuiteScenario scenario;
  scenario.scenario = value.at("scenario").get<std::string>();
  read_key(value, "parameters", scenario.parameters);
  for (const json& state : value.value("states", json::array({{{"step", 0}}}))) {
    scenario.states.push_back(read_state(state));
  }
  std::sort(scenario.states.begin(), scenario.states.end(), is_earlier);
  scenario.policy = read_policy(value.value("policy", json::object()), base);
  return scenario;
}

std::vector<RebuildPolicy> read_policies(const json& document, const std::string& source) {
  const json values = document.value("list_life", json::array());
  std::vector<RebuildPolicy> policies;
  for (std::size_t i = 0; i < values.size(); ++i) {
    policies.push_back(read_rebuild_policy(values[i], fmt::format("{}: list_life[{}]", source, i)));
  }
  return policies;
}

}  // namespace

const char* cache_mode_name(CacheMode mode) {
  switch (mode) {
    case CacheMode::loop:
      return "loop";
    case CacheMode::flushed:
      return "flushed";
    case CacheMode::warm:
      return "warm";
  }
  return "";
}

std::string SuiteState::label() const {
  if (time) return fmt::format("t{}", *time);
  return step == 0 ? "initial" : fmt::format("step-{}", step);
}

bool toolchain_selected(const std::vector<std::string>& patterns, const std::string& toolchain) {
  const auto matches = [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), toolchain.c_str(), 0) == 0;
  };
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), matches);
}

bool SuiteVariant::applies_to(const std::string& pack_runtime, const std::string& toolchain) const {
  return (runtime.empty() || runtime == pack_runtime) && toolchain_selected(toolchains, toolchain);
}

bool Suite::works_on_host() const {
  return std::any_of(variants.begin(), variants.end(), [](const SuiteVariant& choice) {
    return choice.variant.forces_only.has_value();
  });
}

bool SuiteVariant::is_for(const std::string& scenario_physics) const {
  return physics.empty() ||
         std::find(physics.begin(), physics.end(), scenario_physics) != physics.end();
}

Suite load_suite(const std::filesystem::path& file, const std::vector<RebuildPolicy>& policies) {
  const json document = load_suite_document(file);
  Suite suite;
  suite.name = document.at("name").get<std::string>();
  suite.description = document.at("description").get<std::string>();
  suite.device = document.at("device").get<std::string>();
  if (document.at("toolchains").is_array()) read_key(document, "toolchains", suite.toolchains);
  read_key(document, "recorded", suite.recorded);
  suite.policy = read_policy(document.value("policy", json::object()), {});
  for (const json& scenario : document.at("scenarios")) {
    suite.scenarios.push_back(read_scenario(scenario, suite.policy));
  }
  const json& variants = document.at("variants");
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const std::string where = fmt::format("{}: variants[{}]", file.string(), i);
    suite.variants.push_back(read_variant(variants[i], where));
  }
  const std::vector<RebuildPolicy> own_policies = read_policies(document, file.string());
  if (!policies.empty()) {
    for (SuiteVariant& variant : suite.variants) variant.variant.rebuild.reset();
  }
  suite.variants = with_policies(suite.variants, policies.empty() ? own_policies : policies);
  check_suite(document, suite, file.string());
  suite.notes = keys_without_effect(document);
  return suite;
}

std::vector<SuiteVariant> with_policies(const std::vector<SuiteVariant>& variants,
                                        const std::vector<RebuildPolicy>& policies) {
  std::vector<SuiteVariant> all;
  for (const SuiteVariant& variant : variants) {
    if (policies.empty() || variant.variant.rebuild) {
      all.push_back(variant);
      continue;
    }
    for (const RebuildPolicy& rebuild : policies) {
      all.push_back(variant);
      all.back().variant.rebuild = rebuild;
    }
  }
  return all;
}

std::filesystem::path find_suite(const std::string& name,
                                 const std::vector<std::filesystem::path>& directories) {
  return find_json("suite", name, directories);
}

}  // namespace sphlab
