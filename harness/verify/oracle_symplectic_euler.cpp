#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_step.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

// The velocity a step later, and the way that it makes in the step.
OracleStep symplectic_euler_step(const ObservedStep& step) {
  OracleStep oracle{{}, oracle_whole_step(step, WayBy::end_velocity)};
  for (const auto& [name, rate] : step.last_field_rates) {
    const std::vector<float>& before = step.begin.fields.at(name);
    std::vector<Advanced>& after = oracle.advanced_fields[name];
    resize_touched(after, before.size());
    over_items(before.size(), [&, &rate = rate](std::size_t k) {
      after[k] = {before[k], step.dt * static_cast<double>(rate[k])};
    });
  }
  return oracle;
}

const RegisterOracle<StepOracle> symplectic_euler("symplectic-euler", symplectic_euler_step);

}  // namespace
}  // namespace sphlab
