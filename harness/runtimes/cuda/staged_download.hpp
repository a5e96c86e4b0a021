// Downloads of megabytes into memory that is not pinned.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

namespace sphlab {

/// cudaMemcpy() into memory that is not pinned passes through a buffer of the driver's, which one
/// thread empties: that takes several times as long as the bus. Here two pinned buffers take turns;
/// while the device fills one, all threads of the host empty the other. Not thread safe. The
/// buffers are kept as long as this.
class StagedDownload {
 public:
  StagedDownload() = default;
  StagedDownload(const StagedDownload&) = delete;
  StagedDownload& operator=(const StagedDownload&) = delete;
  ~StagedDownload() {
    for (void* stage : stages_) cudaFreeHost(stage);
  }

  static constexpr std::size_t stage_bytes = std::size_t{32} << 20;
  /// Less is there soon enough.
  static constexpr std::size_t least_bytes = std::size_t{4} << 20;

  /// Returns when all is there. @param stream on which `device` is written.
  cudaError_t run(void* host, const void* device, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t error = allocate()) return error;
    const auto length = [&](std::size_t at) { return std::min(stage_bytes, bytes - at); };
    std::size_t emptied = 0;
    for (std::size_t at = 0, turn = 0; at < bytes; at += stage_bytes, ++turn) {
      if (const cudaError_t error =
              cudaMemcpyAsync(stages_[turn % 2], static_cast<const char*>(device) + at, length(at),
                              cudaMemcpyDeviceToHost, stream)) {
        return error;
      }
      if (at > 0) {
        empty(host, emptied, length(emptied), stages_[(turn + 1) % 2]);
        emptied = at;
      }
      if (const cudaError_t error = cudaStreamSynchronize(stream)) return error;
      if (at + stage_bytes >= bytes) empty(host, at, length(at), stages_[turn % 2]);
    }
    return cudaSuccess;
  }

 private:
  cudaError_t allocate() {
    for (void*& stage : stages_) {
      if (stage != nullptr) continue;
      if (const cudaError_t error = cudaMallocHost(&stage, stage_bytes)) return error;
    }
    return cudaSuccess;
  }

  /// Copies `bytes` of a stage to host + at.
  static void empty(void* host, std::size_t at, std::size_t bytes, const void* stage) {
    const std::size_t workers = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
    const std::size_t share = (bytes + workers - 1) / workers;
    std::vector<std::thread> threads;
    for (std::size_t begin = 0; begin < bytes; begin += share) {
      threads.emplace_back([=] {
        std::memcpy(static_cast<char*>(host) + at + begin, static_cast<const char*>(stage) + begin,
                    std::min(share, bytes - begin));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  void* stages_[2] = {};
};

}  // namespace sphlab
