// An oscillation by the square of a sine: at rest where it begins, whole where it turns.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Phase at `time` [s] of an oscillation that begins at `start`, in periods: in [0, 1), reduced
/// before it is rounded to float.
__device__ __forceinline__ float phase_of(float frequency, double time, float start = 0.0f) {
  const double periods = time * static_cast<double>(frequency) + static_cast<double>(start);
  return static_cast<float>(periods - floor(periods));
}

/// Share of the stroke that has been gone at a phase [1].
__device__ __forceinline__ float share_at(float phase) {
  const float sine = sinpif(phase);
  return sine * sine;
}

/// The rate at which that grows [1/s].
__device__ __forceinline__ float rate_at(float frequency, float phase) {
  constexpr float pi = 3.14159265f;
  return pi * frequency * sinpif(2.0f * phase);
}

}  // namespace sphlab
