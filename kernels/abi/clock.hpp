// The simulated time, kept on the device.
#pragma once

#include <cstdint>

namespace sphlab {

/// One object in device memory. No step of the loop needs the host to read it.
struct Clock {
  double time;                      ///< simulated time at the start of the step [s]
  float dt;                         ///< step in use [s]; constant with a fixed time step
  std::uint32_t steps;              ///< steps done
  std::uint32_t max_acceleration2;  ///< bits of the largest |a|^2 [m^2/s^4] since the last reset
  /// Bits of the largest speed of a signal, of sound and what else limits the step [m/s].
  std::uint32_t max_signal_speed;
  /// `time`, kept by predict for correct, whose threads read it while one of them moves `time` [s].
  double step_begin;
  /// Of planes that swing, at `time`: the share of their stroke that they are along their normals
  /// [1], and the rate at which that grows [1/s]. 0 where none swings. See PenaltyPlanes.
  float swing_share, swing_rate;
};

}  // namespace sphlab
