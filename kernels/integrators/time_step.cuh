// What limits an adaptive time step.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/magnitude_bits.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/physics/cole.cuh"

namespace sphlab {

/// The larger speed of sound at rest [m/s]: with two fluids, the bound that holds for both.
inline float largest_sound_speed(const WcsphConstants& c) {
  return c.second_fluid.sound_speed > c.sound_speed ? c.second_fluid.sound_speed : c.sound_speed;
}

/// How fast something spreads around a particle: at c, and where its pairs limit the step at
/// c + h max_j |u_ij . x_ij| / (r^2 + 0.01 h^2), of one particle each (paper D, A.8; its code adds
/// the largest c to the largest rate of any).
struct SignalSpeed {
  float sound_speed;  ///< c0 [m/s]
  float smoothing_length;

  static SignalSpeed prepare(const WcsphConstants& c) {
    return {largest_sound_speed(c), c.smoothing_length};
  }

  __device__ __forceinline__ float of(const TimeStepArguments& a, std::uint32_t i) const {
    const float sound = sound_speed * Cole::relative_sound_speed(velocity(a, i).w);
    return a.approach_rate == nullptr ? sound : sound + smoothing_length * a.approach_rate[i];
  }
};

/// |dv/dt|^2 as bits that are in the order of their values. @param rate of a particle
__device__ __forceinline__ std::uint32_t bits_of_acceleration2(const float4& rate) {
  return bits_of_magnitude(rate.x * rate.x + rate.y * rate.y + rate.z * rate.z);
}

/// dt = courant min(h / max signal speed, sqrt(h / max |a|)) over all particles (paper A, 3.2: the
/// maximum allowed step is found on the device; here it stays there).
struct TimeStepLimits {
  float courant;
  float smoothing_length;

  static TimeStepLimits prepare(const WcsphConstants& c) { return {c.courant, c.smoothing_length}; }

  /// The step that the clock's maxima allow; the clock's own step where none were taken (a fixed
  /// step). A maximum that is not a number gives a step that is not one: the run is lost, and seen
  /// to be.
  __device__ __forceinline__ float step(const Clock& clock) const {
    if (clock.max_signal_speed == 0) return clock.dt;
    // told by the bits: a comparison would drop a NaN, and fast arithmetic may not know of one
    constexpr std::uint32_t infinity = 0x7f800000u;
    if (clock.max_acceleration2 > infinity) return __uint_as_float(clock.max_acceleration2);
    if (clock.max_signal_speed > infinity) return __uint_as_float(clock.max_signal_speed);
    const float signal_speed = __uint_as_float(clock.max_signal_speed);
    const float acceleration = sqrtf(__uint_as_float(clock.max_acceleration2));
    const float crossed = smoothing_length / signal_speed;
    const float forced = sqrtf(smoothing_length / acceleration);
    return courant * (forced < crossed ? forced : crossed);
  }
};

}  // namespace sphlab
