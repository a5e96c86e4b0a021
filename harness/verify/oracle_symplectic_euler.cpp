#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_step.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

// The velocity a step later, and the way that it makes in the step.
OracleStep symplectic_euler_step(const ObservedStep& step) {
  OracleStep oracle;
  resize_touched(oracle.end, step.begin.size());
  over_items(step.begin.size(), [&](std::size_t i) {
    const DoubleVector x = oracle_vector(step.begin.position[i]);
    const DoubleVector v = oracle_vector(step.begin.velocity[i]);
    const DoubleVector a = oracle_vector(step.last_rate[i]);
    AdvancedParticle& end = oracle.end[i];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      end.velocity[axis] = {v[axis], step.dt * a[axis]};
      end.position[axis] = way_of(x[axis], step.dt, 0, end.velocity[axis]);
    }
    end.density = {step.begin.velocity[i].w, step.dt * static_cast<double>(step.last_rate[i].w)};
  });
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
