// The box around the positions that the lanes of a warp, or of a part of it, hold.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// A box [m] around the positions of all lanes, the same in every lane.
struct BoundingBox {
  float3 low, high;

  /// Squared distance of a point from the box, 0 inside.
  __device__ __forceinline__ float distance2(float4 p) const {
    const float x = fmaxf(fmaxf(low.x - p.x, p.x - high.x), 0.0f);
    const float y = fmaxf(fmaxf(low.y - p.y, p.y - high.y), 0.0f);
    const float z = fmaxf(fmaxf(low.z - p.z, p.z - high.z), 0.0f);
    return x * x + y * y + z * z;
  }
};

/// The squared distance from a box up to which a point counts: so much above radius2 that rounding
/// excludes no point within the radius of a position inside the box. @param radius2 squared radius
/// [m^2]
__device__ __forceinline__ float reach2_of_box(float radius2) {
  return radius2 * (1.0f + 1.0e-5f);
}

/// The least value of `width` consecutive lanes, all of which are in `mask` and must call it.
template <unsigned width>
__device__ __forceinline__ float minimum_of_lanes(float value, gpu::LaneMask mask) {
#pragma unroll
  for (unsigned delta = width / 2; delta > 0; delta /= 2) {
    value = fminf(value, gpu::shuffle_xor(value, delta, mask));
  }
  return value;
}

/// The box around those of `width` consecutive lanes' own, of which these are corners. All of them
/// are in `mask` and must call it.
template <unsigned width>
__device__ __forceinline__ BoundingBox bounding_box(float4 low, float4 high, gpu::LaneMask mask) {
  return {{minimum_of_lanes<width>(low.x, mask), minimum_of_lanes<width>(low.y, mask),
           minimum_of_lanes<width>(low.z, mask)},
          {-minimum_of_lanes<width>(-high.x, mask), -minimum_of_lanes<width>(-high.y, mask),
           -minimum_of_lanes<width>(-high.z, mask)}};
}

/// The box around the positions of those of `width` consecutive lanes that are `included`. All of
/// them are in `mask` and must call it.
template <unsigned width>
__device__ __forceinline__ BoundingBox bounding_box(float4 position, bool included,
                                                    gpu::LaneMask mask) {
  constexpr float far = 3.0e38f;
  return bounding_box<width>(included ? position : make_float4(far, far, far, 0.0f),
                             included ? position : make_float4(-far, -far, -far, 0.0f), mask);
}

}  // namespace sphlab
