#include "harness/verify/oracle_step.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

// v by the rates at the midpoint, r by the mean of the old and the new velocity; rho times
// (2 - e) / (2 + e), e = -(d rho/dt / rho) dt at the midpoint.
OracleStep symplectic_step(const ObservedStep& step) {
  OracleStep oracle{oracle_half_step(step), oracle_whole_step(step, WayBy::mean_velocity)};
  over_items(step.begin.size(), [&](std::size_t i) {
    const double e = -static_cast<double>(step.last_rate[i].w) /
                     (1.0 + static_cast<double>(step.midpoint.velocity[i].w)) * step.dt;
    const double density = 1.0 + static_cast<double>(step.begin.velocity[i].w);
    // rho (2 - e) / (2 + e) - rho: a difference of densities would lose the change of a wall at
    // rest
    oracle.end[i].density = {step.begin.velocity[i].w, -density * (2 * e / (2 + e))};
  });
  return oracle;
}

const RegisterOracle<StepOracle> symplectic("symplectic", symplectic_step);

}  // namespace
}  // namespace sphlab
