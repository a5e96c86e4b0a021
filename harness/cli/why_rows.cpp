#include "harness/cli/why_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>

#include "harness/cli/progress.hpp"
#include "harness/cli/prose.hpp"
#include "harness/cli/record_choice.hpp"
#include "harness/cli/table.hpp"
#include "harness/cli/why_files.hpp"
#include "harness/error.hpp"
#include "harness/records/record_file.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/suites/suite.hpp"
#include "harness/why/numbers.hpp"
#include "harness/why/variant_comparison.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Lines of a list of choices that an error shows.
constexpr std::size_t most_choices = 20;

std::string particles_text(const RecordedVariant& row) {
  return grouped(static_cast<double>(row.head().scenario.particles));
}

/// The time of the step, else of the stage that takes most; infinite where nothing has one.
double rank_time(const RecordedVariant& row) {
  double most = 0;
  if (row.step) most = row.step->summary.median_s.value_or(0);
  for (const Record& stage : row.stages) {
    if (!row.step) most = std::max(most, stage.summary.median_s.value_or(0));
  }
  return most > 0 ? most : std::numeric_limits<double>::infinity();
}

bool comes_first(const RecordedVariant& a, const RecordedVariant& b) {
  const auto key = [](const RecordedVariant& row) {
    const Record::ScenarioUsed& scenario = row.head().scenario;
    return std::tuple(-static_cast<double>(scenario.particles), !row.step,
                      -static_cast<double>(scenario.state.step), rank_time(row));
  };
  return key(a) < key(b);
}

bool is_asked_for(const RecordedVariant& row, const WhyOptions& options) {
  const Record& head = row.head();
  return (options.scenario.empty() || head.scenario.name == options.scenario) &&
         (options.state.empty() || head.scenario.state.label == options.state) &&
         (options.toolchain.empty() ||
          toolchain_selected({options.toolchain}, head.toolchain.name)) &&
         has_parameters(head, options.overrides);
}

/// Those of this very name where there are any, else those of the traversal.
std::vector<RecordedVariant> rows_named(const std::vector<RecordedVariant>& all,
                                        const std::string& name) {
  std::vector<RecordedVariant> named;
  const auto take = [&](const auto& is_named) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(named),
                 [&](const RecordedVariant& row) { return is_named(row.head().variant); });
  };
  take([&](const std::string& variant) { return variant == name; });
  if (named.empty())
    take([&](const std::string& variant) { return is_variant_or_traversal(variant, name); });
  return named;
}

std::vector<RecordedVariant> read_rows(const std::vector<fs::path>& files,
                                       const WhyOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point patience = Clock::now() + std::chrono::seconds(2);
  Progress progress;
  std::vector<RecordedVariant> rows;
  for (std::size_t k = 0; k < files.size(); ++k) {
    if (Clock::now() > patience)
      progress.update(static_cast<double>(k) / static_cast<double>(files.size()),
                      "reading " + files[k].string());
    if (!may_hold(files[k], {options.variant, options.against})) continue;
    for (RecordedVariant& row : recorded_variants(read_records(files[k]), files[k]))
      rows.push_back(std::move(row));
  }
  return rows;
}

std::string place_text(const WhyOptions& options) {
  return options.records.empty() ? "results/" : options.records.front().string();
}

[[noreturn]] void throw_no_row(const std::string& name, const std::vector<fs::path>& files,
                               const WhyOptions& options) {
  const std::vector<std::string> known = variants_in(files);
  const bool is_known = std::any_of(known.begin(), known.end(), [&](const std::string& variant) {
    return is_variant_or_traversal(variant, name);
  });
  const std::string place = place_text(options);
  if (is_known) {
    throw Error(ExitCode::not_available,
                fmt::format("no record of '{}' in {} has the scenario, parameters, state and "
                            "toolchain asked for; 'sphlab why {} --list' shows those there are",
                            name, place, name));
  }
  throw Error(ExitCode::not_available,
              fmt::format("no record of '{}' in {}{} 'sphlab run SCENARIO --variant {}' measures "
                          "a variant",
                          name, place, did_you_mean(name, known, ";"), name));
}

std::vector<RecordedVariant> rows_of(const std::vector<RecordedVariant>& all,
                                     const std::string& name, const std::vector<fs::path>& files,
                                     const WhyOptions& options) {
  std::vector<RecordedVariant> rows = rows_named(all, name);
  std::erase_if(rows, [&](const RecordedVariant& row) { return !is_asked_for(row, options); });
  if (rows.empty()) throw_no_row(name, files, options);
  std::stable_sort(rows.begin(), rows.end(), comes_first);
  return rows;
}

/// Those that were believed; throws where none was.
std::vector<RecordedVariant> valid_rows(const std::vector<RecordedVariant>& rows) {
  std::vector<RecordedVariant> valid;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(valid),
               [](const RecordedVariant& row) { return row.is_valid(); });
  if (!valid.empty()) return valid;
  const Record& head = rows.front().head();
  throw Error(ExitCode::verification,
              fmt::format("{}: {} is recorded as invalid, so that its times mean nothing: {}",
                          rows.front().file.string(), printable(head.variant),
                          printable(head.validity.status)));
}

using NameOf = std::string (*)(const RecordedVariant&);

std::set<std::string> values_of(const std::vector<RecordedVariant>& rows, NameOf name) {
  std::set<std::string> values;
  for (const RecordedVariant& row : rows) values.insert(name(row));
  return values;
}

/// What must be one before rows can be ranked, and how one chooses.
struct Choice {
  const char* what;
  NameOf name;
  const char* remedy;
};

constexpr std::array choices = {
    Choice{"variants", [](const RecordedVariant& row) { return row.head().variant; },
           "give its whole name"},
    Choice{"scenarios", [](const RecordedVariant& row) { return row.head().scenario.name; },
           "name one with --scenario"}};

[[noreturn]] void throw_ambiguous(const std::string& name, const Choice& choice,
                                  const std::set<std::string>& values) {
  std::string text = fmt::format("records of {} {} match '{}'; {}:", values.size(), choice.what,
                                 name, choice.remedy);
  std::size_t shown = 0;
  for (const std::string& value : values) {
    if (++shown > most_choices) break;
    text += "\n  " + shortened(value, prose_columns - 2);
  }
  if (values.size() > most_choices)
    text += fmt::format("\n  and {} more: --list shows them", values.size() - most_choices);
  throw Error(ExitCode::usage, text);
}

void require_one(const std::vector<RecordedVariant>& rows, const std::string& name,
                 const Choice& choice) {
  const std::set<std::string> values = values_of(rows, choice.name);
  if (values.size() > 1) throw_ambiguous(name, choice, values);
}

std::string device_of(const RecordedVariant& row) {
  return row.head().device.slug;
}

/// Of one device: the best of those at hand where several are recorded.
void keep_one_device(std::vector<RecordedVariant>& rows, const std::string& name,
                     const std::function<std::vector<std::string>()>& devices) {
  const std::set<std::string> recorded = values_of(rows, device_of);
  if (recorded.size() < 2) return;
  for (const std::string& device : devices()) {
    if (!recorded.contains(device)) continue;
    std::erase_if(rows, [&](const RecordedVariant& row) { return device_of(row) != device; });
    return;
  }
  throw_ambiguous(name, {"devices", device_of, "name a folder, as results/DEVICE, with --record"},
                  recorded);
}

/// How near a row is to what another one ran, best first.
std::tuple<bool, bool, bool, double> distance(const RecordedVariant& row,
                                              const RecordedVariant& other) {
  const Record& a = row.head();
  const Record& b = other.head();
  const auto life = [](const Record& record) {
    return record.list_life ? std::tuple(record.list_life->trigger, record.list_life->interval,
                                         record.list_life->expansion)
                            : std::tuple(std::string(), std::optional<std::uint64_t>(), 1.0);
  };
  return {a.toolchain.name != b.toolchain.name, row.file != other.file, life(a) != life(b),
          rank_time(row)};
}

const RecordedVariant* nearest_comparable(const std::vector<RecordedVariant>& rows,
                                          const RecordedVariant& other) {
  const RecordedVariant* nearest = nullptr;
  for (const RecordedVariant& row : rows) {
    if (!incomparable(other, row).empty()) continue;
    if (nearest == nullptr || distance(row, other) < distance(*nearest, other)) nearest = &row;
  }
  return nearest;
}

std::string step_text(const RecordedVariant& row) {
  if (!row.is_valid()) return "invalid";
  const double seconds = row.step ? row.step->summary.median_s.value_or(0) : 0;
  return seconds > 0 ? time_text(seconds) : "-";
}

std::vector<RecordedVariant> choose_pair(const std::vector<RecordedVariant>& rows,
                                         const std::vector<RecordedVariant>& against) {
  for (const RecordedVariant& row : rows) {
    if (const RecordedVariant* other = nearest_comparable(against, row)) return {row, *other};
  }
  throw Error(ExitCode::not_available,
              fmt::format("'{}' and '{}' were never recorded on the same particles by the same "
                          "device: the nearest differ in {}; 'sphlab run SCENARIO --variant {} "
                          "--variant {}' measures both",
                          rows.front().head().variant, against.front().head().variant,
                          incomparable(rows.front(), against.front()), rows.front().head().variant,
                          against.front().head().variant));
}

}  // namespace

WhyRows find_rows(const WhyOptions& options) {
  WhyRows rows;
  rows.files = record_files_of(options.records);
  const std::vector<RecordedVariant> all = read_rows(rows.files, options);
  rows.variant = rows_of(all, options.variant, rows.files, options);
  if (!options.against.empty()) rows.against = rows_of(all, options.against, rows.files, options);
  return rows;
}

std::vector<RecordedVariant> choose_rows(const WhyRows& rows, const WhyOptions& options,
                                         const std::function<std::vector<std::string>()>& devices) {
  std::vector<RecordedVariant> valid = valid_rows(rows.variant);
  keep_one_device(valid, options.variant, devices);
  require_one(valid, options.variant, choices[0]);
  if (options.against.empty()) {
    require_one(valid, options.variant, choices[1]);
    return {valid.front()};
  }
  std::vector<RecordedVariant> against = valid_rows(rows.against);
  require_one(against, options.against, choices[0]);
  return choose_pair(valid, against);
}

std::string table_of_rows(const std::vector<RecordedVariant>& rows, const Style& style) {
  Table table({"variant", "scenario", ">particles", "state", "toolchain", ">step"});
  for (const RecordedVariant& row : rows) {
    const Record& head = row.head();
    table.add({shortened(head.variant, 18), shortened(head.scenario.name, 19),
               shortened(particles_text(row), 10), shortened(head.scenario.state.label, 7),
               shortened(head.toolchain.name, 9), step_text(row)});
  }
  return table.text(style);
}

}  // namespace sphlab
