// How the clock brings planes that swing along.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/phase.cuh"

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
    constexpr float pi = 3.14159265f;
    const float at = phase_of(frequency, clock.time, phase);
    const float sine = sinpif(at);
    clock.swing_share = sine * sine;
    clock.swing_rate = pi * frequency * sinpif(2.0f * at);
  }
};

}  // namespace sphlab
