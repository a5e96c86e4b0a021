// What the host runtime knows of its memory.
#include "harness/runtimes/host_allocations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/runtimes/runtime.hpp"
#include "tests/support/with_address_space.hpp"

namespace sphlab {
namespace {

/// Bytes of the allocation that holds a buffer between its guards.
std::size_t bytes_around(const void* buffer) {
  const auto* const at = static_cast<const std::byte*>(buffer);
  for (const MemoryRange& range : host_allocations()) {
    const auto* const begin = static_cast<const std::byte*>(range.begin);
    if (at >= begin && at < begin + range.bytes) return range.bytes;
  }
  return 0;
}

TEST(HostAllocations, AreThereAsLongAsTheirBuffers) {
  Runtime runtime(host_runtime(), 0);
  const void* begin = nullptr;
  {
    const DeviceBuffer<float> buffer(runtime, 7);
    begin = buffer.data();
    EXPECT_GE(bytes_around(begin), 7 * sizeof(float));
  }
  EXPECT_EQ(bytes_around(begin), 0u);
}

TEST(HostMemory, IsFreeAsFarAsTheProcessMayHaveIt) {
  Runtime runtime(host_runtime(), 0);
  const std::size_t most = test::WithAddressSpace::of_a_small_run();
  const test::WithAddressSpace little(most);
  const std::size_t free = runtime.properties().memory_free_bytes;
  EXPECT_GT(free, 0u);
  EXPECT_LT(free, most) << "the process has some of it already";
}

}  // namespace
}  // namespace sphlab
