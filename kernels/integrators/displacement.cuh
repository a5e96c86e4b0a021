// When the displacement of a particle demands that the list be rebuilt.
//
// A list whose radius exceeds the influence radius by a skin holds every pair within the influence
// radius as long as no particle has moved further than half the skin: then no pair has come closer
// by more than all of it. Forces are computed at the half step too, so that what a particle may
// move in half a step counts as moved already.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/physics/cole.cuh"

namespace sphlab {

/// An upper bound of half the next step, known before the forces that will decide its length: an
/// adaptive step is never longer than courant h / c of any particle (TimeStepLimits), so that each
/// particle has a bound in its own speed of sound.
struct HalfStepBound {
  float fixed;     ///< half a fixed step [s], 0 where the step is adaptive
  float acoustic;  ///< half of courant h / c0 [s]

  static HalfStepBound prepare(float fixed_dt, const WcsphConstants& c) {
    constexpr float rounding = 1.0f + 1.0e-5f;  // of the step's own arithmetic, fast or not
    const float half = 0.5f * rounding;
    return {half * fixed_dt, half * c.courant * c.smoothing_length / c.sound_speed};
  }

  __device__ __forceinline__ float seconds(float density_excess) const {
    return fixed > 0.0f ? fixed : acoustic / Cole::relative_sound_speed(density_excess);
  }
};

/// Reads position, velocity and built_position of particle i; raises demand->demanded.
__device__ __forceinline__ void demand_if_moved(const DisplacementArguments& a,
                                                const HalfStepBound& half_step, std::uint32_t i) {
  const float4 r = position(a, i);
  const float4 built = a.built_position[i];
  const float4 v = velocity(a, i);
  const float x = r.x - built.x;
  const float y = r.y - built.y;
  const float z = r.z - built.z;
  const float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  const float moved = sqrtf(x * x + y * y + z * z) + half_step.seconds(v.w) * speed;
  // written so that a position that is not a number demands a rebuild, which will call it lost
  if (!(moved <= a.displacement_limit) && a.demand->demanded == 0) {
    atomicOr(&a.demand->demanded, 1u);
  }
}

}  // namespace sphlab
