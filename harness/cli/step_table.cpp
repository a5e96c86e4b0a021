#include "harness/cli/step_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "harness/cli/table.hpp"
#include "harness/cli/wrapping.hpp"
#include "harness/records/block_ties.hpp"

namespace sphlab {
namespace {

std::string label_of(const Record& record) {
  return record.side.empty() ? record.variant : fmt::format("{}, {}", record.variant, record.side);
}

bool is_measured(const Record& record) {
  return record.validity.status == "ok" && record.summary.median_s.has_value();
}

/// "forces block 128" of each parameter that a suite has fixed, by "forces block"; what a sweep
/// chose is the best of a tuning, not a name.
std::map<std::string, std::string> fixed_tuning(const Record& record) {
  std::set<std::string> swept;
  for (const Record::SweepPoint& point : record.tuning_sweep) swept.insert(point.stage);
  std::map<std::string, std::string> fixed;
  for (const auto& [stage, tuning] : record.tuning) {
    if (swept.contains(stage)) continue;
    for (const auto& [parameter, value] : tuning) {
      const std::string name = fmt::format("{} {}", stage, parameter);
      fixed[name] = fmt::format("{} {}", name, value);
    }
  }
  return fixed;
}

/// Tuning of `record` that differs from that of the others: "forces block 128"; "best tuning" where
/// a sweep chose it. Figures print the same (analysis/naming.py).
std::string distinct_tuning(const Record& record, const std::vector<const Record*>& alike) {
  std::set<std::string> told;
  const auto own = fixed_tuning(record);
  for (const Record* other : alike) {
    const auto its = fixed_tuning(*other);
    for (const auto& [name, value] : own) {
      if (!its.contains(name) || its.at(name) != value) told.insert(value);
    }
  }
  return told.empty() ? "best tuning" : fmt::format("{}", fmt::join(told, ", "));
}

/// The variant, with its tuning where another row has the same variant by the same toolchain.
std::string distinct_label(const Record& record, const std::vector<Record>& steps) {
  std::vector<const Record*> alike;
  for (const Record& other : steps) {
    if (&other != &record && other.toolchain.name == record.toolchain.name &&
        label_of(other) == label_of(record))
      alike.push_back(&other);
  }
  if (alike.empty()) return label_of(record);
  return fmt::format("{}, {}", label_of(record), distinct_tuning(record, alike));
}

/// Measured records, the fastest first.
std::vector<const Record*> ranked(const std::vector<Record>& steps) {
  std::vector<const Record*> ranking;
  for (const Record& record : steps) {
    if (is_measured(record)) ranking.push_back(&record);
  }
  std::stable_sort(ranking.begin(), ranking.end(), [](const Record* a, const Record* b) {
    return *a->summary.median_s < *b->summary.median_s;
  });
  return ranking;
}

bool has_energy(const Record& record) {
  return record.energy && record.energy->joules_per_million_particle_steps;
}

/// Joules per million particle steps, and half the width of their interval in per cent.
std::vector<std::string> energy_cells(const Record& record) {
  if (!has_energy(record)) return {"-", "-"};
  const Record::Energy& energy = *record.energy;
  return {fmt::format("{:.4g}", *energy.joules_per_million_particle_steps),
          fmt::format("{:.1f}", 50 * (*energy.high_j - *energy.low_j) / *energy.joules_per_step)};
}

std::vector<std::string> headings(bool with_energy) {
  std::vector<std::string> all = {"", ">step ms", ">MIPPS", ">spread %", ">times"};
  if (with_energy) all.insert(all.end(), {">J/M", ">+- %"});
  all.insert(all.end(), {"toolchain", "~variant"});
  return all;
}

/// @param has_ties set where a row is marked as one.
std::string ranking_text(const std::vector<Record>& steps, const Style& style, std::size_t width,
                         bool* has_ties) {
  const std::vector<const Record*> ranking = ranked(steps);
  if (ranking.empty()) return "";
  const Record& best = *ranking.front();
  const bool with_energy =
      std::any_of(ranking.begin(), ranking.end(), [](const Record* r) { return has_energy(*r); });
  Table table(headings(with_energy));
  for (const Record* record : ranking) {
    const bool is_best = record == &best;
    const bool ties = !is_best && is_tie(best.samples, record->samples);
    *has_ties = *has_ties || ties;
    const auto& summary = record->summary;
    std::vector<std::string> cells = {
        is_best ? "*" : (ties ? "=" : " "), fmt::format("{:.4f}", 1e3 * *summary.median_s),
        summary.mipps ? fmt::format("{:.2f}", *summary.mipps) : "-",
        summary.relative_spread ? fmt::format("{:.1f}", 100 * *summary.relative_spread) : "-",
        fmt::format("{:.2f}", *summary.median_s / *best.summary.median_s)};
    if (with_energy) {
      for (std::string& cell : energy_cells(*record)) cells.push_back(std::move(cell));
    }
    cells.insert(cells.end(), {record->toolchain.name, distinct_label(*record, steps)});
    table.add(cells);
  }
  return table.text(style, width);
}

/// Names series that are no time of a steady state, and so are not published.
std::string drifting_text(const std::vector<Record>& steps, const Style& style, std::size_t width) {
  std::string text;
  for (const Record& record : steps) {
    if (!record.drift || !record.drift->drifts) continue;
    const std::string line = fmt::format(
        "{} {}, {}: by {:+.1f} % within its blocks ({:+.1f} to {:+.1f} %), so that its median "
        "is not published",
        style.yellow("drifts:"), distinct_label(record, steps), record.toolchain.name,
        100 * record.drift->relative, 100 * record.drift->low, 100 * record.drift->high);
    text += wrapped(line, width, 2) + "\n";
  }
  return text;
}

std::string invalid_text(const std::vector<Record>& steps, const Style& style, std::size_t width) {
  std::string text;
  for (const Record& record : steps) {
    if (is_measured(record)) continue;
    const std::string line =
        fmt::format("{} {}, {}: {}", style.yellow("not measured:"), distinct_label(record, steps),
                    record.toolchain.name, record.validity.status);
    text += wrapped(line, width, 2) + "\n";
  }
  return text;
}

}  // namespace

void StepTable::add(const Record& record) {
  if (record.scope != "step") return;
  const Record::ScenarioUsed& used = record.scenario;
  std::map<std::string, double> parameters = used.parameters;
  parameters.erase("rebuild_interval");  // of the rebuild policy, which a variant's name tells
  auto section = std::find_if(sections_.begin(), sections_.end(), [&](const Section& other) {
    return other.scenario == used.name && other.particles == used.particles &&
           other.state == used.state.label && other.parameters == parameters;
  });
  if (section == sections_.end()) {
    sections_.push_back({used.name, used.particles, used.state.label, parameters, {}});
    section = std::prev(sections_.end());
  }
  section->steps.push_back(record);
}

/// Title of a section, with the parameters that tell it from others of its scenario.
std::string StepTable::title_of(const Section& section) const {
  std::string told;
  for (const Section& other : sections_) {
    if (&other == &section || other.scenario != section.scenario ||
        other.particles != section.particles || other.state != section.state)
      continue;
    for (const auto& [name, value] : section.parameters) {
      if (!other.parameters.contains(name) || other.parameters.at(name) != value)
        told += fmt::format(", {}={:g}", name, value);
    }
    break;
  }
  return fmt::format("{}, {} particles, {}{}", section.scenario, section.particles, section.state,
                     told);
}

bool StepTable::has_energies() const {
  return std::any_of(sections_.begin(), sections_.end(), [](const Section& section) {
    return std::any_of(section.steps.begin(), section.steps.end(), has_energy);
  });
}

std::string StepTable::text(const Style& style, std::size_t width) const {
  std::string text;
  bool has_ties = false;
  for (const Section& section : sections_) {
    text += style.bold(title_of(section)) + "\n" +
            ranking_text(section.steps, style, width, &has_ties) +
            drifting_text(section.steps, style, width) + invalid_text(section.steps, style, width) +
            "\n";
  }
  if (has_energies()) {
    text +=
        wrapped("J/M joules per million particle steps; +- half of their 95 % interval", width) +
        "\n";
  }
  if (has_ties) {
    text += wrapped(
                "* fastest; = cannot be told from it: the 95 % interval of the ratio over "
                "blocks holds 1",
                width) +
            "\n";
  }
  return text;
}

}  // namespace sphlab
