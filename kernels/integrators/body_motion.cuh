// Where the prescribed motion has brought the body.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/oscillation.cuh"

namespace sphlab {

/// Quanta along one axis from the place at the beginning.
__device__ __forceinline__ double quanta(const BodyMotion& body, float velocity, float stroke,
                                         double time, float share) {
  const double displacement = static_cast<double>(velocity) * time +
                              static_cast<double>(stroke) * static_cast<double>(share);
  return rint(displacement / static_cast<double>(body.quantum));
}

/// How far the body moves from `begin` to `end` [m]: the difference of two absolute displacements,
/// so that what is rounded away in one step comes back in the next.
__device__ __forceinline__ float3 displacement(const BodyMotion& body, double begin, double end) {
  const float before = share_at(phase_of(body.frequency, begin));
  const float after = share_at(phase_of(body.frequency, end));
  const auto along = [&](float velocity, float stroke) {
    const double moved =
        quanta(body, velocity, stroke, end, after) - quanta(body, velocity, stroke, begin, before);
    return static_cast<float>(moved) * body.quantum;
  };
  return {along(body.velocity.x, body.stroke.x), along(body.velocity.y, body.stroke.y),
          along(body.velocity.z, body.stroke.z)};
}

/// Velocity of the body at `time` [m/s].
__device__ __forceinline__ float3 velocity_of(const BodyMotion& body, double time) {
  const float rate = rate_at(body.frequency, phase_of(body.frequency, time));
  return {body.velocity.x + rate * body.stroke.x, body.velocity.y + rate * body.stroke.y,
          body.velocity.z + rate * body.stroke.z};
}

/// The share of the prescribed motion in one update.
struct BodyUpdate {
  BodyMotion motion;
  double begin;  ///< time at which the particles are where the update finds them [s]
  double end;    ///< time to which it brings them [s]
};

__device__ __forceinline__ void move_body(const BodyUpdate& update, float4 from, float4& position,
                                          float4& velocity) {
  const float3 moved = displacement(update.motion, update.begin, update.end);
  const float3 v = velocity_of(update.motion, update.end);
  position = make_float4(from.x + moved.x, from.y + moved.y, from.z + moved.z, position.w);
  velocity = make_float4(v.x, v.y, v.z, velocity.w);
}

}  // namespace sphlab
