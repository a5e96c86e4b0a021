// Where an oscillation is in its period.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Phase at `time` [s] of an oscillation that begins at `start`, in periods: in [0, 1), reduced
/// before it is rounded to float.
__device__ __forceinline__ float phase_of(float frequency, double time, float start = 0.0f) {
  const double periods = time * static_cast<double>(frequency) + static_cast<double>(start);
  return static_cast<float>(periods - floor(periods));
}

}  // namespace sphlab
