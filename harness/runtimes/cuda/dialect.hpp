// The runtime that CUDA and HIP share, as CUDA says it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cub/cub.cuh>

#define GPU(name) cuda##name

namespace sphlab::dialect {

inline constexpr const char* no_device = "no CUDA device";
inline constexpr cudaError_t out_of_memory = cudaErrorMemoryAllocation;
inline constexpr auto multiprocessor_count = cudaDevAttrMultiProcessorCount;
/// Bytes that a flush of the caches writes at least.
inline constexpr std::size_t least_flush_bytes = 0;

inline cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  return cudaGraphInstantiate(executable, graph, 0);
}

using Buffers = cub::DoubleBuffer<std::uint32_t>;
inline std::uint32_t* current(Buffers& buffers) {
  return buffers.Current();
}

inline cudaError_t sort(void* scratch, std::size_t& bytes, Buffers& keys, Buffers& values,
                        std::uint32_t count, int key_bits, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, values, count, 0, key_bits, stream);
}

inline cudaError_t exclusive_sum(void* scratch, std::size_t& bytes, const std::uint32_t* in,
                                 std::uint32_t* out, std::uint32_t count, cudaStream_t stream) {
  return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, count, stream);
}

inline cudaError_t maximum(void* scratch, std::size_t& bytes, const std::uint32_t* in,
                           std::uint32_t* out, std::uint32_t count, cudaStream_t stream) {
  return cub::DeviceReduce::Max(scratch, bytes, in, out, count, stream);
}

}  // namespace sphlab::dialect
