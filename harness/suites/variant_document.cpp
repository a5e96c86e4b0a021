#include "harness/suites/variant_document.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/scenarios/json_document.hpp"
#include "harness/suites/suite_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// The schema knows "auto" alone.
void read_cell_mode(const json& value, const std::string& where, SuiteVariant& result) {
  Variant& variant = result.variant;
  if (!value.contains("cell_mode")) {
    if (value.contains("memory_budget"))
      throw InputError(where +
                       ".memory_budget: it is for a cell_mode; add \"cell_mode\": \"auto\"");
    return;
  }
  for (const char* decided : {"forces", "cells_per_radius"}) {
    if (value.contains(decided))
      throw InputError(
          fmt::format("{}.{}: the cell_mode decides it; leave one of them out", where, decided));
  }
  variant.automatic_cells.emplace();
  if (value.contains("memory_budget"))
    variant.automatic_cells->memory_budget = value.at("memory_budget").get<std::uint64_t>();
  result.swept.insert("forces");
}

/// The schema knows forces_only_name alone.
void read_placement(const json& value, const std::string& where, Variant& variant) {
  const bool is_placed = value.contains("placement");
  if (is_placed == value.contains("host_toolchain")) {
    if (is_placed) variant.forces_only = ForcesOnly{value.at("host_toolchain").get<std::string>()};
    return;
  }
  if (is_placed) {
    throw InputError(fmt::format(
        "{}.placement: '{}' needs the toolchain of the other stages, which run on the host; add "
        "\"host_toolchain\", as \"cpu-gcc-12\"",
        where, forces_only_name));
  }
  throw InputError(fmt::format(
      "{}.host_toolchain: it is for a placement; add \"placement\": \"{}\", or leave it out", where,
      forces_only_name));
}

json life_json(const ListLife& life) {
  json document = {{"trigger", trigger_name(life.trigger)}, {"expansion", life.expansion}};
  if (life.interval) document["interval"] = *life.interval;
  return document;
}

}  // namespace

SuiteVariant read_variant(const json& value, const std::string& where) {
  SuiteVariant result;
  read_key(value, "runtime", result.runtime);
  read_key(value, "toolchains", result.toolchains);
  read_key(value, "physics", result.physics);
  read_key(value, "list_format", result.variant.list_format);
  read_key(value, "cells_per_radius", result.variant.cells_per_radius);
  read_cell_mode(value, where, result);
  read_placement(value, where, result.variant);
  if (value.contains("list_life"))
    result.variant.life = read_list_life(value.at("list_life"), where + ".list_life");
  const std::set<std::string> not_stages = {
      "runtime",          "toolchains", "physics",       "list_format", "list_life",
      "cells_per_radius", "cell_mode",  "memory_budget", "placement",   "host_toolchain"};
  for (const auto& [stage, choice] : value.items()) {
    if (not_stages.contains(stage)) continue;
    StrategyChoice& strategy = result.variant.stages[stage];
    strategy.name = choice.at("name").get<std::string>();
    const json tuning = choice.value("tuning", json("sweep"));
    if (tuning == "sweep") {
      result.swept.insert(stage);
    } else {
      strategy.tuning = tuning.get<std::map<std::string, std::uint32_t>>();
    }
  }
  return result;
}

SuiteVariant load_variant(const std::filesystem::path& file) {
  const json document = load_json(file);
  check_variant_document(document, file.string());
  return read_variant(document, file.string());
}

json variant_json(const SuiteVariant& given) {
  const Variant& variant = given.variant;
  json document = json::object();
  if (!given.runtime.empty()) document["runtime"] = given.runtime;
  if (!given.toolchains.empty()) document["toolchains"] = given.toolchains;
  if (!given.physics.empty()) document["physics"] = given.physics;
  if (variant.list_format != default_list_format) document["list_format"] = variant.list_format;
  if (variant.cells_per_radius != 1) document["cells_per_radius"] = variant.cells_per_radius;
  if (variant.life) document["list_life"] = life_json(*variant.life);
  if (variant.automatic_cells) {
    document["cell_mode"] = "auto";
    if (const auto budget = variant.automatic_cells->memory_budget)
      document["memory_budget"] = *budget;
  }
  if (variant.forces_only) {
    document["placement"] = forces_only_name;
    document["host_toolchain"] = variant.forces_only->host_toolchain;
  }
  for (const auto& [stage, choice] : variant.stages) {
    document[stage] = {{"name", choice.name}};
    document[stage]["tuning"] = given.swept.contains(stage) ? json("sweep") : json(choice.tuning);
  }
  return document;
}

bool is_variant_file(const std::string& variant) {
  return variant.find('/') != std::string::npos || variant.ends_with(".json");
}

}  // namespace sphlab
