#include "harness/cli/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/error.hpp"

namespace sphlab {
namespace {

bool is_meant(const Variant& variant, const std::vector<std::string>& names) {
  const std::string traversal = variant.stages.at("forces").name;
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return name == variant.name() || name == traversal;
         });
}

std::set<std::string> physics_of(const KernelPack& pack) {
  std::set<std::string> physics;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    if (std::string_view(pack.strategies[i].stage) == "forces") {
      physics.insert(pack.strategies[i].physics);
    }
  }
  return physics;
}

}  // namespace

std::vector<Variant> variants_of(const KernelPack& pack, const std::string& physics) {
  std::vector<Variant> variants;
  for (const std::string& traversal : strategy_names(pack, "forces", physics)) {
    Variant variant;
    variant.stages["forces"] = {traversal, {}};
    if (!find_strategy(pack, "forces", traversal, physics).needs_list) {
      variants.push_back(variant);
      continue;
    }
    for (const std::string& builder : strategy_names(pack, "list", "")) {
      variant.stages["list"] = {builder, {}};
      variants.push_back(variant);
    }
  }
  return variants;
}

std::vector<Variant> select_variants(const KernelPack& pack, const std::string& physics,
                                     const std::vector<std::string>& names) {
  std::vector<Variant> variants = variants_of(pack, physics);
  std::erase_if(variants, [&](const Variant& variant) { return !is_meant(variant, names); });
  return variants;
}

void require_variants(const std::vector<const LoadedPack*>& packs,
                      const std::vector<std::string>& names) {
  std::set<std::string> known;
  for (const LoadedPack* pack : packs) {
    for (const std::string& physics : physics_of(*pack->pack)) {
      for (const Variant& variant : variants_of(*pack->pack, physics)) {
        known.insert(variant.name());
        known.insert(variant.stages.at("forces").name);
      }
    }
  }
  for (const std::string& name : names) {
    if (known.contains(name)) continue;
    throw Error(ExitCode::not_available,
                fmt::format("no pack offers the variant '{}'; did you mean '{}'?", name,
                            nearest_name(name, {known.begin(), known.end()})));
  }
}

}  // namespace sphlab
