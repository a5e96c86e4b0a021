#include "harness/cli/suite_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/cli/documents.hpp"
#include "harness/cli/pack_choice.hpp"
#include "harness/cli/variants.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/scenario.hpp"
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

/// A file says what it is by its keys, or by those of the file that it extends; a name is looked up
/// among the suites first.
bool is_suite(const Laboratory& laboratory, const std::string& target) {
  if (is_path(target)) return load_extended_json("suite or scenario", target).contains("scenarios");
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

/// Every variant of the packs, each with the toolchains that have it.
std::vector<SuiteVariant> all_variants(const std::vector<const LoadedPack*>& packs,
                                       const std::string& physics) {
  std::vector<SuiteVariant> all;
  for (const LoadedPack* pack : packs) {
    for (const Variant& variant : variants_of(*pack->pack, physics)) {
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

Suite suite_of_scenario(const Laboratory& laboratory, const std::string& target,
                        const std::map<std::string, double>& overrides,
                        const std::vector<std::string>& toolchains,
                        const std::vector<ListLife>& lives) {
  const fs::path file = find_scenario(target, laboratory.scenario_folders());
  const Scenario scenario = describe_scenario(file, overrides);
  SuiteScenario measured;
  measured.scenario = file.string();
  measured.states = {SuiteState{}};
  Suite suite;
  suite.name = scenario.name;
  suite.description = fmt::format("Every variant of scenario {}", scenario.name);
  suite.device = "any";
  suite.scenarios = {measured};
  suite.variants =
      with_lives(all_variants(packs_for_speed(laboratory, toolchains), scenario.physics), lives);
  return suite;
}

bool applies(const Suite& suite, const LoadedPack& pack) {
  return toolchain_selected(suite.toolchains, pack.pack->toolchain) &&
         std::any_of(suite.variants.begin(), suite.variants.end(),
                     [&](const SuiteVariant& variant) {
                       return variant.applies_to(pack.pack->runtime, pack.pack->toolchain);
                     });
}

}  // namespace

Suite choose_suite(const Laboratory& laboratory, const std::string& target,
                   const std::map<std::string, double>& overrides,
                   const std::vector<std::string>& toolchains, const std::vector<ListLife>& lives) {
  Suite suite = is_suite(laboratory, target)
                    ? load_suite(find_suite(target, laboratory.suite_folders()), lives)
                    : suite_of_scenario(laboratory, target, overrides, toolchains, lives);
  for (SuiteScenario& scenario : suite.scenarios) {
    for (const auto& [key, value] : overrides) scenario.parameters[key] = value;
  }
  return suite;
}

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

std::string choose_runtime(const Laboratory& laboratory, const Suite& suite,
                           const std::vector<std::string>& toolchains) {
  if (suite.device != "any") return suite.device;
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

std::vector<std::string> choose_variants(const Suite& suite,
                                         const std::vector<std::string>& names) {
  std::set<std::string> chosen;
  std::vector<std::string> known;
  for (const SuiteVariant& candidate : suite.variants) known.push_back(candidate.variant.name());
  for (const std::string& name : names) {
    const bool is_full_name = std::find(known.begin(), known.end(), name) != known.end();
    bool is_known = false;
    for (const std::string& full_name : known) {
      if (is_full_name ? full_name != name : !full_name.starts_with(name + "+")) continue;
      chosen.insert(full_name);
      is_known = true;
    }
    if (is_known) continue;
    throw Error(ExitCode::not_available, fmt::format("suite '{}' has no variant '{}'{}", suite.name,
                                                     name, suggestion(name, known)));
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace sphlab
