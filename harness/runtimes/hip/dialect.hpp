// The runtime that CUDA and HIP share, as HIP says it.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>
#include <rocprim/rocprim.hpp>

#define GPU(name) hip##name

namespace sphlab::dialect {

inline constexpr const char* no_device = "no HIP device";
inline constexpr hipError_t out_of_memory = hipErrorOutOfMemory;
inline constexpr auto multiprocessor_count = hipDeviceAttributeMultiprocessorCount;
/// Bytes that a flush of the caches writes at least. HIP reports the L2 alone; the memory-side
/// cache behind it has up to 256 MiB on CDNA 3.
inline constexpr std::size_t least_flush_bytes = std::size_t{512} << 20;

inline hipError_t instantiate(hipGraphExec_t* executable, hipGraph_t graph) {
  return hipGraphInstantiate(executable, graph, nullptr, nullptr, 0);
}

using Buffers = rocprim::double_buffer<std::uint32_t>;
inline std::uint32_t* current(Buffers& buffers) {
  return buffers.current();
}

inline hipError_t sort(void* scratch, std::size_t& bytes, Buffers& keys, Buffers& values,
                       std::uint32_t count, int key_bits, hipStream_t stream) {
  return rocprim::radix_sort_pairs(scratch, bytes, keys, values, count, 0,
                                   static_cast<unsigned>(key_bits), stream);
}

inline hipError_t exclusive_sum(void* scratch, std::size_t& bytes, const std::uint32_t* in,
                                std::uint32_t* out, std::uint32_t count, hipStream_t stream) {
  return rocprim::exclusive_scan(scratch, bytes, in, out, std::uint32_t{0}, count,
                                 rocprim::plus<std::uint32_t>(), stream);
}

inline hipError_t maximum(void* scratch, std::size_t& bytes, const std::uint32_t* in,
                          std::uint32_t* out, std::uint32_t count, hipStream_t stream) {
  return rocprim::reduce(scratch, bytes, in, out, std::uint32_t{0}, count,
                         rocprim::maximum<std::uint32_t>(), stream);
}

}  // namespace sphlab::dialect
