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

/// Beyond it, a velocity is none [m/s].
constexpr float most_speed = 1e18f;

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
  if (range.holds(v)) record.velocities[i] = range.words(v);
  const float speeds = fabsf(v.x) + fabsf(v.y) + fabsf(v.z);
  if (!(fabsf(v.w) <= DensityOfPressure::most && speeds < most_speed)) record.head->left = 1;
}

__global__ void record_24_mend(PairArguments a, Record24 record) {
  const VelocityRange range =
      VelocityRange::around(-float_of(record.head->extent[1]), float_of(record.head->extent[0]));
  const VelocityRange written = record.head->next;
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first == 0) record.head->of_words = range;
  if (range.low == written.low && range.width == written.width) return;
  for (std::uint32_t i = first; i < live(a); i += gridDim.x * blockDim.x) {
    record.velocities[i] = range.words(velocity(a, i));
  }
}

}  // namespace sphlab
