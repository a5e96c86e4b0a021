// The end of a step whose only part has taken its length from the clock.
#pragma once

#include "kernels/integrators/end_of_update.cuh"
#include "kernels/integrators/time_step.cuh"

namespace sphlab {

/// Writes dt and step_begin, and moves the clock: for one thread, when all others have read it.
__device__ __forceinline__ void end_step_of(Clock& clock, TimeStepLimits limits) {
  clock.dt = limits.step(clock);
  clock.step_begin = clock.time;
  end_step(clock, clock.time + static_cast<double>(clock.dt));
}

}  // namespace sphlab
