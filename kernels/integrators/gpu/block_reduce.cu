// time-step/block-reduce: the largest acceleration and speed of signals, reduced in registers and
// shared memory within each block, and then with one atomic per block.
#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Blocks that share the particles between them: enough to fill a large device twice over.
constexpr unsigned most_blocks = 1024;

__device__ __forceinline__ std::uint32_t largest(std::uint32_t a, std::uint32_t b) {
  return a > b ? a : b;
}

/// Maximum over the block, valid in its first thread. Every thread of the block must call it.
__device__ __forceinline__ std::uint32_t block_maximum(std::uint32_t value) {
  __shared__ std::uint32_t of_warp[1024 / gpu::warp_width];
  for (unsigned delta = gpu::warp_width / 2; delta > 0; delta /= 2) {
    value = largest(value, gpu::shuffle_xor(value, delta));
  }
  __syncthreads();  // the previous maximum has been read
  if (gpu::lane() == 0) of_warp[threadIdx.x / gpu::warp_width] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned warp = 1; warp < blockDim.x / gpu::warp_width; ++warp) {
      value = largest(value, of_warp[warp]);
    }
  }
  return value;
}

/// Reads rate, velocity.w, approach_rate where there is one, and live; raises the maxima of clock.
__global__ void time_step_block_reduce(TimeStepArguments a, SignalSpeed signal_speed) {
  const std::uint32_t end = live(a);
  std::uint32_t acceleration2 = 0;
  std::uint32_t fastest = 0;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < end;
       i += gridDim.x * blockDim.x) {
    const float4 rate = a.rate[i];  // one load of 16 bytes, also where loads are counted
    acceleration2 = largest(acceleration2, bits_of_acceleration2(rate));
    fastest = largest(fastest, bits_of_magnitude(signal_speed.of(a, i)));
  }
  acceleration2 = block_maximum(acceleration2);
  fastest = block_maximum(fastest);
  if (threadIdx.x == 0) {
    atomicMax(&a.clock->max_acceleration2, acceleration2);
    atomicMax(&a.clock->max_signal_speed, fastest);
  }
}

namespace {

struct BlockReduce : AnyCells {
  static constexpr Stage stage = Stage::time_step;
  static constexpr const char* name = "block-reduce";
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr DeclaredWork work{.bytes_per_particle = 2 * 16};

  template <class Run>
  static int launches(const TimeStepArguments& a, const std::uint32_t* tuning, Run& run) {
    Launch launch = per_item(a.particles, tuning[0]).with(gpu::Cooperation::block).with(work);
    if (launch.grid > most_blocks) launch.grid = most_blocks;
    return run.kernel(time_step_block_reduce, launch, a,
                      SignalSpeed::prepare(constants_of<WcsphConstants>(a.constants)));
  }
};

[[maybe_unused]] const bool registered_block_reduce = register_stage<BlockReduce>();

}  // namespace
}  // namespace sphlab
