#include "harness/cli/list_content.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "harness/cli/documents.hpp"
#include "harness/cli/suite_choice.hpp"
#include "harness/cli/variants.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/suites/suite.hpp"
#include "harness/suites/suite_document.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// Whether one of `patterns`, or none that is given, matches.
bool is_selected(const std::vector<std::string>& patterns, const std::string& name) {
  return toolchain_selected(patterns, name);
}

json number_or_null(int number) {
  return number < 0 ? json(nullptr) : json(number);
}

/// Packs whose toolchain is wanted.
std::vector<const LoadedPack*> selected_packs(const Laboratory& laboratory,
                                              const ListFilter& filter) {
  std::vector<const LoadedPack*> packs;
  for (const LoadedPack& loaded : laboratory.packs()) {
    if (is_selected(filter.toolchains, loaded.pack->toolchain)) packs.push_back(&loaded);
  }
  return packs;
}

json tuning_of(const Strategy& strategy) {
  json tuning = json::array();
  for (std::uint32_t p = 0; p < strategy.parameter_count; ++p) {
    const TuningParameter& parameter = strategy.parameters[p];
    tuning.push_back({{"name", parameter.name},
                      {"values", std::vector<std::uint32_t>(
                                     parameter.values, parameter.values + parameter.value_count)},
                      {"default", parameter.default_value}});
  }
  return tuning;
}

/// Merges rows that several packs have: the first gives the order, all give their toolchains.
class SharedRows {
 public:
  /// @param row without its toolchains.
  void add(const json& row, const std::string& toolchain) {
    const auto [place, is_new] = places_.try_emplace(row.dump(), rows_.size());
    if (is_new) {
      rows_.push_back(row);
      rows_.back()["toolchains"] = json::array();
    }
    json& toolchains = rows_[place->second]["toolchains"];
    if (toolchains.empty() || toolchains.back() != toolchain) toolchains.push_back(toolchain);
  }
  json rows() const { return rows_; }

 private:
  std::map<std::string, std::size_t> places_;
  json rows_ = json::array();
};

const char* contents_text(ListContents contents) {
  switch (contents) {
    case ListContents::unified:
      return "one section";
    case ListContents::split:
      return "a section per type";
    case ListContents::separate:
      return "an allocation per type";
  }
  return "";
}

std::string layout_text(std::uint8_t chunk) {
  if (chunk == 0) return "sequential";
  return chunk == 1 ? "interleaved" : fmt::format("chunks of {}", chunk);
}

const char* entry_text(ListEntry entry) {
  switch (entry) {
    case ListEntry::index:
      return "index";
    case ListEntry::in_row:
      return "place in a row";
    case ListEntry::in_cell:
      return "place in a cell";
  }
  return "";
}

using LoadDocument = json (*)(const std::filesystem::path&);

/// Name, description and file of each document, and what `describe` adds.
template <class Describe>
ListContent list_documents(const std::vector<std::filesystem::path>& folders,
                           const ListFilter& filter, LoadDocument load, const Describe& describe) {
  ListContent content;
  for (const auto& [name, file] : documents(folders)) {
    if (!is_selected(filter.names, name)) continue;
    try {
      const json document = load(file);
      json row{{"name", name},
               {"description", document.value("description", "")},
               {"file", file.string()}};
      describe(document, row);
      content.rows.push_back(std::move(row));
    } catch (const std::exception& failure) {
      content.problems.push_back(
          fmt::format("not readable: {}: {}", file.filename().string(), failure.what()));
    }
  }
  return content;
}

std::set<std::string> physics_that_run_here(const Laboratory& laboratory) {
  std::set<std::string> computed;
  for (const LoadedPack& pack : laboratory.packs()) {
    if (laboratory.unusable(pack).empty()) computed.merge(physics_of(*pack.pack));
  }
  return computed;
}

}  // namespace

ListContent list_packs(const Laboratory& laboratory, const ListFilter& filter) {
  ListContent content;
  for (const LoadedPack* loaded : selected_packs(laboratory, filter)) {
    const KernelPack& pack = *loaded->pack;
    if (!is_selected(filter.names, pack.toolchain)) continue;
    const std::string reason = laboratory.unusable(*loaded);
    content.rows.push_back({{"name", pack.toolchain},
                            {"runtime", pack.runtime},
                            {"architectures", pack.architectures},
                            {"warp_width", pack.warp_width},
                            {"strategies", pack.strategy_count},
                            {"unusable", reason.empty() ? json(nullptr) : json(reason)}});
  }
  for (const std::string& problem : laboratory.problems())
    content.problems.push_back("not loaded: " + problem);
  return content;
}

ListContent list_strategies(const Laboratory& laboratory, const ListFilter& filter) {
  SharedRows shared;
  for (const LoadedPack* loaded : selected_packs(laboratory, filter)) {
    for (std::uint32_t i = 0; i < loaded->pack->strategy_count; ++i) {
      const Strategy& strategy = loaded->pack->strategies[i];
      const std::string physics = strategy.physics;
      const char* stage = stage_name(strategy);
      if (!is_selected(filter.names, strategy.name) || !is_selected(filter.stages, stage) ||
          !is_selected(filter.physics, physics))
        continue;
      shared.add({{"name", strategy.name},
                  {"stage", stage},
                  {"physics", physics.empty() ? json(nullptr) : json(physics)},
                  {"tuning", tuning_of(strategy)}},
                 loaded->pack->toolchain);
    }
  }
  return {shared.rows(), {}};
}

ListContent list_variants(const Laboratory& laboratory, const ListFilter& filter) {
  SharedRows shared;
  for (const LoadedPack* loaded : selected_packs(laboratory, filter)) {
    const KernelPack& pack = *loaded->pack;
    for (const std::string& physics : physics_of(pack)) {
      if (!is_selected(filter.physics, physics)) continue;
      for (const Variant& variant : filter.every_list_format
                                        ? variants_of_every_list_format(pack, physics)
                                        : variants_of(pack, physics)) {
        const std::string name = variant.name();
        if (is_selected(filter.names, name))
          shared.add({{"name", name}, {"physics", physics}}, pack.toolchain);
      }
    }
  }
  return {shared.rows(), {}};
}

namespace {

/// The passes of a physics in their order, and the constants that it has of its own.
json formulation_of(const std::string& physics) {
  json passes = json::array();
  json constants = json::array();
  if (const PhysicsKind* kind = find_physics(physics)) {
    for (const PassDescription& pass : kind->all_passes()) passes.push_back(pass.name);
    for (const ConstantDescription& constant : kind->all_own_constants()) {
      constants.push_back(
          {{"key", constant.key},
           {"unit", constant.unit},
           {"meaning", constant.meaning},
           {"default", constant.is_optional ? json(constant.usual) : json(nullptr)}});
    }
  }
  return {{"passes", passes}, {"constants", constants}};
}

}  // namespace

ListContent list_physics(const Laboratory& laboratory, const ListFilter& filter) {
  std::map<std::string, std::pair<std::set<std::string>, std::set<std::string>>> found;
  for (const LoadedPack* loaded : selected_packs(laboratory, filter)) {
    for (const std::string& physics : physics_of(*loaded->pack)) {
      if (!is_selected(filter.names, physics)) continue;
      auto& [traversals, toolchains] = found[physics];
      traversals.merge(traversals_of(*loaded->pack, physics));
      toolchains.insert(loaded->pack->toolchain);
    }
  }
  ListContent content;
  for (const auto& [name, of_packs] : found) {
    json row = {{"name", name}, {"traversals", of_packs.first}, {"toolchains", of_packs.second}};
    row.update(formulation_of(name));
    content.rows.push_back(std::move(row));
  }
  return content;
}

ListContent list_list_formats(const Laboratory&, const ListFilter& filter) {
  ListContent content;
  for (const auto& [name, format] : list_formats) {
    if (!is_selected(filter.names, name)) continue;
    content.rows.push_back({{"name", name},
                            {"contents", contents_text(format.contents)},
                            {"layout", layout_text(format.chunk)},
                            {"bits", 8 * list_entry_bytes(format)},
                            {"entry", entry_text(format.entry)},
                            {"default", std::string_view(name) == default_list_format}});
  }
  return content;
}

ListContent list_devices(const Laboratory& laboratory, const ListFilter& filter) {
  ListContent content;
  for (const RuntimeTable* runtime : laboratory.runtimes()) {
    for (int index = 0; index < device_count(*runtime); ++index) {
      const DeviceProperties device = Runtime(*runtime, index).properties();
      if (!is_selected(filter.names, device.name)) continue;
      content.rows.push_back({{"name", device.name},
                              {"runtime", runtime->name},
                              {"index", index},
                              {"architecture", device.architecture},
                              {"compute_units", number_or_null(device.compute_units)},
                              {"memory_bytes", device.memory_bytes},
                              {"version", runtime->version}});
    }
  }
  return content;
}

ListContent list_scenarios(const Laboratory& laboratory, const ListFilter& filter) {
  const std::set<std::string> computed = physics_that_run_here(laboratory);
  return list_documents(laboratory.scenario_folders(), filter, scenario_document,
                        [&](const json& document, json& row) {
                          const std::string physics = document.at("physics").at("name");
                          row["physics"] = physics;
                          row["runs_here"] = computed.contains(physics);
                          row["parameters"] = json::object();
                          const json declared = document.value("parameters", json::object());
                          for (const auto& [name, parameter] : declared.items())
                            row["parameters"][name] = parameter.at("default");
                        });
}

ListContent list_suites(const Laboratory& laboratory, const ListFilter& filter) {
  return list_documents(laboratory.suite_folders(), filter, load_suite_document,
                        [&](const json&, json& row) {
                          const Suite suite = load_suite(row.at("file").get<std::string>());
                          row["device"] = suite.device;
                          row["runs_here"] = runs_here(laboratory, suite, {});
                        });
}

ListContent list_resources(const Laboratory& laboratory, const ListFilter& filter) {
  ListContent content;
  for (const LoadedPack* loaded : selected_packs(laboratory, filter)) {
    for (const CompiledResources& kernel : loaded->resources) {
      if (!is_selected(filter.names, kernel.kernel)) continue;
      content.rows.push_back({{"name", kernel.kernel},
                              {"toolchain", loaded->pack->toolchain},
                              {"architecture", kernel.architecture},
                              {"registers", number_or_null(kernel.registers)},
                              {"stack_bytes", number_or_null(kernel.stack_bytes)},
                              {"spill_bytes", number_or_null(kernel.spill_bytes)},
                              {"shared_bytes", number_or_null(kernel.shared_bytes)}});
    }
  }
  return content;
}

}  // namespace sphlab
