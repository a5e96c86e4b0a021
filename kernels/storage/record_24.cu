// The kernels that fill it.
#include "kernels/storage/record_24.cuh"

#include "kernels/numerics/warp_maximum.cuh"

namespace sphlab {
namespace {

/// Raises an entry to the largest value of the lanes of a warp. Every lane must call it.
__device__ __forceinline__ void raise_by_warp(std::uint32_t* entry, std::uint32_t value) {
  value = warp_maximum(value);
  if (gpu::lane() == 0 && value > *entry) atomicMax(entry, value);
}

/// Whether a component is in the range of all: not where it, or another, is no number.
__device__ __forceinline__ bool holds(const VelocityRange& range, float component) {
  return component > range.low && component < range.low + range.width;
}

}  // namespace

__global__ void record_24_extent(PairArguments a, Record24 record) {
  const std::uint32_t i = target_of_thread(a);
  const bool lives = i < live(a);
  const float4 v = lives ? velocity(a, i) : float4{};
  const float components[6] = {v.x, v.y, v.z, -v.x, -v.y, -v.z};
  for (int k = 0; k < 6; ++k)
    raise_by_warp(&record.head->most[k], lives ? ordered_bits(components[k]) : 0u);
}

__global__ void record_24_write(PairArguments a, Record24 record) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= live(a)) return;
  const float4 v = velocity(a, i);
  const VelocityBox box = record.box();
  if (holds(box.x, v.x) && holds(box.y, v.y) && holds(box.z, v.z) &&
      fabsf(v.w) <= DensityOfPressure::most) {
    record.velocities[i] = box.words(v);
  } else {
    record.head->left = 1;
  }
}

}  // namespace sphlab
