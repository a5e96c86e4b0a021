// The kernels that make it of a state.
#include "kernels/storage/velocity_record.cuh"

namespace sphlab {
namespace {

/// The range around all velocities of the state. Every thread of the block must call it.
__device__ __forceinline__ VelocityRange range_of(const VelocityRecordHead& head) {
  __shared__ VelocityExtent all;
  if (threadIdx.x == 0) all = {};
  __syncthreads();
  for (std::uint32_t k = threadIdx.x; k < VelocityRecordHead::extents; k += blockDim.x) {
    const VelocityExtent& extent = head.extent[head.state % 2][k];
    for (int c = 0; c < VelocityExtent::count; ++c) gpu::raise(&all.bits[c], extent.bits[c]);
  }
  __syncthreads();
  return VelocityRange::around(all.ends());
}

__device__ __forceinline__ void mend(const PairArguments& a, const VelocityRecord& record) {
  const VelocityRange range = range_of(*record.head);
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first == 0) record.head->of_state = range;
  if (range == record.head->written) return;
  for (std::uint32_t i = first; i < live(a); i += gridDim.x * blockDim.x) {
    record.words[i] = range.words(velocity(a, i));
  }
}

}  // namespace

__global__ void velocity_record_measure(PairArguments a, VelocityRecord record) {
  const std::uint32_t i = target_of_thread(a);
  if (i < live(a)) record.extend(record.head->state, velocity(a, i));
}

__global__ void velocity_record_mend(PairArguments a, VelocityRecord record) {
  mend(a, record);
}

__global__ void velocity_record_mend_and_open(PairArguments a, VelocityRecord record) {
  open_next_state(record);
  mend(a, record);
}

}  // namespace sphlab
