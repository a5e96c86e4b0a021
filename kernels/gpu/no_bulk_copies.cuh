// For devices that have no unit for bulk copies, and compilers that do not know of it.
#pragma once

#include <cstdint>

namespace sphlab::gpu {

/// A strategy that needs BulkCopy refuses, and does not compile its kernels.
inline constexpr bool has_bulk_copies = false;

/// Declared for kernels to be read by the compiler; there is no such thing here.
class BulkCopy {
 public:
  __device__ void initialise();
  __device__ void start(float4* to, const float4* from, std::uint32_t count);
  __device__ void wait(std::uint32_t parity) const;
};

}  // namespace sphlab::gpu
