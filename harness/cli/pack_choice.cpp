#include "harness/cli/pack_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "harness/cli/variants.hpp"
#include "harness/error.hpp"
#include "harness/stepping/cell_mode.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {

const std::vector<std::string>& runtimes_by_preference() {
  static const std::vector<std::string> names{"cuda", "hip", "host"};
  return names;
}

void require_computed(const std::vector<const LoadedPack*>& packs, const Scenario& scenario) {
  std::vector<std::string> looked_at;
  for (const LoadedPack* pack : packs) {
    if (physics_of(*pack->pack).contains(scenario.physics)) return;
    looked_at.emplace_back(pack->pack->toolchain);
  }
  throw Error(
      ExitCode::not_available,
      fmt::format("no pack computes {}, the physics of scenario '{}'; looked at: {}. Build "
                  "one that does (SPHLAB_MATRIX: kernels/matrix.json says what it "
                  "compiles), ask for another --toolchain, or name the folder of another "
                  "with --pack-dir",
                  scenario.physics, scenario.name,
                  looked_at.empty() ? "none" : fmt::format("{}", fmt::join(looked_at, ", "))));
}

const LoadedPack& choose_pack(const Laboratory& laboratory, const std::string& toolchain) {
  if (!toolchain.empty()) return *laboratory.usable_packs({toolchain}).front();
  std::vector<const LoadedPack*> packs = laboratory.usable_packs({});
  const auto rank = [](const LoadedPack* pack) {
    const auto& names = runtimes_by_preference();
    const auto place = std::find(names.begin(), names.end(), pack->pack->runtime) - names.begin();
    return std::pair(!is_for_speed(*pack->pack), place);
  };
  return **std::min_element(
      packs.begin(), packs.end(),
      [&](const LoadedPack* a, const LoadedPack* b) { return rank(a) < rank(b); });
}

namespace {

/// Throws where the pack lacks the traversals of the modes.
Variant automatic_variant(const LoadedPack& pack, const std::string& physics) {
  for (const CellMode& mode : cell_modes) {
    if (!has_strategy(*pack.pack, {Stage::pass, physics, default_list_format}, mode.traversal))
      throw Error(
          ExitCode::not_available,
          fmt::format("variant '{}' needs the traversal '{}', which pack '{}' does not have "
                      "for physics '{}'",
                      automatic_cells_name, mode.traversal, pack.pack->toolchain, physics));
  }
  Variant variant;
  variant.automatic_cells.emplace();
  return variant;
}

}  // namespace

Variant choose_variant(const LoadedPack& pack, const std::string& physics,
                       const std::string& name) {
  std::vector<std::string> names;
  if (name == automatic_cells_name) return automatic_variant(pack, physics);
  if (!name.empty()) names.push_back(name);
  require_variants({&pack}, names);
  const std::vector<Variant> variants = select_variants(*pack.pack, physics, names);
  if (variants.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("pack '{}' has no variant {}for physics '{}'", pack.pack->toolchain,
                            name.empty() ? "" : fmt::format("'{}' ", name), physics));
  }
  return variants.front();
}

PackedVariant choose_variant_of_file(const Laboratory& laboratory, const std::string& toolchain,
                                     const std::string& file) {
  const SuiteVariant choice = load_variant(file);
  if (!choice.swept.empty() && !choice.variant.automatic_cells) {
    const std::string& stage = *choice.swept.begin();
    throw InputError(
        fmt::format("{}: {}.tuning: a run of one variant sweeps nothing; name the "
                    "values, or {{}} for the strategy's defaults",
                    file, stage));
  }
  const bool is_bound = toolchain.empty() && !choice.toolchains.empty();
  const std::vector<std::string> patterns =
      is_bound ? choice.toolchains : std::vector<std::string>{toolchain};
  for (const std::string& pattern : patterns) {
    const LoadedPack& pack = choose_pack(laboratory, pattern);
    if (choice.runtime.empty() || choice.runtime == pack.pack->runtime)
      return {pack, choice.variant};
  }
  throw Error(ExitCode::not_available,
              fmt::format("{}: runtime: no pack of '{}' that is asked for runs here; see 'sphlab "
                          "list packs'",
                          file, choice.runtime));
}

}  // namespace sphlab
