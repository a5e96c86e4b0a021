// Resources and extent of a kernel that a stage launches, and the work that it declares.
#pragma once

#include <cstdint>

namespace sphlab {

/// Work that a kernel declares of itself, for rooflines. 0 where it does not apply.
struct DeclaredWork {
  double flops_per_pair = 0;       ///< floating-point operations per accepted pair, FMA counts two
  double flops_per_candidate = 0;  ///< the same per candidate that is tested
  double bytes_per_pair = 0;       ///< bytes requested per accepted pair, list entry included
  double bytes_per_candidate = 0;  ///< bytes requested per candidate that is tested
  double bytes_per_particle = 0;   ///< compulsory bytes read and written per particle
};

/// Attributes of one kernel as the device runtime reports them. -1: not known.
struct KernelAttributes {
  const char* symbol;  ///< mangled name, or nullptr
  int registers;       ///< registers per thread
  int local_bytes;     ///< local memory per thread: stack frame and spills together
  int static_shared_bytes;
  int dynamic_shared_bytes;
  int block_size;
  float occupancy;  ///< theoretical, resident warps over the multiprocessor's maximum
};

/// One kernel that a launch would start.
struct KernelLaunch {
  KernelAttributes attributes;
  DeclaredWork work;
  std::uint32_t grid;  ///< blocks; 0 where only the device knows
};

/// Kernels that one stage launches at most.
inline constexpr std::uint32_t most_launches = 16;

}  // namespace sphlab
