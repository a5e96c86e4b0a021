#include "harness/cli/suite_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "harness/cli/documents.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/record_choice.hpp"
#include "harness/cli/variants.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/suites/suite_checks.hpp"
#include "harness/suites/suite_document.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

bool is_path(const std::string& target) {
  return target.find('/') != std::string::npos || target.ends_with(".json");
}

bool is_name_in(const std::string& name, const std::vector<fs::path>& folders) {
  const auto names = document_names(folders);
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Tells a suite's file from a scenario's by its keys, or, where both have these, by those of what
/// it extends.
bool is_suite_file(const std::string& file) {
  const nlohmann::json own = load_json(file);
  if (has_key_of_suites(own)) return true;
  if (has_key_of_scenarios(own)) return false;
  return load_extended_json("suite or scenario", file).contains("scenarios");
}

/// Looks a name up, among the suites first.
bool is_suite(const Laboratory& laboratory, const std::string& target) {
  if (is_path(target)) return is_suite_file(target);
  if (is_name_in(target, laboratory.suite_folders())) return true;
  if (is_name_in(target, laboratory.scenario_folders())) return false;
  std::set<std::string> names;
  for (const auto& folders : {laboratory.suite_folders(), laboratory.scenario_folders()}) {
    for (const std::string& name : document_names(folders)) names.insert(name);
  }
  throw InputError(fmt::format("there is no suite or scenario '{}'. {} See 'sphlab list'", target,
                               suggestion(target, {names.begin(), names.end()})));
}

std::vector<const LoadedPack*> packs_for_speed(const Laboratory& laboratory,
                                               const std::vector<std::string>& toolchains) {
  std::vector<const LoadedPack*> packs = laboratory.usable_packs(toolchains);
  if (toolchains.empty()) {
    std::erase_if(packs, [](const LoadedPack* pack) { return !is_for_speed(*pack->pack); });
  }
  return packs;
}

/// What `names` ask for of a pack: where there are none, or one is the beginning of variants that
/// are measured without being named, these; else that of this very name.
std::vector<Variant> wanted_variants(const KernelPack& pack, const std::string& physics,
                                     const std::vector<std::string>& names) {
  std::vector<Variant> usual = variants_of(pack, physics);
  if (names.empty()) return usual;
  std::vector<Variant> wanted;
  for (const std::string& name : names) {
    std::vector<Variant> meant;
    std::copy_if(usual.begin(), usual.end(), std::back_inserter(meant),
                 [&](const Variant& each) { return is_variant_or_traversal(each.name(), name); });
    const bool is_full_name = std::any_of(meant.begin(), meant.end(),
                                          [&](const Variant& each) { return each.name() == name; });
    if (is_full_name || meant.empty()) meant = select_variants(pack, physics, {name});
    wanted.insert(wanted.end(), meant.begin(), meant.end());
  }
  return wanted;
}

/// The variants of the packs that `names` ask for, each with the toolchains that have it.
std::vector<SuiteVariant> all_variants(const std::vector<const LoadedPack*>& packs,
                                       const std::string& physics,
                                       const std::vector<std::string>& names) {
  std::vector<SuiteVariant> all;
  for (const LoadedPack* pack : packs) {
    for (const Variant& variant : wanted_variants(*pack->pack, physics, names)) {
      auto same = std::find_if(all.begin(), all.end(), [&](const SuiteVariant& other) {
        return other.variant.name() == variant.name();
      });
      if (same == all.end()) {
        all.emplace_back();
        same = all.end() - 1;
        same->variant = variant;
      }
      same->toolchains.emplace_back(pack->pack->toolchain);
    }
  }
  return all;
}

Suite suite_of_scenario(const Laboratory& laboratory, const SuiteRequest& request) {
  const fs::path file = find_scenario(request.target, laboratory.scenario_folders());
  const Scenario scenario = describe_scenario(file, request.overrides);
  const std::vector<const LoadedPack*> packs = packs_for_speed(laboratory, request.toolchains);
  require_computed(packs, scenario);
  std::vector<std::string> names = request.variants;
  std::erase_if(names, is_variant_file);
  require_variants(packs, names);
  SuiteScenario measured;
  measured.scenario = file.string();
  measured.states = {SuiteState{}};
  Suite suite;
  suite.name = scenario.name;
  suite.description = fmt::format("Every variant of scenario {}", scenario.name);
  suite.device = "any";
  suite.scenarios = {measured};
  suite.variants = with_policies(all_variants(packs, scenario.physics, names), request.policies);
  return suite;
}

/// "stage parameter value" of a figure's label, as in "forces block 128".
struct ToldTuning {
  std::string stage;
  std::string parameter;
  std::uint32_t value = 0;
};

/// The name of a variant as figures and tables print it: "list-gather+per-particle", or with what
/// tells its tuning from another of that name, "list-gather+per-particle, forces block 128".
struct PrintedName {
  explicit PrintedName(const std::string& text) {
    std::istringstream parts(text);
    std::getline(parts, variant, ',');
    for (std::string part; std::getline(parts, part, ',');) {
      ToldTuning one;
      std::istringstream words(part);
      if (words >> one.stage >> one.parameter >> one.value)
        tuning.push_back(one);
      else
        is_best_tuning = part == " best tuning";
    }
  }
  std::string variant;
  std::vector<ToldTuning> tuning;
  bool is_best_tuning = false;  ///< one that a sweep has chosen
};

bool has_tuning(const SuiteVariant& candidate, const PrintedName& name) {
  if (name.is_best_tuning && candidate.swept.empty()) return false;
  return std::all_of(name.tuning.begin(), name.tuning.end(), [&](const ToldTuning& told) {
    const auto stage = candidate.variant.stages.find(told.stage);
    if (stage == candidate.variant.stages.end()) return false;
    const auto value = stage->second.tuning.find(told.parameter);
    return value != stage->second.tuning.end() && value->second == told.value;
  });
}

/// Whether a full name, or the beginning of one such as a traversal, is that of the candidate.
bool is_named(const SuiteVariant& candidate, const PrintedName& name, bool by_full_name) {
  const std::string own = candidate.variant.name();
  const bool is_own = by_full_name ? own == name.variant : own.starts_with(name.variant + "+");
  return is_own && has_tuning(candidate, name);
}

/// Puts the variants of files that stand among `names` into the suite, each in place of those of
/// its name, and their names in place of the files' in what is returned.
std::vector<std::string> take_variant_files(Suite& suite, const std::vector<std::string>& names) {
  std::vector<std::string> named;
  std::vector<SuiteVariant> taken;
  for (const std::string& name : names) {
    named.push_back(name);
    if (!is_variant_file(name)) continue;
    taken.push_back(load_variant(name));
    named.back() = taken.back().variant.name();
    std::erase_if(suite.variants, [&](const SuiteVariant& variant) {
      return variant.variant.name() == named.back();
    });
  }
  suite.variants.insert(suite.variants.end(), taken.begin(), taken.end());
  return named;
}

bool applies(const Suite& suite, const LoadedPack& pack) {
  return toolchain_selected(suite.toolchains, pack.pack->toolchain) &&
         std::any_of(suite.variants.begin(), suite.variants.end(),
                     [&](const SuiteVariant& variant) {
                       return variant.applies_to(pack.pack->runtime, pack.pack->toolchain);
                     });
}

/// The suite or the scenario that is asked for. Of a suite that is for another device than there is
/// here, or for other toolchains than are asked for, and has the name of a scenario, it is that.
Suite suite_asked_for(const Laboratory& laboratory, const SuiteRequest& request,
                      std::vector<std::string>& notes) {
  if (!is_suite(laboratory, request.target)) return suite_of_scenario(laboratory, request);
  Suite suite =
      load_suite(find_suite(request.target, laboratory.suite_folders()), request.policies);
  const bool is_scenario_too =
      !is_path(request.target) && is_name_in(request.target, laboratory.scenario_folders());
  if (!is_scenario_too || runs_here(laboratory, suite, request.toolchains)) return suite;
  notes.push_back(
      fmt::format("suite '{}' is for {} ({}), and no such pack is here or asked for: measuring "
                  "every variant of scenario '{}' instead",
                  suite.name, suite.device,
                  suite.toolchains.empty() ? "any toolchain"
                                           : fmt::format("{}", fmt::join(suite.toolchains, ", ")),
                  request.target));
  return suite_of_scenario(laboratory, request);
}

[[noreturn]] void throw_no_device(const Suite& suite, const std::string& why) {
  std::set<std::string> scenarios;
  for (const SuiteScenario& scenario : suite.scenarios) scenarios.insert(scenario.scenario);
  throw Error(ExitCode::not_available,
              fmt::format("suite '{}' is for {}, and {}. 'sphlab list suites' tells what runs "
                          "here; 'sphlab run' measures its scenarios by what is here, too: {}",
                          suite.name, suite.device, why, fmt::join(scenarios, ", ")));
}

}  // namespace

bool runs_here(const Laboratory& laboratory, const Suite& suite,
               const std::vector<std::string>& toolchains) {
  return std::any_of(
      laboratory.packs().begin(), laboratory.packs().end(), [&](const LoadedPack& pack) {
        return laboratory.unusable(pack).empty() &&
               (suite.device == "any" || suite.device == pack.pack->runtime) &&
               toolchain_selected(toolchains, pack.pack->toolchain) && applies(suite, pack);
      });
}

Suite choose_suite(const Laboratory& laboratory, const SuiteRequest& request,
                   std::vector<std::string>& notes) {
  Suite suite = suite_asked_for(laboratory, request, notes);
  for (SuiteScenario& scenario : suite.scenarios) {
    for (const auto& [key, value] : request.overrides) scenario.parameters[key] = value;
  }
  for (std::string& note : take_out_repeated(suite.scenarios))
    suite.notes.push_back(std::move(note));
  leave_variants(take_variant_files(suite, request.variants), suite);
  return suite;
}

std::string choose_runtime(const Laboratory& laboratory, const Suite& suite,
                           const std::vector<std::string>& toolchains) {
  if (suite.device != "any") {
    const std::string why = laboratory.why_no_device(suite.device);
    if (!why.empty()) throw_no_device(suite, why);
    return suite.device;
  }
  const std::vector<const LoadedPack*> packs = laboratory.usable_packs(toolchains);
  for (const std::string& runtime : runtimes_by_preference()) {
    const bool has_work = std::any_of(packs.begin(), packs.end(), [&](const LoadedPack* pack) {
      return pack->pack->runtime == runtime && applies(suite, *pack);
    });
    if (has_work) return runtime;
  }
  throw Error(ExitCode::not_available,
              fmt::format("suite '{}' asks for no toolchain and variant that can run here; see "
                          "'sphlab list packs'",
                          suite.name));
}

void leave_variants(const std::vector<std::string>& names, Suite& suite) {
  if (names.empty()) return;
  std::set<const SuiteVariant*> wanted;
  for (const std::string& text : names) {
    const PrintedName name(text);
    const auto take = [&](bool by_full_name) {
      bool is_any = false;
      for (const SuiteVariant& candidate : suite.variants) {
        if (!is_named(candidate, name, by_full_name)) continue;
        wanted.insert(&candidate);
        is_any = true;
      }
      return is_any;
    };
    if (take(true) || take(false)) continue;
    std::vector<std::string> known;
    for (const SuiteVariant& candidate : suite.variants) known.push_back(candidate.variant.name());
    throw Error(ExitCode::not_available, fmt::format("suite '{}' has no variant '{}'. {}",
                                                     suite.name, text, suggestion(text, known)));
  }
  std::vector<SuiteVariant> left;
  for (const SuiteVariant& candidate : suite.variants) {
    if (wanted.contains(&candidate)) left.push_back(candidate);
  }
  suite.variants = std::move(left);
}

}  // namespace sphlab
