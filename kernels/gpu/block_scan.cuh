// The block scan of the device's vendor: CUB's or rocPRIM's. Their headers take seconds to compile
// and not every compiler reads them, so that this is no part of gpu.cuh, and of no kernel pack.
#pragma once

#include "kernels/gpu/gpu.cuh"

#if defined(__CUDA__) || defined(__CUDACC__)
#include <cub/block/block_scan.cuh>
#elif defined(__HIPCC__)
#include <rocprim/block/block_scan.hpp>
#endif

namespace sphlab::gpu {

#if defined(__CUDA__) || defined(__CUDACC__)
inline constexpr bool has_block_scan = true;

/// The exclusive sum over the values that the threads of a block hold, each `items` in a row.
/// All threads of a block of `threads` must call it; a barrier must follow before it is called
/// again.
template <class T, unsigned threads, unsigned items>
__device__ inline void block_exclusive_sum(T (&values)[items]) {
  using Scan = cub::BlockScan<T, threads>;
  __shared__ typename Scan::TempStorage storage;
  Scan(storage).ExclusiveSum(values, values);
}
#elif defined(__HIPCC__)
inline constexpr bool has_block_scan = true;

/// As above, by rocPRIM.
template <class T, unsigned threads, unsigned items>
__device__ inline void block_exclusive_sum(T (&values)[items]) {
  using Scan = rocprim::block_scan<T, threads>;
  __shared__ typename Scan::storage_type storage;
  Scan().exclusive_scan(values, values, T{}, storage);
}
#else
/// The host executor has no vendor.
inline constexpr bool has_block_scan = false;

template <class T, unsigned threads, unsigned items>
void block_exclusive_sum(T (&values)[items]) = delete;
#endif

}  // namespace sphlab::gpu
