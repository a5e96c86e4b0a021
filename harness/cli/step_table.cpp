#include "harness/cli/step_table.hpp"

#include <fmt/format.h>

namespace sphlab {

void StepTable::add(const Record& record) {
  if (record.scope != "step") return;
  const bool is_valid = record.validity.status == "ok";
  table_.add(
      {record.scenario.name, std::to_string(record.scenario.particles), record.scenario.state.label,
       record.toolchain.name,
       record.side.empty() ? record.variant : fmt::format("{}, {}", record.variant, record.side),
       is_valid ? fmt::format("{:.4f}", 1e3 * record.summary.median_s.value()) : "-",
       record.summary.relative_spread ? fmt::format("{:.1f}", 100 * *record.summary.relative_spread)
                                      : "-",
       record.summary.mipps ? fmt::format("{:.2f}", *record.summary.mipps) : "-",
       record.validity.status});
}

}  // namespace sphlab
