#include "harness/stepping/variant_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "harness/packs/pack_library.hpp"
#include "harness/scenarios/outside_physics.hpp"
#include "harness/stepping/list_formats.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// All strategies of a stage or pass, for whatever list: first null, where a variant may do
/// without.
std::vector<json> strategies_of(const KernelPack& pack, const std::string& stage,
                                const std::string& physics) {
  std::vector<std::string> names;
  for (const Strategy& strategy : std::span(pack.strategies, pack.strategy_count)) {
    const bool is_for = *strategy.physics == 0 || strategy.physics == physics;
    if (stage == stage_name(strategy) && is_for &&
        std::find(names.begin(), names.end(), strategy.name) == names.end())
      names.emplace_back(strategy.name);
  }
  std::vector<json> values;
  if (row_of(stage).presence == StagePresence::chosen) values.emplace_back(nullptr);
  for (const std::string& name : names) values.push_back({{"name", name}});
  return values;
}

/// The strategy of a stage or pass with its tuning, which adds nothing to the name.
Axis strategy_axis(const std::string& stage) {
  return {
      .key = stage,
      .get = [=](const Variant& variant) -> json {
        const auto chosen = variant.stages.find(stage);
        if (chosen == variant.stages.end()) return nullptr;
        return {{"name", chosen->second.name}, {"tuning", chosen->second.tuning}};
      },
      .set =
          [=](Variant& variant, const json& value, const std::string&) {
            variant.stages.erase(stage);
            if (value.is_null()) return;
            variant.stages[stage] = {value.at("name").get<std::string>(),
                                     value.value("tuning", std::map<std::string, std::uint32_t>())};
          },
      .values = [=](const KernelPack& pack,
                    const std::string& physics) { return strategies_of(pack, stage, physics); },
      .is_strategy = true,
      .has_own_place = true,
  };
}

/// The same, which adds the strategy's name. @param usual the strategy that goes without saying.
Axis named_strategy_axis(const std::string& stage, const std::string& usual,
                         const std::string& varied_as) {
  Axis axis = strategy_axis(stage);
  axis.print = [=, key = axis.key](const Variant& variant) -> std::string {
    const auto chosen = variant.stages.find(key);
    if (chosen == variant.stages.end() || chosen->second.name == usual) return "";
    return chosen->second.name;
  };
  axis.varied_as = varied_as;
  return axis;
}

/// The strategy of the forces: every name begins with it.
Axis traversal_axis() {
  Axis axis = named_strategy_axis(forces_pass, "", "");
  axis.print = [print = axis.print](const Variant& variant) {
    const std::string name = print(variant);
    return name.empty() ? "default" : name;
  };
  return axis;
}

Axis list_format_axis() {
  Axis axis = axis_of_member("list_format", &Variant::list_format);
  axis.values = [](const KernelPack&, const std::string&) {
    const std::vector<std::string> names = list_format_names();
    return std::vector<json>(names.begin(), names.end());
  };
  axis.varied_as = "list-format";
  axis.has_own_place = true;
  return axis;
}

/// "" where cells are as large as the radius.
std::string cell_size_name(const Variant& variant) {
  switch (variant.cells_per_radius) {
    case 1:
      return "";
    case 2:
      return "half-radius-cells";
    case 3:
      return "third-radius-cells";
    default:
      return fmt::format("{}-cells-per-radius", variant.cells_per_radius);
  }
}

/// Lists the sizes that a traversal serves in some order of the cells.
std::vector<json> cell_sizes(const KernelPack& pack, const std::string& physics) {
  std::vector<json> sizes;
  const std::span strategies(pack.strategies, pack.strategy_count);
  for (std::uint32_t size = 1; size <= most_cells_per_radius; ++size) {
    if (std::any_of(strategies.begin(), strategies.end(), [&](const Strategy& strategy) {
          return strategy.pass == std::string_view(forces_pass) && strategy.physics == physics &&
                 serves_cells(strategy, strategy.orders, size);
        }))
      sizes.emplace_back(size);
  }
  return sizes;
}

Axis cell_size_axis() {
  Axis axis = axis_of_member("cells_per_radius", &Variant::cells_per_radius);
  axis.print = cell_size_name;
  axis.values = cell_sizes;
  axis.varied_as = "cells";
  axis.has_own_place = true;
  return axis;
}

Axis rebuild_axis() {
  return {
      .key = "list_life",
      .get = [](const Variant& v) { return v.rebuild ? rebuild_policy_json(*v.rebuild) : json(); },
      .set =
          [](Variant& v, const json& value, const std::string& where) {
            v.rebuild.reset();
            if (!value.is_null()) v.rebuild = read_rebuild_policy(value, where);
          },
      .print = [](const Variant& v) { return v.rebuild ? v.rebuild->name() : ""; },
      .value_called =
          [](const std::string& part) {
            const auto rebuild = rebuild_policy_named(part);
            return rebuild ? rebuild_policy_json(*rebuild) : json();
          },
      .varied_as = "list-life",
      .has_own_place = true,
  };
}

/// The schema knows "auto" alone.
Axis cell_mode_axis() {
  return {
      .key = "cell_mode",
      .get = [](const Variant& v) { return v.automatic_cells ? json("auto") : json(); },
      .set =
          [](Variant& v, const json& value, const std::string&) {
            v.automatic_cells.reset();
            if (!value.is_null()) v.automatic_cells.emplace();
          },
      .print = [](const Variant& v) { return v.automatic_cells ? automatic_cells_name : ""; },
      .decides = {"forces", "cells_per_radius"},
      .has_own_place = true,
  };
}

Axis memory_budget_axis() {
  return {
      .key = "memory_budget",
      .get = [](const Variant& v) -> json {
        if (!v.automatic_cells || !v.automatic_cells->memory_budget) return nullptr;
        return *v.automatic_cells->memory_budget;
      },
      .set =
          [](Variant& v, const json& value, const std::string&) {
            if (v.automatic_cells) v.automatic_cells->memory_budget.reset();
            if (!value.is_null()) v.automatic_cells->memory_budget = value.get<std::uint64_t>();
          },
      .needs = {"cell_mode", "it is for a cell_mode; add \"cell_mode\": \"auto\""},
      .has_own_place = true,
  };
}

/// The schema knows forces_only_name alone.
Axis placement_axis() {
  return {
      .key = "placement",
      .get = [](const Variant& v) { return v.forces_only ? json(forces_only_name) : json(); },
      .set =
          [](Variant& v, const json& value, const std::string&) {
            v.forces_only.reset();
            if (!value.is_null()) v.forces_only.emplace();
          },
      .print = [](const Variant& v) { return v.forces_only ? forces_only_name : ""; },
      .needs = {"host_toolchain",
                fmt::format("'{}' needs the toolchain of the other stages, which run on the host; "
                            "add \"host_toolchain\", as \"cpu-gcc-12\"",
                            forces_only_name)},
      .has_own_place = true,
  };
}

Axis host_toolchain_axis() {
  return {
      .key = "host_toolchain",
      .get =
          [](const Variant& v) {
            return v.forces_only ? json(v.forces_only->host_toolchain) : json();
          },
      .set =
          [](Variant& v, const json& value, const std::string&) {
            if (!value.is_null()) v.forces_only->host_toolchain = value.get<std::string>();
          },
      .needs = {"placement",
                fmt::format("it is for a placement; add \"placement\": \"{}\", or leave it out",
                            forces_only_name)},
      .has_own_place = true,
  };
}

Axes made_table() {
  Axes axes = {cell_mode_axis(), memory_budget_axis(), traversal_axis(),
               named_strategy_axis(describe(Stage::list).name, "", "list"), list_format_axis()};
  for (const StageDescription& row : stage_table) {
    if (row.presence == StagePresence::chosen)
      axes.push_back(named_strategy_axis(row.name, runtime_sort, row.name));
  }
  axes.push_back(named_strategy_axis(describe(Stage::hash).name, usual_order, "cells"));
  axes.push_back(cell_size_axis());
  axes.push_back(rebuild_axis());
  axes.push_back(placement_axis());
  axes.push_back(host_toolchain_axis());
  const auto add = [&](const std::string& stage) {
    if (find_axis(axes, stage) == nullptr) axes.push_back(strategy_axis(stage));
  };
  for (const StageDescription& row : stage_table) {
    if (row.stage != Stage::pass) {
      add(row.name);
      continue;
    }
    for (const PhysicsKind* kind : all_physics()) {
      for (const PassDescription& pass : kind->all_passes()) add(pass.name);
    }
  }
  return axes;
}

}  // namespace

const Axes& variant_axes() {
  static MadeOfPhysics<Axes> tables(made_table);
  return tables.get();
}

std::string Variant::name() const {
  return printed_name(variant_axes(), *this);
}

bool is_offered(const KernelPack& pack, const std::string& physics, const Variant& variant) {
  const auto forces = variant.stages.find(forces_pass);
  const StageNeeds of_forces{Stage::pass, physics, variant.list_format};
  if (forces == variant.stages.end() || !has_strategy(pack, of_forces, forces->second.name))
    return false;
  const Strategy& traversal = find_strategy(pack, of_forces, forces->second.name);
  const bool has_all =
      std::all_of(variant.stages.begin(), variant.stages.end(), [&](const auto& chosen) {
        const StageNeeds needs{row_of(chosen.first).stage, physics, variant.list_format,
                               traversal.types, chosen.first};
        return has_strategy(pack, needs, chosen.second.name);
      });
  return has_all && variant.stages.contains(describe(Stage::list).name) == has_list(traversal);
}

std::optional<Variant> variant_named(const KernelPack& pack, const std::string& physics,
                                     const std::string& name) {
  Variant variant;
  const bool is_found = find_by_name(variant_axes(), pack, physics, name, variant) &&
                        is_offered(pack, physics, variant);
  return is_found ? std::optional(variant) : std::nullopt;
}

}  // namespace sphlab
