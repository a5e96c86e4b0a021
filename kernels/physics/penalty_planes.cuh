// Walls without particles: planes that push back, like springs, what has passed them. Some may
// swing, as the paddle of a wave maker does.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Acceleration by all planes of a particle at `position` with `velocity` [m/s^2]: with the unit
/// normal n into the fluid, the depth d behind a plane, where that is above 0, and the velocity v
/// against the plane's own,
/// ```
///     a = (K d - C v.n) n
/// ```
/// Paper E's code has the forces 2e7 N/m^4 d and 2e5 N s/m^4 v on a volume. Over the density at
/// rest they are K = 2e4 1/s^2 and C = 200 1/s; over the particle's own they would throw the thin
/// fluid of a spray further back, in a step of any use, than it has come.
__device__ __forceinline__ float3 acceleration_of(const PenaltyPlanes& planes, const Clock* clock,
                                                  float4 position, float4 velocity) {
  float3 sum = {0.0f, 0.0f, 0.0f};
// copies of the body would take registers that some traversals do not have
#pragma unroll 1
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const float4 n = planes.plane[k];
    const float place = n.w + planes.stroke[k] * clock->swing_share;
    const float depth = place - (n.x * position.x + n.y * position.y + n.z * position.z);
    if (depth <= 0.0f) continue;
    const float along = n.x * velocity.x + n.y * velocity.y + n.z * velocity.z -
                        planes.stroke[k] * clock->swing_rate;
    const float push = planes.stiffness * depth - planes.damping * along;
    sum.x += push * n.x;
    sum.y += push * n.y;
    sum.z += push * n.z;
  }
  return sum;
}

}  // namespace sphlab
