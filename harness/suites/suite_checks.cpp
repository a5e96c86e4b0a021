#include "harness/suites/suite_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/scenarios/run_length.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr double seconds_of_a_day = 86400;

/// Whether a policy, itself and not what it changes, says so.
bool says(const json& policy, const char* key, std::uint64_t value) {
  return policy.contains(key) && policy.at(key) == value;
}

/// Checks an object named "policy" for contradictions. @param where file and key.
void check_said(const json& policy, const std::string& where) {
  if (!policy.contains("cache")) return;
  const json& cache = policy.at("cache");
  const auto is_loop = [](const json& mode) { return mode == cache_mode_name(CacheMode::loop); };
  if (std::any_of(cache.begin(), cache.end(), is_loop)) return;
  throw InputError(fmt::format(
      "{}.cache: lacks \"loop\", and steps are always measured in the loop. Add it; \"flushed\" "
      "and \"warm\" are of stages alone.",
      where));
}

void require_few(double number, double most, const std::string& what, const std::string& where) {
  if (number <= most) return;
  throw InputError(
      fmt::format("{}: {} of each variant in each state come to {:.2g}, more than "
                  "{:.2g}. Choose fewer.",
                  where, what, number, most));
}

/// Bounds what a variant takes in one state.
void check_numbers(const MeasuringPolicy& policy, const std::string& where) {
  const double cycles = static_cast<double>(policy.warmup_cycles) + policy.cycles_per_block;
  const double interval = policy.rebuild_interval.value_or(10);
  require_few(policy.blocks * cycles * interval, longest_run_steps,
              "the steps of blocks x (warmup_cycles + cycles_per_block)", where);
  require_few(static_cast<double>(policy.run_steps) * policy.run_samples, longest_run_steps,
              "the steps of run_steps x run_samples", where);
  if (policy.asynchronous_calls > 0) {
    require_few(policy.asynchronous_samples * policy.asynchronous_seconds, seconds_of_a_day,
                "the seconds of asynchronous_samples x asynchronous_seconds", where);
  }
}

void check_states(const SuiteScenario& scenario, const std::string& where) {
  for (const SuiteState& state : scenario.states) {
    if (static_cast<double>(state.step) <= longest_run_steps) continue;
    throw InputError(
        fmt::format("{}.states: step {} would take {} steps, more than {:.0e}. Name an "
                    "earlier one.",
                    where, state.step, state.step, longest_run_steps));
  }
}

/// The scenario of an entry, with all that makes another measurement of it.
std::string scenario_key(const SuiteScenario& entry) {
  std::string key = entry.scenario;
  for (const auto& [name, value] : entry.parameters) key += fmt::format(" {}={}", name, value);
  if (entry.policy.rebuild_interval)
    key += fmt::format(" every {}", *entry.policy.rebuild_interval);
  return key;
}

void require_distinct_scenarios(std::vector<SuiteScenario> scenarios, const std::string& source) {
  const std::vector<std::string> repeated = take_out_repeated(scenarios);
  if (repeated.empty()) return;
  throw InputError(
      fmt::format("{}: {}: it would be measured once. Leave one out.", source, repeated.front()));
}

/// Whether all packs and scenarios of one are those of the other. Where patterns of toolchains only
/// overlap, whoever holds the packs says so.
bool are_for_the_same(const SuiteVariant& a, const SuiteVariant& b) {
  return a.runtime == b.runtime && a.toolchains == b.toolchains && a.physics == b.physics;
}

void require_distinct_variants(const std::vector<SuiteVariant>& variants,
                               const std::string& source) {
  for (std::size_t k = 0; k < variants.size(); ++k) {
    for (std::size_t earlier = 0; earlier < k; ++earlier) {
      if (!are_for_the_same(variants[k], variants[earlier]) ||
          variant_key(variants[k]) != variant_key(variants[earlier]))
        continue;
      throw InputError(
          fmt::format("{}: variants: '{}' stands there twice, and would be measured once. Leave "
                      "one out, or let them differ.",
                      source, variants[k].variant.name()));
    }
  }
}

}  // namespace

std::string variant_key(const SuiteVariant& variant) {
  SuiteVariant anywhere = variant;
  anywhere.runtime.clear();
  anywhere.toolchains.clear();
  anywhere.physics.clear();
  return variant_json(anywhere).dump();
}

std::vector<std::string> keys_without_effect(const json& document) {
  const json policy = document.value("policy", json::object());
  const bool loop_alone = policy.contains("cache") && policy.at("cache").size() == 1;
  const bool no_calls =
      says(policy, "asynchronous_calls", 0) || !policy.contains("asynchronous_calls");
  const bool no_samples = says(policy, "isolated_samples", 0);
  std::vector<std::string> notes;
  if (loop_alone && policy.contains("isolated_samples") && !no_samples)
    notes.emplace_back("policy.isolated_samples has no effect: cache names \"loop\" alone");
  if (policy.contains("cache") && !loop_alone && no_samples)
    notes.emplace_back("policy.cache has no effect: isolated_samples is 0");
  if (policy.contains("stages_alone") && no_calls && (loop_alone || no_samples))
    notes.emplace_back("policy.stages_alone has no effect: no stage is measured alone");
  return notes;
}

std::vector<std::string> take_out_repeated(std::vector<SuiteScenario>& scenarios) {
  std::vector<std::string> taken;
  for (std::size_t k = 0; k < scenarios.size(); ++k) {
    for (std::size_t earlier = 0; earlier < k; ++earlier) {
      if (scenario_key(scenarios[k]) != scenario_key(scenarios[earlier])) continue;
      std::erase_if(scenarios[k].states, [&](const SuiteState& state) {
        const auto is_it = [&](const SuiteState& other) { return other.label() == state.label(); };
        const auto& others = scenarios[earlier].states;
        if (std::none_of(others.begin(), others.end(), is_it)) return false;
        taken.push_back(fmt::format("scenarios[{}]: state '{}' of '{}' is that of scenarios[{}]", k,
                                    state.label(), scenarios[k].scenario, earlier));
        return true;
      });
    }
  }
  std::erase_if(scenarios, [](const SuiteScenario& entry) { return entry.states.empty(); });
  return taken;
}

void check_suite(const json& document, const Suite& suite, const std::string& source) {
  check_said(document.value("policy", json::object()), source + ": policy");
  check_numbers(suite.policy, source + ": policy");
  const json& scenarios = document.at("scenarios");
  for (std::size_t k = 0; k < scenarios.size(); ++k) {
    const std::string where = fmt::format("{}: scenarios[{}]", source, k);
    check_said(scenarios[k].value("policy", json::object()), where + ".policy");
    check_numbers(suite.scenarios[k].policy, where + ".policy");
    check_states(suite.scenarios[k], where);
  }
  require_distinct_scenarios(suite.scenarios, source);
  require_distinct_variants(suite.variants, source);
}

}  // namespace sphlab
