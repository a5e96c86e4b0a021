// Blelloch's prefix sum of an array in shared memory, by the threads of one block (catalogue O4).
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/prefix_sum_counts.hpp"

namespace sphlab {

/// Replaces values[k] by values[0] + ... + values[k - 1] for k < n: the exclusive sum, by a
/// reduction up a binary tree and a distribution down (Blelloch 1990; paper C, section 6, compares
/// with it). `values` has blelloch_length(n) numbers; those from n on are overwritten. All
/// threads of the block must call it, after a barrier behind the last write to `values`; it ends
/// with one. Works for any number of threads.
///
/// With m = blelloch_length(n): synchronises 2 log2 m + 2 times, and adds m - 1 times on the way up
/// and as often on the way down, where it also moves as many sums.
template <class T>
__device__ inline void blelloch_prefix_sum(T* values, std::uint32_t n) {
  const std::uint32_t length = blelloch_length(n);
  for (std::uint32_t k = n + threadIdx.x; k < length; k += blockDim.x) values[k] = T{};
  __syncthreads();
  for (std::uint32_t half = 1; half < length; half *= 2) {
    for (std::uint32_t k = (threadIdx.x + 1) * 2 * half - 1; k < length; k += blockDim.x * 2 * half)
      values[k] += values[k - half];
    __syncthreads();
  }
  if (threadIdx.x == 0) values[length - 1] = T{};
  __syncthreads();
  for (std::uint32_t half = length / 2; half > 0; half /= 2) {
    for (std::uint32_t k = (threadIdx.x + 1) * 2 * half - 1; k < length;
         k += blockDim.x * 2 * half) {
      const T before = values[k];
      values[k] += values[k - half];
      values[k - half] = before;
    }
    __syncthreads();
  }
}

}  // namespace sphlab
