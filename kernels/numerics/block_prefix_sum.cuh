// Prefix sums of an array in shared memory, by the threads of one block (catalogue O4).
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Replaces values[k] by values[0] + ... + values[k] for k < n, in place and with no more memory
/// (paper C, section 6). All threads of the block must call it, after a barrier behind the last
/// write to `values`; it ends with one. Works for any n and any number of threads.
///
/// This is the paper's code 1. Its algorithm 6 begins the downward pass at js / 4 rather than js /
/// 2, and so leaves out a level where n is 12 to 15, 24 to 31, ...: from 3/4 of a power of two on.
///
/// Synchronises 2 floor(log2 n) times for n >= 4, twice below. Updates n values, less the bits that
/// are set in n, on the way up and n - 1 - floor(log2 n) on the way down.
template <class T>
__device__ inline void prefix_sum_in_place(T* values, std::uint32_t n) {
  std::uint32_t stride = 2;
  for (; stride <= n; stride *= 2) {
    const std::uint32_t half = stride / 2;
    for (std::uint32_t k = (threadIdx.x + 1) * stride - 1; k < n; k += blockDim.x * stride)
      values[k] += values[k - half];
    __syncthreads();
  }
  for (stride = stride / 2 > 4 ? stride / 2 : 4; stride > 1; stride /= 2) {
    const std::uint32_t half = stride / 2;
    for (std::uint32_t k = (threadIdx.x + 1) * stride + half - 1; k < n; k += blockDim.x * stride)
      values[k] += values[k - half];
    __syncthreads();
  }
}

}  // namespace sphlab
