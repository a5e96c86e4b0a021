// What a device offers to a launch.
#pragma once

#include <cstddef>

namespace sphlab::gpu {

/// Of the device in use.
struct DeviceLimits {
  unsigned multiprocessors;
  std::size_t
      shared_bytes;  ///< dynamic shared memory that a block can have at most, when asked for
  unsigned block_threads;
};

}  // namespace sphlab::gpu
