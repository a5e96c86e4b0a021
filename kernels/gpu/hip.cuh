// The dialect for hipcc. Wave fronts of gfx9 have 64 lanes, those of gfx10 and gfx11 32.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/abi/cooperation.hpp"
#include "kernels/abi/device_limits.hpp"
#include "kernels/abi/kernel_pack.hpp"
#include "kernels/gpu/no_bulk_copies.cuh"

namespace sphlab::gpu {

/// The runtime whose pointers and streams the kernels take.
inline constexpr const char* runtime_name = "hip";

/// The build tells it: host code, which is compiled once for all architectures, counts in it, too.
inline constexpr unsigned warp_width = SPHLAB_WARP_WIDTH;
#if defined(__HIP_DEVICE_COMPILE__)
static_assert(warp_width == __AMDGCN_WAVEFRONT_SIZE);
#endif
using LaneMask = std::conditional_t<warp_width == 64, std::uint64_t, std::uint32_t>;
inline constexpr LaneMask full_mask = ~LaneMask{0};

/// None, where for nvcc a kernel's launch bounds name blocks: with so many, kernels spill here.
constexpr int least_blocks(int) {
  return 0;
}

/// Raises an entry to the largest value of the lanes that call it.
__device__ __forceinline__ void raise(std::uint32_t* entry, std::uint32_t value) {
  if (value > *entry) atomicMax(entry, value);
}
template <int count>
__device__ __forceinline__ void raise(std::uint32_t (&entries)[count],
                                      const std::uint32_t (&values)[count]) {
  for (int k = 0; k < count; ++k) raise(&entries[k], values[k]);
}

/// a b + c, and a b, between 0 and 1.
__device__ __forceinline__ float clamped_sum(float a, float b, float c) {
  return __saturatef(a * b + c);
}
__device__ __forceinline__ float clamped_product(float a, float b) {
  return __saturatef(a * b);
}

__device__ __forceinline__ unsigned lane() {
  return threadIdx.x % warp_width;
}

// Shuffles and votes of ROCm 5 take no mask: the active lanes take part, which is what the mask
// says.
template <class T>
__device__ __forceinline__ T shuffle(T value, unsigned source, LaneMask = full_mask) {
  return __shfl(value, static_cast<int>(source));
}
template <class T>
__device__ __forceinline__ T shuffle_down(T value, unsigned delta, LaneMask = full_mask) {
  return __shfl_down(value, delta);
}
template <class T>
__device__ __forceinline__ T shuffle_up(T value, unsigned delta, LaneMask = full_mask) {
  return __shfl_up(value, delta);
}
template <class T>
__device__ __forceinline__ T shuffle_xor(T value, unsigned lanes, LaneMask = full_mask) {
  return __shfl_xor(value, static_cast<int>(lanes));
}
__device__ __forceinline__ LaneMask ballot(bool predicate, LaneMask mask = full_mask) {
  return static_cast<LaneMask>(__ballot(predicate)) & mask;
}
__device__ __forceinline__ bool any(bool predicate, LaneMask = full_mask) {
  return __any(predicate) != 0;
}
__device__ __forceinline__ bool all(bool predicate, LaneMask = full_mask) {
  return __all(predicate) != 0;
}
/// Every lane of the mask must call it: they wait for one another, and see what the others have
/// written to memory. ROCm 5 has no __syncwarp: the barrier keeps the compiler from moving lanes
/// past it, the fences keep it from moving memory accesses; lanes of a wave run in step anyway.
__device__ __forceinline__ void synchronise_warp(LaneMask = full_mask) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__device__ __forceinline__ unsigned population(LaneMask mask) {
  return static_cast<unsigned>(__popcll(mask));
}
__device__ __forceinline__ unsigned first_lane(LaneMask mask) {
  return static_cast<unsigned>(__ffsll(static_cast<unsigned long long>(mask)) - 1);
}

/// The block's dynamic shared memory, 16-byte aligned.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char sphlab_dynamic_shared[];
  return reinterpret_cast<T*>(sphlab_dynamic_shared);
}

/// kernel<<<grid, block, dynamic_shared_bytes, stream>>>(arguments...). Returns 0 or the HIP error.
template <class Kernel, class... Arguments>
int launch(Cooperation, Kernel kernel, unsigned grid, unsigned block,
           std::size_t dynamic_shared_bytes, void* stream, Arguments... arguments) {
  auto* const entry = +kernel;  // the address of a kernel that is given as a type, too
  entry<<<dim3(grid), dim3(block), dynamic_shared_bytes, static_cast<hipStream_t>(stream)>>>(
      arguments...);
  return static_cast<int>(hipGetLastError());
}

inline const char* error_text(int code) {
  return hipGetErrorString(static_cast<hipError_t>(code));
}

/// Fills `out` for the device in use. Returns 0 or the HIP error.
inline int device_limits(DeviceLimits* out) {
  int device = 0;
  int multiprocessors = 0;
  int shared_bytes = 0;
  int threads = 0;
  if (const hipError_t error = hipGetDevice(&device)) return error;
  if (const hipError_t error =
          hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device)) {
    return error;
  }
  if (const hipError_t error =
          hipDeviceGetAttribute(&shared_bytes, hipDeviceAttributeMaxSharedMemoryPerBlock, device)) {
    return error;
  }
  if (const hipError_t error =
          hipDeviceGetAttribute(&threads, hipDeviceAttributeMaxThreadsPerBlock, device)) {
    return error;
  }
  *out = {static_cast<unsigned>(multiprocessors), static_cast<std::size_t>(shared_bytes),
          static_cast<unsigned>(threads)};
  return 0;
}

/// Registers, local and shared memory, and the theoretical occupancy of a kernel. Returns 0 or the
/// HIP error.
template <class... Parameters>
int attributes(void (*kernel)(Parameters...), unsigned block, std::size_t dynamic_shared_bytes,
               KernelAttributes* out) {
  hipFuncAttributes function{};
  const void* entry = reinterpret_cast<const void*>(kernel);
  if (const hipError_t error = hipFuncGetAttributes(&function, entry)) return error;
  int blocks = 0;
  if (const hipError_t error = hipOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, entry, static_cast<int>(block), dynamic_shared_bytes)) {
    return error;
  }
  int device = 0;
  int resident_threads = 0;
  if (const hipError_t error = hipGetDevice(&device)) return error;
  if (const hipError_t error = hipDeviceGetAttribute(
          &resident_threads, hipDeviceAttributeMaxThreadsPerMultiProcessor, device)) {
    return error;
  }
  *out = {hipKernelNameRefByPtr(entry, nullptr),
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
