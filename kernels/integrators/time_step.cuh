// What limits an adaptive time step.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/magnitude_bits.cuh"

namespace sphlab {

/// The larger speed of sound at rest [m/s]: with two fluids, the bound that holds for both.
inline float largest_sound_speed(const WcsphConstants& c) {
  return c.second_fluid.sound_speed > c.sound_speed ? c.second_fluid.sound_speed : c.sound_speed;
}

/// dt = courant min(h / max c, sqrt(h / max |a|)) over all particles (paper A, 3.2: the maximum
/// allowed step is found on the device; here it stays there).
struct TimeStepLimits {
  float courant;
  float smoothing_length;

  static TimeStepLimits prepare(const WcsphConstants& c) { return {c.courant, c.smoothing_length}; }

  /// The step that the clock's maxima allow; the clock's own step where none were taken (a fixed
  /// step). A maximum that is not a number gives a step that is not one: the run is lost, and seen
  /// to be.
  __device__ __forceinline__ float step(const Clock& clock) const {
    if (clock.max_sound_speed == 0) return clock.dt;
    // told by the bits: a comparison would drop a NaN, and fast arithmetic may not know of one
    constexpr std::uint32_t infinity = 0x7f800000u;
    if (clock.max_acceleration2 > infinity) return __uint_as_float(clock.max_acceleration2);
    if (clock.max_sound_speed > infinity) return __uint_as_float(clock.max_sound_speed);
    const float sound_speed = __uint_as_float(clock.max_sound_speed);
    const float acceleration = sqrtf(__uint_as_float(clock.max_acceleration2));
    const float acoustic = smoothing_length / sound_speed;
    const float forced = sqrtf(smoothing_length / acceleration);
    return courant * (forced < acoustic ? forced : acoustic);
  }
};

}  // namespace sphlab
