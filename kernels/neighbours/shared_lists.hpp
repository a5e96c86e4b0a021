// Lists that a block builds in shared memory: what does not fit is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// 0 where a block of `threads` may have so many bytes of shared memory, or a refusal or an error
/// of the device. @param slots of a list, for the message.
inline int refuse_beyond_shared(std::uint32_t threads, std::size_t bytes, std::uint32_t slots) {
  gpu::DeviceLimits limits{};
  if (const int error = gpu::device_limits(&limits)) return error;
  if (bytes <= limits.shared_bytes) return 0;
  return refuse("a block of " + std::to_string(threads) + " threads needs " +
                std::to_string(bytes) + " bytes of shared memory for lists of " +
                std::to_string(slots) + " slots, and has " + std::to_string(limits.shared_bytes));
}

}  // namespace sphlab
