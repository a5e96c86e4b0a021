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

}  // namespace

__global__ void record_24_write(PairArguments a, Record24 record) {
  const std::uint32_t i = target_of_thread(a);
  const bool lives = i < live(a);
  const float4 v = lives ? velocity(a, i) : float4{};
  const float most = fmaxf(fmaxf(v.x, v.y), v.z);
  const float most_turned = -fminf(fminf(v.x, v.y), v.z);
  raise_by_warp(&record.head->extent[0], lives ? ordered_bits(most) : 0u);
  raise_by_warp(&record.head->extent[1], lives ? ordered_bits(most_turned) : 0u);
  if (!lives) return;
  const VelocityRange range = record.head->next;
  if (range.holds(v)) {
    record.velocities[i] = range.words(v);
  } else {
    record.head->outside = 1;
  }
  if (!(fabsf(v.w) <= DensityOfPressure::most)) record.head->left = 1;
}

__global__ void record_24_mend(PairArguments a, Record24 record) {
  Record24Head* head = record.head;
  const bool outside = head->outside != 0;
  const VelocityRange range =
      VelocityRange::around(-float_of(head->extent[1]), float_of(head->extent[0]));
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first == 0) {
    const VelocityRange next = head->next;
    head->of_words = {outside ? range.low : next.low, outside ? range.width : next.width};
    head->next = range;
  }
  if (!outside) return;
  for (std::uint32_t i = first; i < live(a); i += gridDim.x * blockDim.x) {
    const float4 v = velocity(a, i);
    if (range.holds(v)) {
      record.velocities[i] = range.words(v);
    } else {
      head->left = 1;
    }
  }
}

}  // namespace sphlab
