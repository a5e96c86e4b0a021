// What a runtime does for a strategy: fills, scans and downloads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sphlab {

struct OpenDevice;  ///< known to its runtime alone

/// What the runtime does for a strategy that is more than kernels: see RuntimeTable. Each returns 0
/// or an error code of the runtime.
struct DevicePrimitives {
  OpenDevice* device;  ///< that the functions of the runtime, which follow, are called with
  int (*fill_on)(OpenDevice*, void*, int, std::size_t);
  int (*exclusive_scan_on)(OpenDevice*, void*, std::size_t, const std::uint32_t*, std::uint32_t*,
                           std::uint32_t);
  int (*download_from)(OpenDevice*, void*, const void*, std::size_t);
  void* scratch;  ///< device memory, enough for particles or grid.count + 2 items
  std::size_t scratch_bytes;

  /// Enqueues on the stream that the stage is launched on.
  int fill(void* to, int byte, std::size_t bytes) const { return fill_on(device, to, byte, bytes); }
  /// Enqueues likewise: out[i] = sum of in[0..i).
  int exclusive_scan(void* with, std::size_t with_bytes, const std::uint32_t* in,
                     std::uint32_t* out, std::uint32_t count) const {
    return exclusive_scan_on(device, with, with_bytes, in, out, count);
  }
  /// Returns when the bytes are there: for what of a Preparation may wait, never for a launch.
  int download(void* host, const void* from, std::size_t bytes) const {
    return download_from(device, host, from, bytes);
  }
};

}  // namespace sphlab
