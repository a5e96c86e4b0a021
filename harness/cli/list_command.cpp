#include "harness/cli/list_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/cli/prose.hpp"
#include "harness/cli/streams.hpp"
#include "harness/cli/table.hpp"
#include "harness/cli/terminal_width.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/error.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// A text as it is, a number as it is written, "-" for what is not known.
std::string cell(const json& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Table packs_table(const json& rows, const Style& style) {
  Table table({"toolchain", "runtime", "architectures", ">warp", ">strategies", "~runs here"});
  for (const json& row : rows) {
    const bool usable = row.at("unusable").is_null();
    table.add({cell(row.at("name")), cell(row.at("runtime")), cell(row.at("architectures")),
               row.at("warp_width") == 0 ? "-" : cell(row.at("warp_width")),
               cell(row.at("strategies")),
               usable ? style.green("yes") : style.yellow("no: " + cell(row.at("unusable")))});
  }
  return table;
}

/// "block 64|128*|256, in-flight 1|4*": an asterisk marks the default.
std::string tuning_text(const json& tuning) {
  std::vector<std::string> parameters;
  for (const json& parameter : tuning) {
    std::vector<std::string> values;
    for (const json& value : parameter.at("values"))
      values.push_back(value.dump() + (value == parameter.at("default") ? "*" : ""));
    parameters.push_back(fmt::format("{} {}", cell(parameter.at("name")), fmt::join(values, "|")));
  }
  return parameters.empty() ? "-" : fmt::format("{}", fmt::join(parameters, ", "));
}

/// Counts the physics and toolchains of rows that share their cells.
class Counted {
 public:
  void add(const std::vector<std::string>& cells, const json& row) {
    const auto [place, is_new] = places_.try_emplace(cells, groups_.size());
    if (is_new) groups_.push_back({cells, {}, {}});
    Group& group = groups_[place->second];
    if (!row.at("physics").is_null()) group.physics.insert(cell(row.at("physics")));
    for (const json& toolchain : row.at("toolchains")) group.toolchains.insert(cell(toolchain));
  }
  /// @param header of the cells; the two numbers stand behind.
  Table table(std::vector<std::string> header) const {
    header.insert(header.end(), {">physics", ">packs"});
    Table table(std::move(header));
    for (const Group& group : groups_) {
      std::vector<std::string> cells = group.cells;
      cells.push_back(group.physics.empty() ? "any" : std::to_string(group.physics.size()));
      cells.push_back(std::to_string(group.toolchains.size()));
      table.add(cells);
    }
    return table;
  }

 private:
  struct Group {
    std::vector<std::string> cells;
    std::set<std::string> physics;
    std::set<std::string> toolchains;
  };
  std::map<std::vector<std::string>, std::size_t> places_;
  std::vector<Group> groups_;
};

Table strategies_table(const json& rows, const Style&) {
  Counted counted;
  for (const json& row : rows)
    counted.add({cell(row.at("stage")), cell(row.at("name")), tuning_text(row.at("tuning"))}, row);
  return counted.table({"stage", "~strategy", "~tuning (* default)"});
}

Table variants_table(const json& rows, const Style&) {
  Counted counted;
  for (const json& row : rows) counted.add({cell(row.at("name"))}, row);
  return counted.table({"~variant"});
}

Table physics_table(const json& rows, const Style&) {
  Table table({"physics", "~passes", "~constants", ">traversals", "~packs"});
  const auto words = [](const json& values) {
    return fmt::format("{}", fmt::join(values.get<std::vector<std::string>>(), " "));
  };
  for (const json& row : rows) {
    std::vector<std::string> constants;
    for (const json& constant : row.at("constants"))
      constants.push_back(
          fmt::format("{} [{}]", cell(constant.at("key")), cell(constant.at("unit"))));
    table.add({cell(row.at("name")), words(row.at("passes")),
               fmt::format("{}", fmt::join(constants, ", ")),
               std::to_string(row.at("traversals").size()), words(row.at("toolchains"))});
  }
  return table;
}

Table formats_table(const json& rows, const Style&) {
  Table table({"format (* default)", "~contents", "~layout", ">bits", "~entry"});
  for (const json& row : rows) {
    table.add({cell(row.at("name")) + (row.at("default") == true ? "*" : ""),
               cell(row.at("contents")), cell(row.at("layout")), cell(row.at("bits")),
               cell(row.at("entry"))});
  }
  return table;
}

Table devices_table(const json& rows, const Style&) {
  Table table({"runtime", ">device", "~name", "architecture", ">units", ">memory", "~version"});
  for (const json& row : rows) {
    table.add({cell(row.at("runtime")), cell(row.at("index")), cell(row.at("name")),
               cell(row.at("architecture")), cell(row.at("compute_units")),
               bytes_text(row.at("memory_bytes").get<std::size_t>()), cell(row.at("version"))});
  }
  return table;
}

/// Description, whole where there are few, else what tells it from others: its beginning, and its
/// end where another begins so, too.
std::string description_of(const json& row, const json& rows) {
  constexpr std::size_t few = 3;
  std::string all = cell(row.at("description"));
  if (rows.size() <= few) return all;
  const std::vector<std::string> clauses = clauses_of(all);
  const auto begin_so = std::count_if(rows.begin(), rows.end(), [&](const json& other) {
    return clauses_of(cell(other.at("description"))).front() == clauses.front();
  });
  if (begin_so == 1 || clauses.size() == 1) return clauses.front();
  return fmt::format("{}; {}", clauses.front(), clauses.back());
}

/// Marks what runs here with an asterisk.
std::string marked_name(const json& row) {
  return cell(row.at("name")) + (row.at("runs_here") == true ? "*" : "");
}

Table scenarios_table(const json& rows, const Style&) {
  Table table({"name (* runs here)", "~parameters", "~description"});
  for (const json& row : rows) {
    std::vector<std::string> parameters;
    for (const auto& [name, value] : row.at("parameters").items())
      parameters.push_back(fmt::format("{}={}", name, value.dump()));
    table.add({marked_name(row),
               parameters.empty() ? "-" : fmt::format("{}", fmt::join(parameters, " ")),
               description_of(row, rows)});
  }
  return table;
}

Table suites_table(const json& rows, const Style&) {
  Table table({"name (* runs here)", "device", "~description"});
  for (const json& row : rows)
    table.add({marked_name(row), cell(row.at("device")), description_of(row, rows)});
  return table;
}

Table resources_table(const json& rows, const Style&) {
  Table table(
      {"toolchain", "architecture", ">registers", ">stack B", ">spill B", ">shared B", "~kernel"});
  for (const json& row : rows) {
    table.add({cell(row.at("toolchain")), cell(row.at("architecture")), cell(row.at("registers")),
               cell(row.at("stack_bytes")), cell(row.at("spill_bytes")),
               cell(row.at("shared_bytes")), cell(row.at("name"))});
  }
  return table;
}

/// A subject, where its rows come from and how they are shown.
struct Shown {
  ListSubject subject;
  ListContent (*content)(const Laboratory&, const ListFilter&);
  Table (*table)(const json& rows, const Style&);
  const char* when_empty;
};

const std::vector<Shown>& all_shown() {
  static const std::vector<Shown> all{
      {{"packs", "Kernel packs, one a toolchain, and whether they run here", true},
       list_packs,
       packs_table,
       "No kernel pack was found; --pack-dir and SPHLAB_PACK_PATH name folders."},
      {{"devices", "Devices of the runtimes that are here"},
       list_devices,
       devices_table,
       "No device was found."},
      {{"scenarios", "Scenarios, their parameters and what they are"},
       list_scenarios,
       scenarios_table,
       "No scenario was found; --scenario-dir names folders."},
      {{"suites", "Suites: what is measured how"},
       list_suites,
       suites_table,
       "No suite was found: suites lie in the folder suites/ beside the scenarios."},
      {{"physics", "Pair physics and formulations, and which packs have them", true},
       list_physics,
       physics_table,
       "No physics: no kernel pack was found."},
      {{.name = "strategies",
        .help = "Strategies of every stage, and what they can be tuned by",
        .of_packs = true,
        .of_physics = true,
        .of_stages = true},
       list_strategies,
       strategies_table,
       "No strategies: no kernel pack was found."},
      {{.name = "variants",
        .help = "Variants, by the names that --variant takes",
        .of_packs = true,
        .of_physics = true,
        .of_formats = true},
       list_variants,
       variants_table,
       "No variants: no kernel pack was found."},
      {{"formats", "Formats of the neighbour list"},
       list_list_formats,
       formats_table,
       "There is no list format."},
      {{"resources", "What the compilers say of each kernel: registers, stack, spills", true},
       list_resources,
       resources_table,
       "No pack comes with a compiler's report: host packs have none."},
  };
  return all;
}

/// Distinct values in the order of the rows.
std::vector<std::string> names_of(const json& rows) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const json& row : rows) {
    std::string name = row.at("name").get<std::string>();
    if (seen.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

/// Throws where a filter leaves nothing of what there is.
void require_some(const Laboratory& laboratory, const Shown& shown, const ListContent& content,
                  const ListFilter& filter) {
  if (!content.rows.empty()) return;
  const std::vector<std::string> known = names_of(shown.content(laboratory, {}).rows);
  if (known.empty()) return;
  const std::string asked = filter.names.empty() ? "" : filter.names.front();
  throw Error(ExitCode::not_available,
              asked.empty()
                  ? fmt::format("none of the {} is what the options ask for", shown.subject.name)
                  : fmt::format("none of the {} is called '{}'{}", shown.subject.name, asked,
                                did_you_mean(asked, known)));
}

void print_problems(const ListContent& content, const Style& style,
                    void (*print)(std::string_view)) {
  for (const std::string& problem : content.problems)
    print(style.red(problem) + "\n");  // not wrapped: a path is to be found in it
}

void print_names(const json& rows) {
  for (const std::string& name : names_of(rows)) print_result(name + "\n");
}

void print_subject(const Laboratory& laboratory, const Shown& shown, const ListOptions& options,
                   const Style& style) {
  const ListContent content = shown.content(laboratory, options.filter);
  require_some(laboratory, shown, content, options.filter);
  if (options.names_only) return print_names(content.rows);
  if (options.as_json) {
    print_problems(content, style, print_notice);  // what reads the rows shall not meet them
    return print_result(content.rows.dump(2) + "\n");
  }
  print_result(content.rows.empty() ? fmt::format("{}\n", shown.when_empty)
                                    : shown.table(content.rows, style).text(style));
  print_problems(content, style, print_result);
}

json summary_of(const Laboratory& laboratory) {
  json summary = json::object();
  for (const Shown& shown : all_shown()) {
    const ListContent content = shown.content(laboratory, {});
    summary[shown.subject.name] = {{"names", names_of(content.rows)},
                                   {"problems", content.problems}};
  }
  return summary;
}

void print_summary(const json& summary, const Style& style) {
  Table table({"command", ">number", "of which"});
  const std::size_t width = terminal_width(result_descriptor());
  std::size_t problems = 0;
  for (const Shown& shown : all_shown()) {
    const json& of_subject = summary.at(shown.subject.name);
    const auto names = of_subject.at("names").get<std::vector<std::string>>();
    problems += of_subject.at("problems").size();
    constexpr std::size_t before_names = 32;  // "sphlab list strategies", the number, and spaces
    table.add({fmt::format("sphlab list {}", shown.subject.name), std::to_string(names.size()),
               cut_to_width(fmt::format("{}", fmt::join(names, ", ")), width - before_names)});
  }
  print_result(table.text(style, width));
  if (problems > 0) {
    print_result(
        style.yellow(fmt::format(
            "{} packs, runtimes or files could not be read: their lists tell why", problems)) +
        "\n");
  }
  print_result("Each takes names and --json; 'sphlab list strategies --help' tells more.\n");
}

}  // namespace

const std::vector<ListSubject>& list_subjects() {
  static const std::vector<ListSubject> subjects = [] {
    std::vector<ListSubject> all;
    for (const Shown& shown : all_shown()) all.push_back(shown.subject);
    return all;
  }();
  return subjects;
}

void run_list(const Laboratory& laboratory, const ListOptions& options, const Style& style) {
  if (options.subject.empty()) {
    const json summary = summary_of(laboratory);
    return options.as_json ? print_result(summary.dump(2) + "\n") : print_summary(summary, style);
  }
  const auto shown = std::find_if(all_shown().begin(), all_shown().end(), [&](const Shown& each) {
    return options.subject == each.subject.name;
  });
  print_subject(laboratory, *shown, options, style);
}

}  // namespace sphlab
