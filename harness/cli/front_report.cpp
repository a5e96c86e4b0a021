#include "harness/cli/front_report.hpp"

#include <fmt/format.h>

#include "harness/cli/table.hpp"

namespace sphlab {
namespace {

std::string comparison_table(const std::string& title, const FrontComparison& comparison,
                             const Style& style) {
  Table table{{">T", ">Z experiment", ">Z run", ">Z run, gate delayed"}};
  for (const FrontPoint& point : comparison.points) {
    table.add({fmt::format("{:.2f}", point.experiment.time),
               fmt::format("{:.2f}", point.experiment.front), fmt::format("{:.3f}", point.run),
               fmt::format("{:.3f}", point.run_delayed)});
  }
  return title + table.text(style) +
         fmt::format(
             "mean deviation from Martin and Moyce: {:.3f}, with the gate's "
             "delay of {} in T: {:.3f}\n",
             comparison.mean_deviation, gate_delay, comparison.mean_deviation_delayed);
}

}  // namespace

std::string front_report(const FrontReport& report, const Style& style) {
  return comparison_table("T = t sqrt(n^2 g / a), n^2 of this column\n", report.own_scale, style) +
         comparison_table("T = t sqrt(2 g / a), as the experiment's\n", report.experiment_scale,
                          style);
}

}  // namespace sphlab
