#include "harness/cli/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "harness/cli/search_paths.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/outside_physics.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Loads runtimes; of one that lies in two folders the first, as with packs.
std::vector<const RuntimeTable*> distinct_runtimes(const std::vector<fs::path>& folders,
                                                   std::vector<std::string>* problems) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) names.push_back(fs::absolute(folder).string());
  std::vector<const RuntimeTable*> distinct;
  std::set<std::string> seen;
  for (const RuntimeTable* table : load_runtimes(names, problems)) {
    if (seen.insert(table->name).second) distinct.push_back(table);
  }
  return distinct;
}

/// Reason why a formulation of the pack cannot be used; "" when scenarios may name them all.
std::string physics_problem(const LoadedPack& pack) {
  for (std::uint32_t i = 0; i < pack.pack->formulation_count; ++i) {
    std::string problem = add_outside_physics(pack.pack->formulations[i]);
    if (!problem.empty()) return problem;
  }
  return "";
}

/// Leaves out packs whose physics contradicts another's.
void admit_physics(std::vector<LoadedPack>& packs, std::vector<std::string>& problems) {
  std::erase_if(packs, [&](const LoadedPack& pack) {
    const std::string problem = physics_problem(pack);
    if (!problem.empty()) problems.push_back(fmt::format("{}: {}", pack.file.string(), problem));
    return !problem.empty();
  });
}

/// The name that the file of a pack gives it, of which a line of problems() tells why it is not
/// loaded; "" where the line is about something else.
std::string pack_not_loaded(const std::string& problem) {
  constexpr std::string_view prefix = "libsphlab-kernels-";
  const std::size_t end = problem.find(".so: ");
  if (end == std::string::npos) return "";
  const std::string file = fs::path(problem.substr(0, end)).filename().string();
  return file.starts_with(prefix) ? file.substr(prefix.size()) : "";
}

}  // namespace

Laboratory::Laboratory(const CommonOptions& options) {
  packs_ = load_packs(pack_directories(options.pack_directories), &problems_);
  load_surroundings(options);
}

Laboratory::Laboratory(const CommonOptions& options, std::vector<LoadedPack> packs)
    : packs_(std::move(packs)) {
  load_surroundings(options);
}

void Laboratory::load_surroundings(const CommonOptions& options) {
  admit_physics(packs_, problems_);
  runtimes_ = distinct_runtimes(pack_directories(options.pack_directories), &problems_);
  scenario_folders_ = scenario_directories(options.scenario_directories);
  suite_folders_ = suite_directories(scenario_folders_);
  look_up_extended_in("scenario", scenario_folders_);
  look_up_extended_in("suite", suite_folders_);
}

const RuntimeTable* Laboratory::runtime(const std::string& name) const {
  const auto found = std::find_if(runtimes_.begin(), runtimes_.end(),
                                  [&](const RuntimeTable* table) { return table->name == name; });
  return found == runtimes_.end() ? nullptr : *found;
}

std::string Laboratory::unusable(const LoadedPack& pack) const {
  if (!pack.unusable.empty()) return pack.unusable;
  if (runtime(pack.pack->runtime) == nullptr) {
    return fmt::format("there is no {} runtime with a device here", pack.pack->runtime);
  }
  return "";
}

std::string Laboratory::problem_that_names(const std::string& file) const {
  const auto found = std::find_if(
      problems_.begin(), problems_.end(),
      [&](const std::string& problem) { return problem.find(file) != std::string::npos; });
  return found == problems_.end() ? "" : *found;
}

void Laboratory::throw_unmatched(const std::string& pattern) const {
  std::vector<std::string> names;
  for (const LoadedPack& pack : packs_) {
    names.emplace_back(pack.pack->toolchain);
    if (!toolchain_selected({pattern}, names.back())) continue;
    throw Error(ExitCode::not_available,
                fmt::format("pack '{}' cannot run here: {}", names.back(), unusable(pack)));
  }
  for (const std::string& problem : problems_) {
    const std::string name = pack_not_loaded(problem);
    if (name.empty() || !toolchain_selected({pattern}, name)) continue;
    throw Error(ExitCode::not_available, fmt::format("pack '{}' is not loaded: {}", name, problem));
  }
  if (names.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("there is no pack '{}', nor any other; say where with --pack-dir, and "
                            "see 'sphlab list packs'",
                            pattern));
  }
  throw Error(ExitCode::not_available,
              fmt::format("there is no pack '{}'{} See 'sphlab list packs'", pattern,
                          did_you_mean(pattern, names, ".")));
}

std::vector<const LoadedPack*> Laboratory::usable_packs(
    const std::vector<std::string>& patterns) const {
  std::vector<const LoadedPack*> usable;
  for (const LoadedPack& pack : packs_) {
    if (unusable(pack).empty() && toolchain_selected(patterns, pack.pack->toolchain)) {
      usable.push_back(&pack);
    }
  }
  for (const std::string& pattern : patterns) {
    const bool is_matched = std::any_of(usable.begin(), usable.end(), [&](const LoadedPack* pack) {
      return toolchain_selected({pattern}, pack->pack->toolchain);
    });
    if (!is_matched) throw_unmatched(pattern);
  }
  if (usable.empty()) {
    throw Error(
        ExitCode::not_available,
        "no pack can run here; 'sphlab list packs' tells why, --pack-dir names more folders");
  }
  return usable;
}

std::string Laboratory::why_no_device(const std::string& name) const {
  if (runtime(name) != nullptr) return "";
  const std::string why = problem_that_names("runtime-" + name);
  return fmt::format(
      "there is no {} device to run on here: {}", name,
      why.empty() ? "its runtime is not among the packs; see 'sphlab list packs'" : why);
}

std::unique_ptr<Runtime> Laboratory::open_device(const std::string& name, int index) const {
  if (const std::string why = why_no_device(name); !why.empty())
    throw Error(ExitCode::not_available, why);
  const RuntimeTable* table = runtime(name);
  const int count = device_count(*table);
  if (index < 0 || index >= count) {
    throw Error(
        ExitCode::not_available,
        fmt::format("the {} runtime has no device {}: it has {}, counted from 0; see 'sphlab "
                    "list devices'",
                    name, index, count));
  }
  return std::make_unique<Runtime>(*table, index);
}

int device_count(const RuntimeTable& runtime) {
  int count = 0;
  if (const int code = runtime.device_count(&count); code != 0) {
    throw DeviceError(
        fmt::format("{} runtime: count devices: {}", runtime.name, runtime.error_text(code)));
  }
  return count;
}

std::string bytes_text(std::size_t bytes) {
  constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", value, unit == 0 ? 0 : 1, units[unit]);
}

}  // namespace sphlab
