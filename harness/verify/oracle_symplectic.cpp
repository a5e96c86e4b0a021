#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_step.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

// v by the rates at the midpoint, r by the mean of the old and the new velocity; rho times
// (2 - e) / (2 + e), e = -(d rho/dt / rho) dt at the midpoint.
OracleStep symplectic_step(const ObservedStep& step) {
  OracleStep oracle{oracle_half_step(step), {}, {}};
  resize_touched(oracle.end, step.begin.size());
  over_items(step.begin.size(), [&](std::size_t i) {
    const DoubleVector x = oracle_vector(step.begin.position[i]);
    const DoubleVector v = oracle_vector(step.begin.velocity[i]);
    const DoubleVector a = oracle_vector(step.last_rate[i]);
    AdvancedParticle& end = oracle.end[i];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      end.velocity[axis] = {v[axis], step.dt * a[axis]};
      end.position[axis] = way_of(x[axis], step.dt / 2, v[axis], end.velocity[axis]);
    }
    const double e = -static_cast<double>(step.last_rate[i].w) /
                     (1.0 + static_cast<double>(step.midpoint.velocity[i].w)) * step.dt;
    const double density = 1.0 + static_cast<double>(step.begin.velocity[i].w);
    // rho (2 - e) / (2 + e) - rho: a difference of densities would lose the change of a wall at
    // rest
    end.density = {step.begin.velocity[i].w, -density * (2 * e / (2 + e))};
  });
  return oracle;
}

const RegisterOracle<StepOracle> symplectic("symplectic", symplectic_step);

}  // namespace
}  // namespace sphlab
