// Bulk copies on the host: the thread that starts one copies.
#pragma once

#include <cstdint>

#include "kernels/simt/vectors.cuh"

namespace sphlab::gpu {

inline constexpr bool has_bulk_copies = true;

/// See cuda_bulk_copy.cuh. A copy is there when start() returns; the barrier that must lie between
/// that and a wait() of another thread does the rest.
class BulkCopy {
 public:
  void initialise() {}

  void start(float4* to, const float4* from, std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; ++k) to[k] = from[k];
  }

  void wait(std::uint32_t) const {}
};

}  // namespace sphlab::gpu
