// Penalty planes in double precision.
#pragma once

#include "harness/verify/double_vector.hpp"
#include "kernels/abi/constants.hpp"

namespace sphlab {

/// Acceleration by the planes that a particle has passed.
struct OraclePlanes {
  DoubleVector acceleration{};  ///< [m/s^2]
  /// How far rounding of the depth, and of place and speed of a plane that swings, may put it off
  /// [m/s^2]: a particle just at a plane may be found before or behind it.
  double uncertainty = 0;
};

/// @param time of the particle's state [s]: planes may swing.
OraclePlanes oracle_planes(const PenaltyPlanes& planes, double time, const float4& position,
                           const float4& velocity);

}  // namespace sphlab
