// A host kernel has no registers or occupancy to report: everything but its shape is unknown.
#pragma once

#include "kernels/pack/abi.hpp"

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

}  // namespace sphlab::gpu
