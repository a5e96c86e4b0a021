// What the host executor tells of kernels and of itself. A host kernel has no registers or
// occupancy to report: everything but its shape is unknown.
#pragma once

#include "kernels/abi/device_limits.hpp"
#include "kernels/abi/kernel_pack.hpp"
#include "kernels/simt/launch.cuh"

namespace sphlab::gpu {

/// The runtime whose pointers the kernels take.
inline constexpr const char* runtime_name = "host";

/// Fills `out` with the shape of a launch. Returns 0.
template <class Kernel>
int attributes(Kernel, unsigned block, std::size_t dynamic_shared_bytes, KernelAttributes* out) {
  *out = {nullptr, -1, -1, -1, static_cast<int>(dynamic_shared_bytes), static_cast<int>(block),
          -1.0f};
  return 0;
}

/// The shared memory of a block of an H100 at warp width 32, of an MI350 at 64. Few
/// multiprocessors: small tests fill them, and smaller ones do not. Returns 0.
inline int device_limits(DeviceLimits* out) {
  *out = {4, (warp_width == 64 ? 160 : 227) * std::size_t{1024}, 1024};
  return 0;
}

}  // namespace sphlab::gpu
