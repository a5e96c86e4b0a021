#include "harness/stepping/divergence.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/stepping/simulation.hpp"

namespace sphlab {

void require_advancing(const RunState& run) {
  if (run.steps == 0) return;
  if (!std::isfinite(run.time) || !std::isfinite(run.dt) || run.dt <= 0) {
    throw Diverged(fmt::format("after {} steps the time is {} s and the time step {} s", run.steps,
                               run.time, run.dt));
  }
  if (run.dt >= run.least_dt) return;
  throw Diverged(fmt::format(
      "after {} steps, at {:.4g} s, the time step has collapsed to {:.3g} s, below {:.3g} s, a "
      "thousandth of what sound allows: something throws particles apart. Let them begin farther "
      "from each other and from walls, or push them less",
      run.steps, run.time, run.dt, run.least_dt));
}

}  // namespace sphlab
