#include "harness/cli/best_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/laboratory.hpp"
#include "harness/cli/prose.hpp"
#include "harness/cli/table.hpp"

namespace sphlab {
namespace {

constexpr std::size_t detail_indent = 6;

/// "forces: block 256, in-flight 4; list: block 64", what differs from the defaults; or "".
std::string tuning_text(const Variant& variant) {
  std::vector<std::string> stages;
  for (const auto& [stage, choice] : variant.stages) {
    std::vector<std::string> values;
    for (const auto& [name, value] : choice.tuning)
      values.push_back(fmt::format("{} {}", name, value));
    if (!values.empty()) stages.push_back(fmt::format("{}: {}", stage, fmt::join(values, ", ")));
  }
  return fmt::format("{}", fmt::join(stages, "; "));
}

std::string percent(double ratio) {
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

std::string behind_text(const Ranked& ranked, bool is_first) {
  if (is_first || !ranked.ratio) return "-";
  return percent(ranked.ratio->median);
}

std::string step_interval(const Ranked& ranked) {
  return fmt::format("{:.4g} - {:.4g}", 1e3 * ranked.step.low, 1e3 * ranked.step.high);
}

std::string details_of(const Ranked& ranked) {
  const std::string tuning = tuning_text(ranked.choice.variant);
  const std::string margin(detail_indent, ' ');
  return prose(fmt::format("{}, {}", ranked.name, fmt::join(ranked.choice.toolchains, ", ")),
               margin, detail_indent) +
         (tuning.empty() ? "" : prose(tuning, margin, detail_indent));
}

std::string rank_text(const Ranked& ranked, std::size_t index) {
  return fmt::format("{}{}", index + 1, ranked.ties ? "=" : " ");
}

std::string energy_interval(const Ranked& ranked) {
  const Record::Energy& energy = *ranked.energy;
  const double particles_in_millions =
      *energy.joules_per_step / *energy.joules_per_million_particle_steps;
  return fmt::format("{:.4g} - {:.4g}", *energy.low_j / particles_in_millions,
                     *energy.high_j / particles_in_millions);
}

std::string energy_table_of(const std::vector<Ranked>& ranking, const Style& style) {
  Table table(
      {">rank", ">J/M", ">95 % interval", ">behind", ">W", ">ms a step", ">MIPPS", ">memory"});
  for (std::size_t k = 0; k < ranking.size(); ++k) {
    const Ranked& each = ranking[k];
    table.add(
        {rank_text(each, k), fmt::format("{:.4g}", *each.energy->joules_per_million_particle_steps),
         energy_interval(each), behind_text(each, k == 0),
         fmt::format("{:.0f}", *each.energy->power_w),
         fmt::format("{:.4g}", 1e3 * each.step.median), fmt::format("{:.4g}", each.mipps),
         bytes_text(each.bytes)},
        details_of(each));
  }
  return table.text(style) +
         prose(fmt::format("J/M: joules per million particle steps, by {}: of what was fastest.",
                           ranking.front().energy->counter));
}

std::string table_of(const std::vector<Ranked>& ranking, const Style& style) {
  Table table(
      {">rank", ">ms a step", ">95 % interval", ">behind", ">MIPPS", ">memory", ">of limit"});
  for (std::size_t k = 0; k < ranking.size(); ++k) {
    const Ranked& each = ranking[k];
    table.add(
        {rank_text(each, k), fmt::format("{:.4g}", 1e3 * each.step.median), step_interval(each),
         behind_text(each, k == 0), fmt::format("{:.4g}", each.mipps), bytes_text(each.bytes),
         each.share_of_limits ? fmt::format("{:.0f} %", 100 * *each.share_of_limits) : "-"},
        details_of(each));
  }
  return table.text(style);
}

std::string ties_text(const std::vector<Ranked>& ranking, Objective objective) {
  const char* good = objective == Objective::energy ? "frugal" : "fast";
  std::vector<std::string> ties;
  for (std::size_t k = 1; k < ranking.size(); ++k) {
    if (ranking[k].ties) ties.push_back(std::to_string(k + 1));
  }
  if (ranking.size() == 1) return "No other variant was ranked.";
  if (!ranking.front().ratio) {
    return fmt::format("Too few blocks to tell which tie: {}, of at least {}.",
                       ranking.front().blocks, fewest_blocks);
  }
  if (ties.empty() && ranking.size() == 2)
    return fmt::format("The other of the two that were ranked is not as {}.", good);
  if (ties.empty())
    return fmt::format("None of the {} others that were ranked is as {} as the first.",
                       ranking.size() - 1, good);
  return fmt::format("As {} as the first, as far as can be told: {}.", good, fmt::join(ties, ", "));
}

std::string second_text(const std::vector<Ranked>& ranking) {
  const Ranked* second = second_traversal(ranking);
  if (second == nullptr) return "No other traversal was ranked.";
  if (!second->ratio) return fmt::format("The best of another traversal: {}.", second->name);
  return fmt::format("The best of another traversal, {}, takes {} ({} to {}).", second->name,
                     percent(second->ratio->median), percent(second->ratio->low),
                     percent(second->ratio->high));
}

}  // namespace

std::string ranking_text(const std::vector<Ranked>& ranking, Objective objective,
                         const Style& style) {
  if (ranking.empty()) return "";
  const auto table = objective == Objective::energy ? energy_table_of : table_of;
  return table(ranking, style) + prose(ties_text(ranking, objective)) + prose(second_text(ranking));
}

}  // namespace sphlab
