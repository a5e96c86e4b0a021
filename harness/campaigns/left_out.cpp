#include "harness/campaigns/left_out.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/stepping/pass_mirror.hpp"
#include "harness/suites/suite_checks.hpp"

namespace sphlab {
namespace {

constexpr std::size_t most_named = 8;

bool have_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return a.empty() || b.empty() || std::any_of(a.begin(), a.end(), [&](const std::string& name) {
           return std::find(b.begin(), b.end(), name) != b.end();
         });
}

/// Names without repetitions, and no more of them than a line holds.
std::string some_of(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() <= most_named) return fmt::format("{}", fmt::join(names, ", "));
  const std::size_t more = names.size() - most_named;
  names.resize(most_named);
  return fmt::format("{} and {} more", fmt::join(names, ", "), more);
}

void require_known_stages(const std::set<std::string>& named, const char* key, const Suite& suite,
                          const FoundBySuite& found) {
  std::set<std::string> known = found.stages;
  if (!found.knows_all_stages) {
    known.insert(found.timed_names.begin(), found.timed_names.end());
    known.insert({upload_stage, download_stage});
  }
  for (const std::string& stage : named) {
    if (known.contains(stage)) continue;
    throw InputError(fmt::format(
        "suite '{}': policy.{}: no variant has the stage '{}' in its scenarios here. {} Leave it "
        "out.",
        suite.name, key, stage, suggestion(stage, {known.begin(), known.end()})));
  }
}

void require_no_copies(const std::set<std::string>& alone, const Suite& suite) {
  for (const char* copy : {upload_stage, download_stage}) {
    if (!alone.contains(copy)) continue;
    throw InputError(fmt::format(
        "suite '{}': policy.stages_alone: '{}' is a copy, which never runs alone. Leave "
        "it out.",
        suite.name, copy));
  }
}

}  // namespace

void require_named_once(const Suite& suite, const std::vector<Contender>& contenders) {
  std::multimap<std::pair<const LoadedPack*, std::string>, const SuiteVariant*> seen;
  for (const Contender& contender : contenders) {
    const std::pair key{contender.pack, variant_key(*contender.choice)};
    const auto [first, last] = seen.equal_range(key);
    for (auto other = first; other != last; ++other) {
      if (!have_common(contender.choice->physics, other->second->physics)) continue;
      throw InputError(fmt::format(
          "suite '{}': variants: '{}' stands there twice for toolchain {}, and would be measured "
          "once. Leave one out, or let their toolchains or physics differ.",
          suite.name, contender.choice->variant.name(), contender.pack->pack->toolchain));
    }
    seen.emplace(key, contender.choice);
  }
}

void require_something(const Suite& suite, const FoundBySuite& found) {
  if (found.variants.empty()) {
    throw InputError(fmt::format(
        "suite '{}': variants: none that can run here is for the physics of a scenario ({}), so "
        "that nothing would be recorded. Name one, or take \"physics\" away.",
        suite.name, fmt::join(found.physics, ", ")));
  }
  std::set<std::string> alone = suite.policy.stages_alone;
  std::set<std::string> recorded = suite.policy.stages_recorded;
  for (const SuiteScenario& scenario : suite.scenarios) {
    alone.insert(scenario.policy.stages_alone.begin(), scenario.policy.stages_alone.end());
    recorded.insert(scenario.policy.stages_recorded.begin(), scenario.policy.stages_recorded.end());
  }
  require_no_copies(alone, suite);
  require_known_stages(alone, "stages_alone", suite, found);
  require_known_stages(recorded, "stages_recorded", suite, found);
}

std::string toolchains_left_out(const std::vector<std::string>& patterns,
                                const std::vector<LoadedPack>& packs) {
  std::vector<std::string> unmatched;
  for (const std::string& pattern : patterns) {
    const bool is_here = std::any_of(packs.begin(), packs.end(), [&](const LoadedPack& pack) {
      return toolchain_selected({pattern}, pack.stands_for);
    });
    if (!is_here) unmatched.push_back(pattern);
  }
  return unmatched.empty() ? "" : "toolchains of which no pack is here: " + some_of(unmatched);
}

std::string variants_left_out(const Suite& suite, const std::string& runtime,
                              const FoundBySuite& found) {
  std::vector<std::string> no_pack, no_scenario, reasons;
  for (const SuiteVariant& variant : suite.variants) {
    if (found.variants.contains(&variant)) continue;
    const bool has_scenario =
        std::any_of(found.physics.begin(), found.physics.end(),
                    [&](const std::string& physics) { return variant.is_for(physics); });
    (has_scenario ? no_pack : no_scenario).push_back(variant.variant.name());
  }
  if (!no_pack.empty())
    reasons.push_back(fmt::format("no pack for {} has {}", runtime, some_of(no_pack)));
  if (!no_scenario.empty())
    reasons.push_back("no scenario has the physics of " + some_of(no_scenario));
  for (const auto& [physics, count] : found.unserved)
    reasons.push_back(fmt::format("no variant is for {} scenarios of {}", count, physics));
  return reasons.empty() ? "" : fmt::format("left out: {}", fmt::join(reasons, "; "));
}

}  // namespace sphlab
