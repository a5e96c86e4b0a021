// Where a particle that has left a periodic box comes in again: at each rebuild, at the other side.
//
// Between two rebuilds particles stay on the side that they have left by, so that displacements are
// differences, and cells those of the last sort.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// @param period 0 of an axis that is open. A coordinate more than a period away stays outside, by
/// which the particle is lost.
__device__ __forceinline__ float wrapped(float x, float period) {
  if (!(period > 0)) return x;
  if (x < 0 && x >= -period) x += period;
  if (x >= period && x < 2 * period) x -= period;
  return x == period ? 0.0f : x;  // rounded to the face
}

__device__ __forceinline__ float4 wrapped(float4 position, float3 period) {
  return make_float4(wrapped(position.x, period.x), wrapped(position.y, period.y),
                     wrapped(position.z, period.z), position.w);
}

}  // namespace sphlab
