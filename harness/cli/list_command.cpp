#include "harness/cli/list_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "harness/cli/documents.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {
namespace {

std::string number_or_dash(int number) {
  return number < 0 ? "-" : std::to_string(number);
}

void print(const Table& table, const Style& style, const char* when_empty) {
  print_result(table.empty() ? fmt::format("{}\n", when_empty) : table.text(style));
}

void list_packs(const Laboratory& laboratory, const Style& style) {
  Table table({"toolchain", "runtime", "architectures", ">warp", ">strategies", "runs here"});
  for (const LoadedPack& loaded : laboratory.packs()) {
    const KernelPack& pack = *loaded.pack;
    const std::string reason = laboratory.unusable(loaded);
    table.add({pack.toolchain, pack.runtime, pack.architectures,
               pack.warp_width == 0 ? "-" : std::to_string(pack.warp_width),
               std::to_string(pack.strategy_count),
               reason.empty() ? style.green("yes") : style.yellow("no: " + reason)});
  }
  print(table, style, "No kernel pack was found; --pack-dir and SPHLAB_PACK_PATH name folders.");
  for (const std::string& problem : laboratory.problems()) {
    print_result(fmt::format("{} {}\n", style.red("not loaded:"), problem));
  }
}

std::string tuning_text(const Strategy& strategy) {
  std::vector<std::string> parameters;
  for (std::uint32_t p = 0; p < strategy.parameter_count; ++p) {
    const TuningParameter& parameter = strategy.parameters[p];
    std::vector<std::string> values;
    for (std::uint32_t v = 0; v < parameter.value_count; ++v) {
      const bool is_default = parameter.values[v] == parameter.default_value;
      values.push_back(fmt::format("{}{}", parameter.values[v], is_default ? "*" : ""));
    }
    parameters.push_back(fmt::format("{} {}", parameter.name, fmt::join(values, "|")));
  }
  return parameters.empty() ? "-" : fmt::format("{}", fmt::join(parameters, ", "));
}

/// One row per strategy, with the packs that have it, in the order of the first pack's table.
void list_strategies(const Laboratory& laboratory, const Style& style) {
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  std::vector<Key> order;
  std::map<Key, std::vector<std::string>> toolchains;
  for (const LoadedPack& loaded : laboratory.packs()) {
    for (std::uint32_t i = 0; i < loaded.pack->strategy_count; ++i) {
      const Strategy& strategy = loaded.pack->strategies[i];
      const std::string physics = strategy.physics;
      const Key key{describe(strategy.stage).name, strategy.name, physics.empty() ? "-" : physics,
                    tuning_text(strategy)};
      if (!toolchains.contains(key)) order.push_back(key);
      if (toolchains[key].empty() || toolchains[key].back() != loaded.pack->toolchain)
        toolchains[key].emplace_back(loaded.pack->toolchain);
    }
  }
  Table table({"stage", "strategy", "physics", "tuning (* default)", "packs"});
  for (const Key& key : order) {
    const auto& [stage, name, physics, tuning] = key;
    table.add({stage, name, physics, tuning, fmt::format("{}", fmt::join(toolchains[key], " "))});
  }
  print(table, style, "No strategies: no kernel pack was found.");
}

const char* contents_text(ListContents contents) {
  switch (contents) {
    case ListContents::unified:
      return "all types in one section";
    case ListContents::split:
      return "a section per type, two to an allocation, from both ends";
    case ListContents::separate:
      return "an allocation per type";
  }
  return "";
}

std::string layout_text(std::uint8_t chunk) {
  if (chunk == 0) return "sequential";
  return chunk == 1 ? "interleaved" : fmt::format("interleaved chunks of {}", chunk);
}

const char* entry_text(ListEntry entry) {
  switch (entry) {
    case ListEntry::index:
      return "index of the neighbour";
    case ListEntry::in_row:
      return "place in a row of three cells, with the row";
    case ListEntry::in_cell:
      return "place in a cell, with the cell where it changes";
  }
  return "";
}

void list_list_formats(const Laboratory&, const Style& style) {
  Table table({"format (* default)", "contents", "layout", ">bits", "entry"});
  for (const auto& [name, format] : list_formats) {
    const bool is_default = std::string_view(name) == default_list_format;
    table.add({fmt::format("{}{}", name, is_default ? "*" : ""), contents_text(format.contents),
               layout_text(format.chunk), std::to_string(8 * list_entry_bytes(format)),
               entry_text(format.entry)});
  }
  print(table, style, "There is no list format.");
}

void list_devices(const Laboratory& laboratory, const Style& style) {
  Table table({"runtime", ">device", "name", "architecture", ">units", ">memory", "version"});
  for (const RuntimeTable* runtime : laboratory.runtimes()) {
    for (int index = 0; index < device_count(*runtime); ++index) {
      const DeviceProperties device = Runtime(*runtime, index).properties();
      table.add({runtime->name, std::to_string(index), device.name, device.architecture,
                 number_or_dash(device.compute_units), bytes_text(device.memory_bytes),
                 runtime->version});
    }
  }
  print(table, style, "No device was found.");
}

std::string parameters_text(const nlohmann::json& document) {
  std::vector<std::string> parameters;
  const nlohmann::json declared = document.value("parameters", nlohmann::json::object());
  for (const auto& [name, parameter] : declared.items()) {
    parameters.push_back(fmt::format("{}={}", name, parameter.at("default").dump()));
  }
  return parameters.empty() ? "-" : fmt::format("{}", fmt::join(parameters, " "));
}

using LoadDocument = nlohmann::json (*)(const std::filesystem::path&);

void list_documents(const std::vector<std::filesystem::path>& folders, LoadDocument load,
                    bool with_parameters, const Style& style, const char* when_empty) {
  std::vector<std::string> header{"name", "description"};
  if (with_parameters) header.insert(header.begin() + 1, "parameters");
  Table table(header);
  std::vector<std::string> problems;
  for (const auto& [name, file] : documents(folders)) {
    try {
      const nlohmann::json document = load(file);
      std::vector<std::string> row{name, document.value("description", "")};
      if (with_parameters) row.insert(row.begin() + 1, parameters_text(document));
      table.add(row);
    } catch (const std::exception& failure) {
      problems.push_back(fmt::format("{}: {}", file.filename().string(), failure.what()));
    }
  }
  print(table, style, when_empty);
  for (const std::string& problem : problems) {
    print_result(fmt::format("{} {}\n", style.red("not readable:"), problem));
  }
}

void list_scenarios(const Laboratory& laboratory, const Style& style) {
  list_documents(laboratory.scenario_folders(), scenario_document, true, style,
                 "No scenario was found; --scenario-dir names folders.");
}

void list_suites(const Laboratory& laboratory, const Style& style) {
  list_documents(laboratory.suite_folders(), load_json, false, style,
                 "No suite was found: suites lie in the folder suites/ beside the scenarios.");
}

void list_resources(const Laboratory& laboratory, const Style& style) {
  Table table(
      {"toolchain", "architecture", ">registers", ">stack B", ">spill B", ">shared B", "kernel"});
  for (const LoadedPack& loaded : laboratory.packs()) {
    for (const CompiledResources& kernel : loaded.resources) {
      table.add({loaded.pack->toolchain, kernel.architecture, number_or_dash(kernel.registers),
                 number_or_dash(kernel.stack_bytes), number_or_dash(kernel.spill_bytes),
                 number_or_dash(kernel.shared_bytes), kernel.kernel});
    }
  }
  print(table, style, "No pack comes with a compiler's report: host packs have none.");
}

using Subject = std::pair<std::string, void (*)(const Laboratory&, const Style&)>;

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all{
      {"packs", list_packs},          {"strategies", list_strategies},
      {"formats", list_list_formats}, {"devices", list_devices},
      {"scenarios", list_scenarios},  {"suites", list_suites},
      {"resources", list_resources},
  };
  return all;
}

}  // namespace

const std::vector<std::string>& list_subjects() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, print_subject] : subjects()) all.push_back(name);
    return all;
  }();
  return names;
}

void run_list(const Laboratory& laboratory, const std::string& subject, const Style& style) {
  if (!subject.empty() && !std::count(list_subjects().begin(), list_subjects().end(), subject)) {
    throw Error(ExitCode::usage, fmt::format("cannot list '{}'; did you mean '{}'?", subject,
                                             nearest_name(subject, list_subjects())));
  }
  bool is_first = true;
  for (const auto& [name, print_subject] : subjects()) {
    if (!subject.empty() && name != subject) continue;
    if (subject.empty()) print_result((is_first ? "" : "\n") + style.bold(name) + "\n");
    print_subject(laboratory, style);
    is_first = false;
  }
}

}  // namespace sphlab
