// predict: the first half of a step, as schemes with a midpoint share it.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/end_of_update.cuh"
#include "kernels/integrators/time_step.cuh"

namespace sphlab {

/// Particles whose rates the traversals write as zero stay as they are.
/// @param position_weight share of the new velocity in the one that moves the particle.
template <class Physics>
__device__ __forceinline__ void advance(const IntegrateArguments& a,
                                        const typename Physics::Matter& matter,
                                        const BodyUpdate& body, std::uint32_t i, float dt,
                                        float position_weight) {
  const float4 r = position(a, i);
  const float4 v = velocity(a, i);
  const float4 rate = a.rate[i];
  const float4 advanced =
      make_float4(v.x + dt * rate.x, v.y + dt * rate.y, v.z + dt * rate.z, v.w + dt * rate.w);
  const float4 moved = make_float4(r.x + dt * (v.x + position_weight * (advanced.x - v.x)),
                                   r.y + dt * (v.y + position_weight * (advanced.y - v.y)),
                                   r.z + dt * (v.z + position_weight * (advanced.z - v.z)), 0.0f);
  write_particle<Physics>(a, matter, body, i, {r, v, moved, advanced});
}

/// Reads state, rate and clock; writes position and velocity (at the half step), clock->dt and
/// clock->step_begin.
template <class Physics>
__global__ void predict(IntegrateArguments a, typename Physics::Matter matter, BodyMotion motion,
                        TimeStepLimits limits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = limits.step(*a.clock);
  const double begin = a.clock->time;
  if (i == 0) {
    a.clock->dt = dt;
    a.clock->step_begin = begin;
  }
  const BodyUpdate body{motion, begin, begin + 0.5 * static_cast<double>(dt)};
  if (i < live(a)) advance<Physics>(a, matter, body, i, 0.5f * dt, 0.0f);
}

}  // namespace sphlab
