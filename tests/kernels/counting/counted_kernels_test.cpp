// Kernels whose requests are known by hand, counted. This file is instrumented as the pack that
// counts is.
#define SPHLAB_WARP_WIDTH 32

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/counting/recorder.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {
namespace {

using gpu::Cooperation;

/// Global memory: as aligned as a device's.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : values_(count) {}
  T* data() { return values_.data(); }
  MemoryRange range() const { return {values_.data(), values_.size() * sizeof(T)}; }
  const std::vector<T>& values() const { return values_; }

 private:
  std::vector<T> values_;
};

RequestCounts of(const KernelCounts& counts, AccessKind kind) {
  return counts.totals[static_cast<std::size_t>(kind)];
}

/// All launches of `work`, which may use `arrays`.
template <class Work>
std::vector<KernelCounts> count_all(std::vector<MemoryRange> arrays, Work work) {
  gpu::simt::counting::recorder().begin(std::move(arrays));
  work();
  return gpu::simt::counting::recorder().end();
}

template <class Work>
KernelCounts count(std::vector<MemoryRange> arrays, Work work) {
  const std::vector<KernelCounts> all = count_all(std::move(arrays), [&] { EXPECT_EQ(work(), 0); });
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? KernelCounts{} : all.front();
}

void expect_requests(const RequestCounts& found, std::uint64_t requests, std::uint64_t lanes,
                     std::uint64_t sectors, std::uint64_t lines) {
  EXPECT_EQ(found.requests, requests);
  EXPECT_EQ(found.lanes, lanes);
  EXPECT_EQ(found.sectors, sectors);
  EXPECT_EQ(found.lines, lines);
  EXPECT_EQ(found.wavefronts, 0u);
}

// --- global memory ---

__global__ void copy_strided(const float* in, float* out, unsigned stride, unsigned shift) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride + shift];
}

struct Strided {
  unsigned stride, shift;
  std::uint64_t sectors, lines;
};

class StridedLoads : public testing::TestWithParam<Strided> {};

TEST_P(StridedLoads, TouchSectorsAndLines) {
  const auto [stride, shift, sectors, lines] = GetParam();
  Array<float> in(32 * 32 + 1);
  Array<float> out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&, stride = stride, shift = shift] {
    return gpu::launch(Cooperation::none, copy_strided, 1, 32, 0, nullptr, in.data(), out.data(),
                       stride, shift);
  });
  expect_requests(of(counts, AccessKind::global_load), 1, 32, sectors, lines);
  expect_requests(of(counts, AccessKind::global_store), 1, 32, 4, 1);
  EXPECT_EQ(of(counts, AccessKind::global_load).bytes, 128u);
}

INSTANTIATE_TEST_SUITE_P(ByHand, StridedLoads,
                         testing::Values(Strided{1, 0, 4, 1}, Strided{2, 0, 8, 2},
                                         Strided{32, 0, 32, 32}, Strided{0, 0, 1, 1},
                                         Strided{1, 1, 5, 2}));

__global__ void copy_float4(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

TEST(CountedKernels, AFloat4IsOneRequestOfSixteenSectors) {
  Array<float4> in(32), out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, copy_float4, 1, 32, 0, nullptr, in.data(), out.data());
  });
  expect_requests(of(counts, AccessKind::global_load), 1, 32, 16, 4);
  expect_requests(of(counts, AccessKind::global_store), 1, 32, 16, 4);
  EXPECT_EQ(of(counts, AccessKind::global_load).bytes, 512u);
}

__global__ void add_some_components(const float4* in, float* out) {
  const float4 value = in[threadIdx.x];
  out[threadIdx.x] = value.x + value.y + value.z;
}

TEST(CountedKernels, AFloat4IsOneRequestWhateverIsUsedOfIt) {
  Array<float4> in(32);
  Array<float> out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, add_some_components, 1, 32, 0, nullptr, in.data(),
                       out.data());
  });
  expect_requests(of(counts, AccessKind::global_load), 1, 32, 16, 4);
}

__global__ void copy_float3(const float3* in, float3* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

TEST(CountedKernels, AFloat3IsThreeRequests) {
  Array<float3> in(32), out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, copy_float3, 1, 32, 0, nullptr, in.data(), out.data());
  });
  // each touches a word in each of 32 * 12 bytes
  expect_requests(of(counts, AccessKind::global_load), 3, 96, 3 * 12, 3 * 3);
}

TEST(CountedKernels, ABlockMayEndWithinAWarp) {
  Array<float> in(40), out(40);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, copy_strided, 1, 40, 0, nullptr, in.data(), out.data(),
                       1u, 0u);
  });
  EXPECT_EQ(counts.warps, 2u);
  expect_requests(of(counts, AccessKind::global_load), 2, 40, 5, 2);
}

TEST(CountedKernels, WhatIsNoDeviceMemoryIsNotCounted) {
  Array<float> in(32), out(32);
  const KernelCounts counts = count({out.range()}, [&] {
    return gpu::launch(Cooperation::none, copy_strided, 1, 32, 0, nullptr, in.data(), out.data(),
                       1u, 0u);
  });
  EXPECT_EQ(of(counts, AccessKind::global_load).requests, 0u);
  EXPECT_EQ(of(counts, AccessKind::global_store).requests, 1u);
}

// --- the same result, coalesced and not ---

__global__ void sum_rows(const float* in, float* out, bool transposed) {
  float sum = 0;
  for (unsigned k = 0; k < 32; ++k)
    sum += in[transposed ? k * 32 + threadIdx.x : threadIdx.x * 32 + k];
  out[threadIdx.x] = sum;
}

TEST(CountedKernels, AnUncoalescedAccessShowsInItsSectors) {
  Array<float> in(32 * 32), coalesced(32), uncoalesced(32);
  const auto sectors_of = [&](bool transposed, Array<float>& out) {
    const KernelCounts counts = count({in.range(), out.range()}, [&] {
      return gpu::launch(Cooperation::none, sum_rows, 1, 32, 0, nullptr, in.data(), out.data(),
                         transposed);
    });
    EXPECT_EQ(of(counts, AccessKind::global_load).requests, 32u);
    return of(counts, AccessKind::global_load).sectors;
  };
  EXPECT_EQ(sectors_of(true, coalesced), 32u * 4);
  EXPECT_EQ(sectors_of(false, uncoalesced), 32u * 32);
  EXPECT_EQ(coalesced.values(), uncoalesced.values());
}

// --- shared memory ---

template <class T>
__global__ void read_shared(T* out, unsigned stride) {
  T* staged = gpu::dynamic_shared<T>();
  for (unsigned k = threadIdx.x; k < 1024; k += 32) staged[k] = T{};
  __syncthreads();
  out[threadIdx.x] = staged[threadIdx.x * stride];
}

template <class T>
KernelCounts count_shared(unsigned stride) {
  Array<T> out(32);
  return count({out.range()}, [&] {
    return gpu::launch(Cooperation::block, read_shared<T>, 1, 32, 1024 * sizeof(T), nullptr,
                       out.data(), stride);
  });
}

struct Conflict {
  unsigned stride;
  std::uint64_t wavefronts;
};

class BankConflicts : public testing::TestWithParam<Conflict> {};

TEST_P(BankConflicts, TakeAsManyTurns) {
  const RequestCounts loads = of(count_shared<float>(GetParam().stride), AccessKind::shared_load);
  EXPECT_EQ(loads.requests, 1u);
  EXPECT_EQ(loads.wavefronts, GetParam().wavefronts);
  EXPECT_EQ(loads.sectors, 0u);
}

INSTANTIATE_TEST_SUITE_P(OfFourBytes, BankConflicts,
                         testing::Values(Conflict{0, 1}, Conflict{1, 1}, Conflict{2, 2},
                                         Conflict{3, 1}, Conflict{8, 8}, Conflict{32, 32}));

TEST(CountedKernels, WideSharedLoadsGoByHalvesAndQuarters) {
  EXPECT_EQ(of(count_shared<float2>(1), AccessKind::shared_load).wavefronts, 2u);
  EXPECT_EQ(of(count_shared<float4>(1), AccessKind::shared_load).wavefronts, 4u);
  // all lanes the same: twice as many are served together
  EXPECT_EQ(of(count_shared<float2>(0), AccessKind::shared_load).wavefronts, 1u);
  EXPECT_EQ(of(count_shared<float4>(0), AccessKind::shared_load).wavefronts, 2u);
}

TEST(CountedKernels, StoresToSharedMemoryAreCounted) {
  const RequestCounts stores = of(count_shared<float4>(1), AccessKind::shared_store);
  EXPECT_EQ(stores.requests, 32u);
  EXPECT_EQ(stores.wavefronts, 32u * 4);
}

__global__ void reverse(float* out) {
  __shared__ float staged[32];
  staged[31 - threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = staged[threadIdx.x];
}

TEST(CountedKernels, StaticSharedArraysAreSharedMemory) {
  Array<float> out(32);
  const KernelCounts counts = count({out.range()}, [&] {
    return gpu::launch(Cooperation::block, reverse, 1, 32, 0, nullptr, out.data());
  });
  EXPECT_EQ(of(counts, AccessKind::shared_load).requests, 1u);
  EXPECT_EQ(of(counts, AccessKind::shared_load).wavefronts, 1u);
  EXPECT_EQ(of(counts, AccessKind::shared_store).requests, 1u);
  EXPECT_EQ(counts.barriers, 1u);
}

// --- divergence ---

__global__ void by_halves(const float* in, float* out) {
  float value = 0;
  if (threadIdx.x < 16) {
    value = in[threadIdx.x];
  } else {
    value = 2 * in[threadIdx.x + 32];
  }
  out[threadIdx.x] = value;
}

TEST(CountedKernels, HalvesThatPartMeetAgain) {
  Array<float> in(64), out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, by_halves, 1, 32, 0, nullptr, in.data(), out.data());
  });
  expect_requests(of(counts, AccessKind::global_load), 2, 32, 4, 2);
  expect_requests(of(counts, AccessKind::global_store), 1, 32, 4, 1);
  EXPECT_EQ(counts.branches, 1u);
  EXPECT_EQ(counts.divergent_branches, 1u);
}

__global__ void sum_some(const float* in, float* out) {
  float sum = 0;
  for (unsigned k = 0; k <= threadIdx.x % 4; ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

TEST(CountedKernels, LanesThatLeaveALoopWaitForTheOthers) {
  Array<float> in(4 * 32), out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, sum_some, 1, 32, 0, nullptr, in.data(), out.data());
  });
  const RequestCounts loads = of(counts, AccessKind::global_load);
  EXPECT_EQ(loads.requests, 4u);
  EXPECT_EQ(loads.lanes, 32u + 24 + 16 + 8);
  EXPECT_EQ(counts.divergent_branches, 3u);
  EXPECT_EQ(of(counts, AccessKind::global_store).requests, 1u);
}

__global__ void first_lanes(const float* in, float* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = in[threadIdx.x];
}

TEST(CountedKernels, LanesThatReturnTakeNoPart) {
  Array<float> in(32), out(32);
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, first_lanes, 1, 32, 0, nullptr, in.data(), out.data(),
                       24u);
  });
  expect_requests(of(counts, AccessKind::global_load), 1, 24, 3, 1);
}

// --- functions ---

struct Shape {
  virtual ~Shape() = default;
  virtual float read(const float* in) const = 0;
};
struct Direct : Shape {
  float read(const float* in) const override { return in[threadIdx.x]; }
};
struct Doubled : Shape {
  float read(const float* in) const override { return 2 * in[threadIdx.x + 32]; }
};

__global__ void read_through(const Shape* even, const Shape* odd, const float* in, float* out) {
  const Shape* shape = threadIdx.x % 2 == 0 ? even : odd;
  out[threadIdx.x] = shape->read(in);
}

TEST(CountedKernels, LanesThatCallDifferentFunctionsMeetAfterTheCall) {
  Array<float> in(64), out(32);
  const Direct direct;
  const Doubled doubled;
  const KernelCounts counts = count({in.range(), out.range()}, [&] {
    return gpu::launch(Cooperation::none, read_through, 1, 32, 0, nullptr,
                       static_cast<const Shape*>(&direct), static_cast<const Shape*>(&doubled),
                       in.data(), out.data());
  });
  expect_requests(of(counts, AccessKind::global_load), 2, 32, 8, 2);
  expect_requests(of(counts, AccessKind::global_store), 1, 32, 4, 1);
}

// --- atomics and synchronisation ---

__global__ void add_up(int* count, float* sum) {
  atomicAdd(count, 1);
  atomicAdd(sum + threadIdx.x, 1.0f);
}

TEST(CountedKernels, AnAtomicIsOneRequestAndHappens) {
  Array<int> counter(1);
  Array<float> sums(32);
  const KernelCounts counts = count({counter.range(), sums.range()}, [&] {
    return gpu::launch(Cooperation::none, add_up, 1, 32, 0, nullptr, counter.data(), sums.data());
  });
  expect_requests(of(counts, AccessKind::global_atomic), 2, 64, 1 + 4, 2);
  EXPECT_EQ(of(counts, AccessKind::global_load).requests, 0u);
  EXPECT_EQ(counter.values().front(), 32);
  EXPECT_EQ(sums.values(), std::vector<float>(32, 1.0f));
}

__global__ void count_in_block(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  atomicAdd(&counter, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = counter;
}

TEST(CountedKernels, AtomicsOnOneWordOfSharedMemoryTakeTurns) {
  Array<int> out(1);
  const KernelCounts counts = count({out.range()}, [&] {
    return gpu::launch(Cooperation::block, count_in_block, 1, 64, 0, nullptr, out.data());
  });
  EXPECT_EQ(of(counts, AccessKind::shared_atomic).requests, 2u);
  EXPECT_EQ(of(counts, AccessKind::shared_atomic).wavefronts, 64u);
  EXPECT_EQ(counts.barriers, 2u * 2);
  EXPECT_EQ(out.values().front(), 64);
}

__global__ void rotate(unsigned* out) {
  const unsigned from_next = gpu::shuffle(threadIdx.x, threadIdx.x + 1);
  out[threadIdx.x] = gpu::any(from_next == 0) ? from_next : 0;
}

TEST(CountedKernels, ShufflesAndVotesAreCollectives) {
  Array<unsigned> out(32);
  const KernelCounts counts = count({out.range()}, [&] {
    return gpu::launch(Cooperation::block, rotate, 1, 32, 0, nullptr, out.data());
  });
  EXPECT_EQ(counts.collectives, 2u);
  EXPECT_EQ(counts.barriers, 0u);
  EXPECT_EQ(out.values()[31], 0u);
  EXPECT_EQ(out.values()[0], 1u);
}

// --- launches ---

TEST(CountedKernels, EachLaunchIsCountedByItself) {
  Array<float> in(64), out(64);
  const std::vector<KernelCounts> all = count_all({in.range(), out.range()}, [&] {
    for (const unsigned grid : {1u, 2u}) {
      ASSERT_EQ(gpu::launch(Cooperation::none, copy_strided, grid, 32, 0, nullptr, in.data(),
                            out.data(), 1u, 0u),
                0);
    }
  });
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(of(all[0], AccessKind::global_load).requests, 1u);
  EXPECT_EQ(of(all[1], AccessKind::global_load).requests, 2u);
  EXPECT_EQ(all[0].entry, all[1].entry);
  ASSERT_EQ(all[1].instruction_count, 2u);
  EXPECT_EQ(all[1].instructions[0].counts.sectors, 8u);
}

TEST(CountedKernels, ALaunchMayFollowALargerOne) {
  Array<float> in(1 << 20), out(1 << 20);
  for (const unsigned grid : {1u << 15, 1u}) {
    const KernelCounts counts = count({in.range(), out.range()}, [&] {
      return gpu::launch(Cooperation::none, copy_strided, grid, 32, 0, nullptr, in.data(),
                         out.data(), 1u, 0u);
    });
    EXPECT_EQ(of(counts, AccessKind::global_load).requests, grid);
  }
}

__global__ void part_at_a_barrier(int* out) {
  if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = 1;
}

TEST(CountedKernels, ALaunchThatFailsIsLeftOut) {
  Array<int> out(32);
  const std::vector<KernelCounts> all = count_all({out.range()}, [&] {
    EXPECT_NE(gpu::launch(Cooperation::block, part_at_a_barrier, 1, 32, 0, nullptr, out.data()), 0);
  });
  EXPECT_TRUE(all.empty());
}

TEST(CountedKernels, ALaunchWithoutRoomForItsEventsFails) {
  Array<float> in(32), out(32);
  gpu::simt::counting::recorder().begin({in.range(), out.range()}, 32);
  const int error = gpu::launch(Cooperation::none, copy_strided, 1, 32, 0, nullptr, in.data(),
                                out.data(), 1u, 0u);
  EXPECT_NE(error, 0);
  EXPECT_NE(std::string(gpu::error_text(error)).find("fewer particles"), std::string::npos);
  EXPECT_TRUE(gpu::simt::counting::recorder().end().empty());
}

TEST(CountedKernels, NothingIsCountedWhenNobodyAsks) {
  Array<float> in(32), out(32);
  ASSERT_EQ(gpu::launch(Cooperation::none, copy_strided, 1, 32, 0, nullptr, in.data(), out.data(),
                        1u, 0u),
            0);
  EXPECT_TRUE(count_all({in.range()}, [] {}).empty());
}

}  // namespace
}  // namespace sphlab
