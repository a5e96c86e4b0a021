// What the host runtime knows of its memory.
#include "harness/runtimes/host_allocations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {
namespace {

std::size_t bytes_at(const void* begin) {
  std::size_t bytes = 0;
  for (const MemoryRange& range : host_allocations()) {
    if (range.begin == begin) bytes += range.bytes;
  }
  return bytes;
}

TEST(HostAllocations, AreThereAsLongAsTheirBuffers) {
  Runtime runtime(host_runtime(), 0);
  const void* begin = nullptr;
  {
    const DeviceBuffer<float> buffer(runtime, 7);
    begin = buffer.data();
    EXPECT_EQ(bytes_at(begin), 7 * sizeof(float));
  }
  EXPECT_EQ(bytes_at(begin), 0u);
}

}  // namespace
}  // namespace sphlab
