#include "harness/cli/why_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/cli/prose.hpp"
#include "harness/cli/table.hpp"
#include "harness/why/numbers.hpp"

namespace sphlab {
namespace {

constexpr std::size_t stage_columns = 14;

std::string life_text(const Record& record) {
  const auto& life = record.list_life;
  if (!life || !life->rebuilds_per_step || *life->rebuilds_per_step <= 0) return "";
  const double steps = 1 / *life->rebuilds_per_step;
  return steps > 1 ? fmt::format(", a rebuild in {:.4g} steps", steps) : ", a rebuild a step";
}

std::string neighbours_text(const Record& record) {
  const auto& neighbours = record.scenario.state.neighbours;
  return neighbours ? fmt::format(", {:.0f} neighbours each", neighbours->mean) : "";
}

std::string ran_text(const Record& record) {
  const Record::State& state = record.scenario.state;
  return fmt::format("{}: {} particles{}; state {}, step {}{}", record.scenario.name,
                     grouped(static_cast<double>(record.scenario.particles)),
                     neighbours_text(record), state.label, grouped(static_cast<double>(state.step)),
                     life_text(record));
}

std::string list_text(const Diagnosis& diagnosis) {
  const auto& list = diagnosis.facts.list;
  if (!list) return "";
  const auto bytes = static_cast<double>(list->bytes);
  const auto particles = static_cast<double>(diagnosis.facts.recorded.head().scenario.particles);
  const std::string use =
      list->used ? fmt::format(", {} of them neighbours in reach", percent_text(*list->used)) : "";
  return fmt::format("list {}: {} MB, {:.0f} bytes a particle{}", list->format,
                     grouped(bytes / 1e6), bytes / particles, use);
}

std::string source_text(const RecordedVariant& recorded) {
  const Record& record = recorded.head();
  return fmt::format("{}: recorded {}, revision {}{}", recorded.file.string(),
                     record.recorded_at.substr(0, 10),
                     record.code.revision.value_or("unknown").substr(0, 8),
                     record.code.dirty.value_or(false) ? ", modified" : "");
}

std::string head_text(const Diagnosis& diagnosis, const std::string& letter, const Style& style) {
  const RecordedVariant& recorded = diagnosis.facts.recorded;
  const Record& record = recorded.head();
  const std::string mark = letter.empty() ? "" : letter + "  ";
  const std::string indent(mark.size(), ' ');
  return style.bold(shortened(mark + record.variant, prose_columns)) + "\n" +
         prose(fmt::format("{} on {}", record.toolchain.name, record.device.name), indent,
               indent.size()) +
         prose(ran_text(record), indent, indent.size()) +
         (diagnosis.facts.list ? prose(list_text(diagnosis), indent, indent.size()) : "") +
         prose(source_text(recorded), indent, indent.size());
}

std::string of_time(const std::optional<double>& seconds) {
  return seconds ? time_text(*seconds) : "-";
}

std::string of_share(const std::optional<double>& share) {
  return share ? percent_text(*share) : "-";
}

/// The limit that the declared work comes nearest to.
std::string reach_text(const StageFacts& stage) {
  const auto nearest =
      std::max_element(stage.reaches.begin(), stage.reaches.end(),
                       [](const Reach& a, const Reach& b) { return a.share < b.share; });
  if (nearest == stage.reaches.end()) return "-";
  return fmt::format("{} {}", nearest->limit, percent_text(nearest->share));
}

/// Of the kernel of which least fits.
const Residency* least_residency(const StageFacts& stage) {
  const Residency* least = nullptr;
  for (const KernelFacts& kernel : stage.kernels) {
    if (!kernel.residency) continue;
    if (least == nullptr || kernel.residency->occupancy() < least->occupancy())
      least = &*kernel.residency;
  }
  return least;
}

std::string warps_cell(const Residency* residency) {
  return residency == nullptr ? "-" : fmt::format("{}/{}", residency->warps, residency->most_warps);
}

std::string limiter_cell(const Residency* residency) {
  if (residency == nullptr) return "-";
  const bool is_full = residency->warps == residency->most_warps;
  return is_full ? "" : shortened(residency->limited_by.front(), 13);
}

std::string stage_table_text(const Diagnosis& diagnosis, const Style& style) {
  Table table(
      {"stage", ">calls", ">of a call", ">step", ">of limit", ">warps", "limited by", "bound by"});
  for (const StageDiagnosis& stage : diagnosis.stages) {
    const Residency* residency = least_residency(stage.facts);
    table.add({shortened(stage.facts.stage, stage_columns),
               fmt::format("{:.4g}", stage.facts.calls_per_step), of_time(stage.facts.call_s),
               of_share(stage.facts.share), reach_text(stage.facts), warps_cell(residency),
               limiter_cell(residency), name_of(stage.bound)});
  }
  return table.text(style);
}

std::string difference_table_text(const VariantComparison& comparison, const Diagnosis& first,
                                  const Diagnosis& second, const Style& style) {
  Table table({"in a step", ">A", ">B", ">B - A"});
  const auto add = [&](const std::string& name, const std::optional<double>& a,
                       const std::optional<double>& b) {
    table.add({shortened(name, stage_columns), of_time(a), of_time(b),
               a || b ? time_text(b.value_or(0) - a.value_or(0)) : "-"});
  };
  for (const StageDifference& stage : comparison.stages)
    add(stage.stage, stage.first_s, stage.second_s);
  if (comparison.ratio) add("step", first.facts.step_s, second.facts.step_s);
  return table.text(style);
}

std::string absent_text(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& absent : absent_facts(diagnosis)) text += prose(absent, "  - ", 4);
  return text.empty() ? "" : "\nNot known:\n" + text;
}

std::string caveats_text(const VariantComparison& comparison) {
  if (comparison.caveats.empty()) return "";
  return "\n" + prose(fmt::format("The two are {}.", fmt::join(comparison.caveats, "; ")));
}

std::string explained(const Diagnosis& diagnosis, const std::string& letter) {
  return prose(paragraph_of(diagnosis), letter.empty() ? "" : letter + "  ",
               letter.empty() ? 0 : 3);
}

}  // namespace

std::string report_of(const Diagnosis& diagnosis, const Style& style) {
  return head_text(diagnosis, "", style) + "\n" + stage_table_text(diagnosis, style) + "\n" +
         explained(diagnosis, "") + absent_text(diagnosis);
}

std::string report_of(const Diagnosis& first, const Diagnosis& second,
                      const VariantComparison& comparison, const Style& style) {
  return head_text(first, "A", style) + head_text(second, "B", style) + "\n" +
         difference_table_text(comparison, first, second, style) + "\n" +
         prose(comparison.paragraph) + caveats_text(comparison) + "\n" + explained(first, "A") +
         "\n" + explained(second, "B");
}

}  // namespace sphlab
