// Kernels that reach one limit of a GPU each (kernels/abi/limit.hpp).
#pragma once

#include "kernels/abi/limit.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {

inline constexpr unsigned limit_block = 256;
inline constexpr unsigned limit_blocks_per_multiprocessor = 8;

/// to[i] = from[i]
template <unsigned at_once>
__global__ void reach_copy(const float4* __restrict__ from, float4* __restrict__ to,
                           std::size_t count) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + (at_once - 1) * threads < count; i += at_once * threads) {
    float4 values[at_once];
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) values[k] = from[i + k * threads];
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) to[i + k * threads] = values[k];
  }
  for (; i < count; i += threads) to[i] = from[i];
}

/// Chains that do not wait for each other, as many as hide the latency of one. The factors are
/// arguments, so that no compiler knows the end; `ends` has an entry a thread.
template <unsigned chains>
__global__ void reach_fma(float factor, float summand, float* ends) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  float x[chains];
#pragma unroll
  for (unsigned k = 0; k < chains; ++k) x[k] = static_cast<float>(threadIdx.x + k);
#pragma unroll 16
  for (std::uint32_t step = 0; step < fma_chain; ++step) {
#pragma unroll
    for (unsigned k = 0; k < chains; ++k) x[k] = x[k] * factor + summand;
  }
  float sum = 0;
#pragma unroll
  for (unsigned k = 0; k < chains; ++k) sum += x[k];
  ends[thread] = sum / chains;
}

/// Every block loads the same words, l1_passes times, each time from another one on: what was
/// loaded before cannot be kept in registers. `sums` has an entry a thread.
template <unsigned threads>
__global__ void reach_l1(const uint4* __restrict__ words, std::uint32_t* sums) {
  constexpr unsigned count = l1_bytes / sizeof(uint4);
  static_assert(count % threads == 0);
  std::uint32_t sum = 0;
#pragma unroll 4
  for (std::uint32_t pass = 0; pass < l1_passes; ++pass) {
#pragma unroll
    for (unsigned k = 0; k < count / threads; ++k) {
      const uint4 four = words[(threadIdx.x + k * threads + pass * 32) % count];
      sum += four.x + four.y + four.z + four.w;
    }
  }
  sums[blockIdx.x * threads + threadIdx.x] = sum;
}

static __global__ void reach_launch() {}

/// RuntimeTable::reach_limit of a device with so many multiprocessors.
inline int enqueue_limit(Limit limit, void* memory, std::size_t bytes, unsigned multiprocessors,
                         void* stream, LimitCall* call) {
  const unsigned grid = multiprocessors * limit_blocks_per_multiprocessor;
  const double threads = static_cast<double>(grid) * limit_block;
  const std::size_t half = bytes / 2;
  auto* second = static_cast<unsigned char*>(memory) + half;
  const auto enqueue = [&](auto kernel, unsigned blocks, auto... arguments) {
    return gpu::launch(gpu::Cooperation::none, kernel, blocks, limit_block, 0, stream,
                       arguments...);
  };
  switch (limit) {
    case Limit::copy:
      *call = {2.0 * static_cast<double>(half), limit_word};
      return enqueue(reach_copy<4>, 2 * grid, static_cast<const float4*>(memory),
                     reinterpret_cast<float4*>(second), half / sizeof(float4));
    case Limit::fma: {
      constexpr unsigned chains = 8;
      *call = {2.0 * chains * fma_chain * threads, fma_end};
      return enqueue(reach_fma<chains>, grid, 0.5f, 1.0f, reinterpret_cast<float*>(second));
    }
    case Limit::l1:
      *call = {static_cast<double>(l1_bytes) * l1_passes * grid, l1_sum(limit_block)};
      return enqueue(reach_l1<limit_block>, grid, static_cast<const uint4*>(memory),
                     reinterpret_cast<std::uint32_t*>(second));
    case Limit::launch:
      *call = {1, 0};
      return enqueue(reach_launch, 1u);
  }
  return 1;
}

}  // namespace sphlab
