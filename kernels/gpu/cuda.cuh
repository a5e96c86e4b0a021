// The dialect for CUDA compilers: nvcc and clang.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/abi/cooperation.hpp"
#include "kernels/abi/device_limits.hpp"
#include "kernels/abi/kernel_pack.hpp"

// clang writes PTX of ISA 8.0 from version 17 on
#if defined(__clang__) && __clang_major__ < 17
#include "kernels/gpu/no_bulk_copies.cuh"
#else
#include "kernels/gpu/cuda_bulk_copy.cuh"
#endif

namespace sphlab::gpu {

/// The runtime whose pointers and streams the kernels take.
inline constexpr const char* runtime_name = "cuda";

using LaneMask = std::uint32_t;
inline constexpr unsigned warp_width = 32;
inline constexpr LaneMask full_mask = 0xffffffffu;

/// What a kernel's launch bounds name as the blocks that a multiprocessor is to hold at least; 0
/// leaves it to the compiler. Kernels ask for what nvcc does not find by itself: clang takes other
/// registers, of which nothing is known to be better.
constexpr int least_blocks([[maybe_unused]] int blocks) {
#if defined(__clang__)
  return 0;
#else
  return blocks;
#endif
}

/// The largest value of the lanes `together`, which all call it.
__device__ __forceinline__ std::uint32_t maximum(unsigned together, std::uint32_t value) {
#if defined(__clang__) && __clang_major__ < 15  // has no name for the instruction
  std::uint32_t largest;
  asm volatile("redux.sync.max.u32 %0, %1, %2;" : "=r"(largest) : "r"(value), "r"(together));
  return largest;
#else
  return __reduce_max_sync(together, value);
#endif
}

__device__ __forceinline__ bool is_first_of(unsigned together) {
  return threadIdx.x % warp_width == static_cast<unsigned>(__ffs(together) - 1);
}

/// Raises an entry to the largest value of the lanes that call it together, whichever they are. A
/// warp looks first, in the second cache, whether the entry is as large already. Few warps should
/// share one: where all of a grid did, they queued for it.
__device__ __forceinline__ void raise(std::uint32_t* entry, std::uint32_t value) {
  const unsigned together = __activemask();
  const std::uint32_t largest = maximum(together, value);
  const volatile std::uint32_t* current = entry;
  if (is_first_of(together) && largest > *current) atomicMax(entry, largest);
}

/// The same of several entries of one sector in global memory. The warp raises all of them by one
/// instruction, each lane one, and looks at none first: it waits for nothing.
template <unsigned count>
__device__ __forceinline__ void raise(std::uint32_t (&entries)[count],
                                      const std::uint32_t (&values)[count]) {
  const unsigned together = __activemask();
  const auto rank =
      static_cast<unsigned>(__popc(together & ((1u << threadIdx.x % warp_width) - 1)));
  std::uint32_t of_lane = 0;
#pragma unroll
  for (unsigned k = 0; k < count; ++k) {
    const std::uint32_t largest = maximum(together, values[k]);
    if (rank == k) of_lane = largest;
    if (rank == 0 && k >= static_cast<unsigned>(__popc(together))) atomicMax(&entries[k], largest);
  }
  if (rank < count) atomicMax(&entries[rank], of_lane);
}

/// a b + c, and a b, between 0 and 1, in one instruction: nvcc 13.0 takes two for a __saturatef()
/// of either.
__device__ __forceinline__ float clamped_sum(float a, float b, float c) {
  float result;
  asm("fma.rn.ftz.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(b), "f"(c));
  return result;
}
__device__ __forceinline__ float clamped_product(float a, float b) {
  float result;
  asm("mul.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}

__device__ __forceinline__ unsigned lane() {
  return threadIdx.x % warp_width;
}

template <class T>
__device__ __forceinline__ T shuffle(T value, unsigned source, LaneMask mask = full_mask) {
  return __shfl_sync(mask, value, static_cast<int>(source));
}
template <class T>
__device__ __forceinline__ T shuffle_down(T value, unsigned delta, LaneMask mask = full_mask) {
  return __shfl_down_sync(mask, value, delta);
}
template <class T>
__device__ __forceinline__ T shuffle_up(T value, unsigned delta, LaneMask mask = full_mask) {
  return __shfl_up_sync(mask, value, delta);
}
template <class T>
__device__ __forceinline__ T shuffle_xor(T value, unsigned lanes, LaneMask mask = full_mask) {
  return __shfl_xor_sync(mask, value, static_cast<int>(lanes));
}
__device__ __forceinline__ LaneMask ballot(bool predicate, LaneMask mask = full_mask) {
  return __ballot_sync(mask, predicate);
}
__device__ __forceinline__ bool any(bool predicate, LaneMask mask = full_mask) {
  return __any_sync(mask, predicate) != 0;
}
__device__ __forceinline__ bool all(bool predicate, LaneMask mask = full_mask) {
  return __all_sync(mask, predicate) != 0;
}
/// Every lane of the mask must call it: they wait for one another, and see what the others have
/// written to memory.
__device__ __forceinline__ void synchronise_warp(LaneMask mask = full_mask) {
  __syncwarp(mask);
}
__device__ __forceinline__ unsigned population(LaneMask mask) {
  return static_cast<unsigned>(__popc(mask));
}
__device__ __forceinline__ unsigned first_lane(LaneMask mask) {
  return static_cast<unsigned>(__ffs(static_cast<int>(mask)) - 1);
}

/// The block's dynamic shared memory, 16-byte aligned.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char sphlab_dynamic_shared[];
  return reinterpret_cast<T*>(sphlab_dynamic_shared);
}

/// Asks for dynamic shared memory: beyond 48 KiB that must be done kernel by kernel.
inline cudaError_t allow_shared(const void* kernel, std::size_t bytes) {
  if (bytes <= 48 * 1024) return cudaSuccess;
  const cudaError_t error = cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (error != cudaSuccess) cudaGetLastError();  // it would be taken for one of the next launch
  return error;
}

/// kernel<<<grid, block, dynamic_shared_bytes, stream>>>(arguments...). Returns 0 or the CUDA
/// error.
template <class Kernel, class... Arguments>
int launch(Cooperation, Kernel kernel, unsigned grid, unsigned block,
           std::size_t dynamic_shared_bytes, void* stream, Arguments... arguments) {
  auto* const entry = +kernel;  // the address of a kernel that is given as a type, too
  if (const cudaError_t error =
          allow_shared(reinterpret_cast<const void*>(entry), dynamic_shared_bytes)) {
    return error;
  }
  entry<<<grid, block, dynamic_shared_bytes, static_cast<cudaStream_t>(stream)>>>(arguments...);
  return static_cast<int>(cudaGetLastError());
}

inline const char* error_text(int code) {
  return cudaGetErrorString(static_cast<cudaError_t>(code));
}

/// Fills `out` for the device in use. Returns 0 or the CUDA error.
inline int device_limits(DeviceLimits* out) {
  int device = 0;
  int multiprocessors = 0;
  int shared_bytes = 0;
  int threads = 0;
  if (const cudaError_t error = cudaGetDevice(&device)) return error;
  if (const cudaError_t error =
          cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device)) {
    return error;
  }
  if (const cudaError_t error =
          cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) {
    return error;
  }
  if (const cudaError_t error =
          cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device)) {
    return error;
  }
  *out = {static_cast<unsigned>(multiprocessors), static_cast<std::size_t>(shared_bytes),
          static_cast<unsigned>(threads)};
  return 0;
}

/// Registers, local and shared memory, and the theoretical occupancy of a kernel. Returns 0 or the
/// CUDA error.
template <class... Parameters>
int attributes(void (*kernel)(Parameters...), unsigned block, std::size_t dynamic_shared_bytes,
               KernelAttributes* out) {
  cudaFuncAttributes function{};
  const void* entry = reinterpret_cast<const void*>(kernel);
  if (const cudaError_t error = cudaFuncGetAttributes(&function, entry)) return error;
  if (const cudaError_t error = allow_shared(entry, dynamic_shared_bytes)) return error;
  int blocks = 0;
  if (const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, entry, static_cast<int>(block), dynamic_shared_bytes)) {
    return error;
  }
  int device = 0;
  int resident_threads = 0;
  if (const cudaError_t error = cudaGetDevice(&device)) return error;
  if (const cudaError_t error = cudaDeviceGetAttribute(
          &resident_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device)) {
    return error;
  }
  const char* symbol = nullptr;
  if (const cudaError_t error = cudaFuncGetName(&symbol, entry)) return error;
  *out = {symbol,
          function.numRegs,
          static_cast<int>(function.localSizeBytes),
          static_cast<int>(function.sharedSizeBytes),
          static_cast<int>(dynamic_shared_bytes),
          static_cast<int>(block),
          static_cast<float>(blocks) * static_cast<float>(block) /
              static_cast<float>(resident_threads)};
  return 0;
}

}  // namespace sphlab::gpu
