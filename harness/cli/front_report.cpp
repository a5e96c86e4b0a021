#include "harness/cli/front_report.hpp"

#include <fmt/format.h>

#include "harness/cli/table.hpp"

namespace sphlab {

std::string front_report(const FrontComparison& comparison, const Style& style) {
  Table table{{">T", ">Z experiment", ">Z run", ">Z run, gate delayed"}};
  for (const FrontPoint& point : comparison.points) {
    table.add({fmt::format("{:.2f}", point.experiment.time),
               fmt::format("{:.2f}", point.experiment.front), fmt::format("{:.3f}", point.run),
               fmt::format("{:.3f}", point.run_delayed)});
  }
  return table.text(style) + fmt::format(
                                 "mean deviation from Martin and Moyce: {:.3f}, with the gate's "
                                 "delay of {} in T: {:.3f}\n",
                                 comparison.mean_deviation, gate_delay,
                                 comparison.mean_deviation_delayed);
}

}  // namespace sphlab
