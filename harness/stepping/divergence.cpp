#include "harness/stepping/divergence.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sphlab {

void require_advancing(const RunState& run) {
  if (run.steps == 0 || (std::isfinite(run.time) && std::isfinite(run.dt) && run.dt > 0)) return;
  throw Diverged(fmt::format("after {} steps the time is {} s and the time step {} s", run.steps,
                             run.time, run.dt));
}

}  // namespace sphlab
