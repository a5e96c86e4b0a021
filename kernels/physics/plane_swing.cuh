// How the clock brings planes that swing along.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/oscillation.cuh"

namespace sphlab {

/// What of PenaltyPlanes tells where planes that swing are.
struct PlaneSwing {
  float frequency;  ///< [1/s]; 0: none swings
  float phase;      ///< in periods [1]

  static PlaneSwing prepare(const PenaltyPlanes& planes) {
    return {planes.frequency, planes.phase};
  }

  /// Brings them to the clock's time: once a step, for one thread. Passes that computed it for each
  /// particle took up to a fifth more registers, and some spilled.
  __device__ __forceinline__ void bring_to(Clock& clock) const {
    if (frequency == 0.0f) return;
    const float now = phase_of(frequency, clock.time, phase);
    clock.swing_share = share_at(now);
    clock.swing_rate = rate_at(frequency, now);
  }
};

}  // namespace sphlab
