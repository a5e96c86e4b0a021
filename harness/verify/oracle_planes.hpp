// What penalty planes do to a particle, in double precision.
#pragma once

#include <cstddef>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// Acceleration by all planes that particle i has passed [m/s^2].
DoubleVector oracle_planes_push(const ParticleState& state, std::size_t i,
                                const PenaltyPlanes& planes);

/// By how much the rounding of its depth may decide on that: whether it has passed a plane, and how
/// far [m/s^2].
double oracle_planes_uncertainty(const ParticleState& state, std::size_t i,
                                 const PenaltyPlanes& planes);

}  // namespace sphlab
