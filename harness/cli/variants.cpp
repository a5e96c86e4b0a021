#include "harness/cli/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "harness/error.hpp"
#include "harness/stepping/variant_axes.hpp"

namespace sphlab {
namespace {

/// Makes the variants of a pack for a physics.
struct Offer {
  const KernelPack& pack;
  const std::string& physics;

  /// Whatever the format of the list.
  bool serves_usual_cells(const Variant& variant) const {
    const std::span all(pack.strategies, pack.strategy_count);
    return std::any_of(all.begin(), all.end(), [&](const Strategy& strategy) {
      return strategy.pass == std::string_view(forces_pass) && strategy.physics == physics &&
             strategy.name == variant.stages.at("forces").name &&
             serves_cells(strategy, linear_order, 1);
    });
  }

  bool cuts_cells(const Variant& variant) const {
    return variant.stages.contains("hash") &&
           find_strategy(pack, {Stage::hash}, variant.stages.at("hash").name).tile != nullptr;
  }

  /// A traversal without a list under a pack's sort, which have nothing to do with each other;
  /// cells of other sizes in another order, or smaller than half the radius, whose code differs
  /// from that of others by a constant; and cells that are cut for a traversal that need not know
  /// of it. Where all variants are wanted, or all of a traversal, they would be more of the same.
  bool only_by_its_name(const Variant& variant) const {
    return (variant.stages.contains("sort") && !variant.stages.contains("list")) ||
           (variant.stages.contains("hash") && variant.cells_per_radius > 1) ||
           variant.cells_per_radius > 2 || (cuts_cells(variant) && serves_usual_cells(variant));
  }
};

bool is_meant(const Offer& offer, const Variant& variant, const std::vector<std::string>& names) {
  const bool in_usual_order =
      !variant.stages.contains("hash") || !offer.serves_usual_cells(variant);
  const bool by_traversal = variant.list_format == default_list_format && in_usual_order &&
                            variant.cells_per_radius == 1 && !offer.only_by_its_name(variant);
  const std::string traversal = variant.stages.at("forces").name;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == variant.name() || (by_traversal && name == traversal);
  });
}

/// Appends `variant` with each strategy of each of `stages`, one at a time.
void add_with_each(const KernelPack& pack, const std::vector<std::string>& stages,
                   const Variant& variant, TypeMask types, std::vector<Variant>& variants) {
  for (const std::string& stage : stages) {
    for (const std::string& name :
         strategy_names(pack, {row_of(stage).stage, "", variant.list_format, types})) {
      Variant with = variant;
      with.stages[stage] = {name, {}};
      variants.push_back(with);
    }
  }
}

/// Rebuilds every step where a strategy narrows: it relies on where particles were then.
void rebuild_where_narrowed(const std::vector<const Strategy*>& strategies, Variant& variant) {
  if (std::any_of(strategies.begin(), strategies.end(),
                  [](const Strategy* strategy) { return strategy->narrows; }))
    variant.rebuild = RebuildPolicy{.interval = 1};
}

/// Whether the physics is one of periodic boxes.
bool is_for_periodic(const KernelPack& pack, const std::string& physics) {
  const FormulationDescription* formulation = find_formulation(pack, physics);
  return formulation != nullptr && formulation->is_periodic;
}

/// Appends `variant` with every order and size of cells that `strategies` serve, all that look at
/// cells in it; but for the usual ones, which are those of `variant`. Of periodic boxes those serve
/// no others.
void add_with_cells(const KernelPack& pack, const std::vector<const Strategy*>& strategies,
                    const Variant& variant, std::vector<Variant>& variants) {
  for (const std::string& name : strategy_names(pack, {Stage::hash})) {
    const Strategy& order = find_strategy(pack, {Stage::hash}, name);
    for (std::uint32_t size = 1; size <= most_cells_per_radius; ++size) {
      const bool usual = name == usual_order;
      const bool served = std::all_of(
          strategies.begin(), strategies.end(),
          [&](const Strategy* strategy) { return serves_cells(*strategy, order.orders, size); });
      if (!served || (usual && size == 1)) continue;
      Variant with = variant;
      if (!usual) with.stages["hash"] = {name, {}};
      with.cells_per_radius = size;
      rebuild_where_narrowed(strategies, with);
      variants.push_back(with);
    }
  }
}

/// Appends the variants whose list has one format; those without a list too, when it is the
/// default.
void add_variants(const KernelPack& pack, const std::string& physics, const std::string& format,
                  std::vector<Variant>& variants) {
  const bool periodic = is_for_periodic(pack, physics);
  for (const std::string& traversal : strategy_names(pack, {Stage::pass, physics, format})) {
    Variant variant;
    variant.list_format = format;
    variant.stages["forces"] = {traversal, {}};
    const Strategy& strategy = find_strategy(pack, {Stage::pass, physics, format}, traversal);
    if (!has_list(strategy)) {
      if (format != default_list_format) continue;
      rebuild_where_narrowed({&strategy}, variant);
      if (serves_cells(strategy, linear_order, 1)) {
        variants.push_back(variant);
        add_with_each(pack, {"sort"}, variant, 0, variants);
      }
      if (!periodic) add_with_cells(pack, {&strategy}, variant, variants);
      continue;
    }
    const StageNeeds of_builder{Stage::list, "", format, strategy.types};
    const std::vector<std::string> builders = strategy_names(pack, of_builder);
    for (const std::string& builder : builders) {
      const Strategy& builds = find_strategy(pack, of_builder, builder);
      if (!serves_box(builds, periodic, 1)) continue;
      variant.stages["list"] = {builder, {}};
      variants.push_back(variant);
      if (!periodic) add_with_cells(pack, {&strategy, &builds}, variant, variants);
    }
    if (!builders.empty()) add_with_each(pack, chosen_stages(), variant, strategy.types, variants);
  }
}

/// Whether one of the packs has all that the name is made of, for any physics.
bool is_composed(const std::vector<const LoadedPack*>& packs, const std::string& name) {
  return std::any_of(packs.begin(), packs.end(), [&](const LoadedPack* pack) {
    const std::set<std::string> physics = physics_of(*pack->pack);
    return std::any_of(physics.begin(), physics.end(), [&](const std::string& each) {
      return variant_named(*pack->pack, each, name).has_value();
    });
  });
}

}  // namespace

std::set<std::string> physics_of(const KernelPack& pack) {
  std::set<std::string> physics;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    if (pack.strategies[i].pass == std::string_view(forces_pass)) {
      physics.insert(pack.strategies[i].physics);
    }
  }
  return physics;
}

std::set<std::string> traversals_of(const KernelPack& pack, const std::string& physics) {
  std::set<std::string> traversals;
  for (std::uint32_t i = 0; i < pack.strategy_count; ++i) {
    const Strategy& strategy = pack.strategies[i];
    if (strategy.pass == std::string_view(forces_pass) && strategy.physics == physics)
      traversals.insert(strategy.name);
  }
  return traversals;
}

std::vector<Variant> variants_of(const KernelPack& pack, const std::string& physics) {
  std::vector<Variant> variants;
  add_variants(pack, physics, default_list_format, variants);
  const Offer offer{pack, physics};
  std::erase_if(variants, [&](const Variant& v) { return offer.only_by_its_name(v); });
  return variants;
}

std::vector<Variant> variants_of_every_list_format(const KernelPack& pack,
                                                   const std::string& physics,
                                                   const std::vector<std::string>& names) {
  std::vector<Variant> variants;
  for (const NamedListFormat& format : list_formats)
    add_variants(pack, physics, format.name, variants);
  const Offer offer{pack, physics};
  std::erase_if(variants, [&](const Variant& variant) {
    Variant in_default_format = variant;
    in_default_format.list_format = default_list_format;
    return !names.empty() && !is_meant(offer, variant, names) &&
           !is_meant(offer, in_default_format, names);
  });
  return variants;
}

std::vector<Variant> select_variants(const KernelPack& pack, const std::string& physics,
                                     const std::vector<std::string>& names) {
  if (names.empty()) return variants_of(pack, physics);
  std::vector<Variant> variants = variants_of_every_list_format(pack, physics);
  const Offer offer{pack, physics};
  std::erase_if(variants, [&](const Variant& v) { return !is_meant(offer, v, names); });
  for (const std::string& name : names) {
    const bool is_there = std::any_of(variants.begin(), variants.end(),
                                      [&](const Variant& v) { return v.name() == name; });
    if (is_there) continue;
    if (const auto named = variant_named(pack, physics, name)) variants.push_back(*named);
  }
  return variants;
}

void require_variants(const std::vector<const LoadedPack*>& packs,
                      const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::set<std::string> known;
  for (const LoadedPack* pack : packs) {
    for (const std::string& physics : physics_of(*pack->pack)) {
      for (const Variant& variant : variants_of_every_list_format(*pack->pack, physics)) {
        known.insert(variant.name());
        known.insert(variant.stages.at("forces").name);
      }
    }
  }
  for (const std::string& name : names) {
    if (known.contains(name) || is_composed(packs, name)) continue;
    throw Error(ExitCode::not_available,
                fmt::format("no pack offers the variant '{}'{}", name,
                            did_you_mean(name, {known.begin(), known.end()})));
  }
}

}  // namespace sphlab
