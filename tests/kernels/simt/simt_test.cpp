// What the host executor does whatever the width of a warp: launches, barriers, atomics, errors.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/simt/simt.cuh"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "tests/kernels/simt/order_scope.hpp"

namespace {

using sphlab::gpu::Cooperation;
using sphlab::gpu::error_text;
using sphlab::gpu::launch;
using sphlab::gpu::simt::LaunchError;
namespace gpu = sphlab::gpu;

constexpr int code(LaunchError error) {
  return static_cast<int>(error);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

__global__ void number(unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + 1000 * gridDim.x;
}

TEST(SimtLaunch, RunsEveryThreadOnceInEitherMode) {
  for (const Cooperation cooperation : {Cooperation::none, Cooperation::block}) {
    std::vector<unsigned> out(1000, 0);
    ASSERT_EQ(0, launch(cooperation, number, 9, 128, 0, nullptr, out.data(), 1000u));
    for (unsigned i = 0; i < 1000; ++i) ASSERT_EQ(i + 9000, out[i]);
  }
}

TEST(SimtLaunch, TakesAKernelAsAConstant) {
  unsigned out[8] = {};
  using Number = std::integral_constant<decltype(&number), number>;
  ASSERT_EQ(0, launch(Cooperation::none, Number{}, 1, 8, 0, nullptr, out, 8u));
  EXPECT_EQ(1007u, out[7]);
}

TEST(SimtLaunch, RejectsABadShape) {
  for (const auto& [grid, block] : {std::pair{0u, 32u}, {1u, 0u}, {1u, 1025u}}) {
    unsigned out = 7;
    const int error = launch(Cooperation::none, number, grid, block, 0, nullptr, &out, 1u);
    EXPECT_EQ(code(LaunchError::bad_configuration), error);
    EXPECT_EQ(7u, out);
  }
  EXPECT_TRUE(contains(error_text(code(LaunchError::bad_configuration)), "1025 threads"));
}

TEST(SimtLaunch, RunsTheLargestBlock) {
  std::vector<unsigned> out(2048);
  ASSERT_EQ(0, launch(Cooperation::block, number, 2, 1024, 0, nullptr, out.data(), 2048u));
  EXPECT_EQ(4047u, out.back());
}

TEST(SimtLaunch, RejectsAnUnknownOrder) {
  const OrderScope order("backwards");
  unsigned out = 0;
  const int error = launch(Cooperation::block, number, 1, 1, 0, nullptr, &out, 1u);
  ASSERT_EQ(code(LaunchError::bad_configuration), error);
  EXPECT_TRUE(contains(error_text(error), "'backwards'; it may be forward, reverse or shuffled"));
}

__global__ void synchronise(int* out) {
  __syncthreads();
  *out = 1;
}

__global__ void vote(int* out) {
  *out = gpu::any(true);
}

TEST(SimtAlone, SynchronisingIsAnError) {
  for (void (*kernel)(int*) : {synchronise, vote}) {
    int out = 0;
    const int error = launch(Cooperation::none, kernel, 1, 1, 0, nullptr, &out);
    ASSERT_EQ(code(LaunchError::synchronises_alone), error);
    EXPECT_TRUE(contains(error_text(error),
                         "block 0, thread 0: kernel synchronises but was "
                         "launched without Cooperation::block"))
        << error_text(error);
    EXPECT_TRUE(contains(error_text(error), "simt_test.cpp:")) << error_text(error);
    EXPECT_EQ(0, out);
  }
}

/// Each thread takes what its neighbour below wrote.
template <bool with_barrier>
__global__ void shift(const float* in, float* out) {
  float* shared = gpu::dynamic_shared<float>();
  shared[threadIdx.x] = in[threadIdx.x];
  if (with_barrier) __syncthreads();
  out[threadIdx.x] = threadIdx.x == 0 ? 0.0f : shared[threadIdx.x - 1];
}

std::vector<float> shifted(void (*kernel)(const float*, float*), const char* order) {
  const OrderScope scope(order);
  constexpr unsigned n = 96;
  std::vector<float> in(n), out(n);
  std::iota(in.begin(), in.end(), 1.0f);
  EXPECT_EQ(0, launch(Cooperation::block, kernel, 1, n, n * sizeof(float), nullptr, in.data(),
                      out.data()));
  return out;
}

TEST(SimtBarrier, AMissingOneShowsWhenTheOrderChanges) {
  std::vector<float> expected(96);
  std::iota(expected.begin(), expected.end(), 0.0f);
  for (const char* order : {"forward", "reverse", "shuffled"}) {
    EXPECT_EQ(expected, shifted(shift<true>, order)) << order;
  }
  EXPECT_EQ(expected, shifted(shift<false>, "forward"));
  for (const char* order : {"reverse", "shuffled"}) {
    EXPECT_NE(expected, shifted(shift<false>, order)) << order;
  }
  EXPECT_TRUE(std::isnan(shifted(shift<false>, "reverse")[95])) << "unwritten memory is a NaN";
}

/// Counts the objects that live on the kernel's stack.
struct Counted {
  explicit Counted(int* alive) : alive_(alive) { atomicAdd(alive_, 1); }
  ~Counted() { atomicAdd(alive_, -1); }
  int* alive_;
};

__global__ void end_early(int* alive) {
  const Counted counted(alive);
  if (threadIdx.x >= 40) return;
  __syncthreads();
}

__global__ void wait_apart(int* alive) {
  const Counted counted(alive);
  if (threadIdx.x < 40) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

TEST(SimtBarrier, ThreadsThatHaveEndedAreMissed) {
  int alive = 0;
  const int error = launch(Cooperation::block, end_early, 3, 64, 0, nullptr, &alive);
  ASSERT_EQ(code(LaunchError::barrier_divergence), error);
  const std::string text = error_text(error);
  EXPECT_TRUE(contains(text, "threads 0-39: waiting at __syncthreads (")) << text;
  EXPECT_TRUE(contains(text, "; 40-63: ended")) << text;
  EXPECT_EQ(0, alive) << "stacks were not unwound";
}

TEST(SimtBarrier, TwoBarriersAreNotOne) {
  int alive = 0;
  const int error = launch(Cooperation::block, wait_apart, 1, 64, 0, nullptr, &alive);
  ASSERT_EQ(code(LaunchError::barrier_divergence), error);
  EXPECT_TRUE(contains(error_text(error), "; 40-63: waiting at __syncthreads ("));
  EXPECT_EQ(0, alive) << "stacks were not unwound";
}

__global__ void fail_in_block_5(int* alive) {
  const Counted counted(alive);
  __syncthreads();
  if (blockIdx.x == 5 && threadIdx.x == 33) throw std::runtime_error("no such cell");
  __syncthreads();
}

TEST(SimtFailure, AnExceptionNamesItsThreadAndLeavesTheExecutorUsable) {
  for (int repetition = 0; repetition < 3; ++repetition) {
    int alive = 0;
    const int error = launch(Cooperation::block, fail_in_block_5, 8, 64, 0, nullptr, &alive);
    ASSERT_EQ(code(LaunchError::exception), error);
    EXPECT_STREQ("block 5, thread 33: kernel threw an exception: no such cell", error_text(error));
    EXPECT_EQ(0, alive);
    std::vector<unsigned> out(1024);
    ASSERT_EQ(0, launch(Cooperation::block, number, 8, 128, 0, nullptr, out.data(), 1024u));
    EXPECT_EQ(9023u, out.back());
  }
}

TEST(SimtFailure, EveryCodeHasAText) {
  EXPECT_STREQ("no error", error_text(0));
  EXPECT_STREQ("unknown error code 4711", error_text(4711));
  for (int error = 1; error <= code(LaunchError::exception); ++error) {
    EXPECT_FALSE(contains(error_text(error), "unknown")) << error;
  }
}

__global__ void count_all(int* i, unsigned* u, unsigned long long* l, float* f, double* d, int* low,
                          unsigned* high, unsigned* bits, unsigned* spun) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(i, -1);
  atomicAdd(u, 2u);
  atomicAdd(l, 1ull << 33);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 0.5);
  atomicMin(low, -static_cast<int>(t));
  atomicMax(high, t);
  atomicOr(bits, 1u << (t % 32));
  for (unsigned seen = 0;;) {
    const unsigned before = atomicCAS(spun, seen, seen + 1);
    if (before == seen) break;
    seen = before;
  }
}

TEST(SimtAtomics, FromManyBlocks) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(4);
  for (const Cooperation cooperation : {Cooperation::none, Cooperation::block}) {
    int i = 0, low = 0;
    unsigned u = 0, high = 0, bits = 0, spun = 0;
    unsigned long long l = 0;
    float f = 0;
    double d = 0;
    ASSERT_EQ(0, launch(cooperation, count_all, 200, 64, 0, nullptr, &i, &u, &l, &f, &d, &low,
                        &high, &bits, &spun));
    EXPECT_EQ(-12800, i);
    EXPECT_EQ(25600u, u);
    EXPECT_EQ(12800ull << 33, l);
    EXPECT_EQ(12800.0f, f);
    EXPECT_EQ(6400.0, d);
    EXPECT_EQ(-12799, low);
    EXPECT_EQ(12799u, high);
    EXPECT_EQ(0xffffffffu, bits);
    EXPECT_EQ(12800u, spun);
  }
  omp_set_num_threads(before);
}

TEST(SimtAtomics, ReturnTheOldValue) {
  int value = 5;
  EXPECT_EQ(5, atomicExch(&value, 9));
  EXPECT_EQ(9, atomicCAS(&value, 8, 1));
  EXPECT_EQ(9, atomicCAS(&value, 9, 1));
  EXPECT_EQ(1, atomicMax(&value, 3));
  EXPECT_EQ(3, atomicMin(&value, 7));
  EXPECT_EQ(3, value);
}

TEST(SimtMath, DeviceFunctions) {
  EXPECT_FLOAT_EQ(0.5f, rsqrtf(4.0f));
  EXPECT_EQ(0x3f800000u, __float_as_uint(1.0f));
  EXPECT_EQ(1.0f, __uint_as_float(0x3f800000u));
  EXPECT_EQ(2.0f, max(NAN, 2.0f)) << "a NaN loses";
  EXPECT_EQ(-3, min(-3, 2));
  EXPECT_EQ(1, __ffs(1));
  EXPECT_EQ(4.0f, make_float4(1, 2, 3, 4).w);
}

// A launch from a thread of the user's own: its fibres end with it.
TEST(SimtLaunch, FromShortLivedThreads) {
  for (int repetition = 0; repetition < 10; ++repetition) {
    std::vector<unsigned> out(512);
    int error = -1;
    std::thread([&] {
      omp_set_num_threads(1);
      error = launch(Cooperation::block, number, 4, 128, 0, nullptr, out.data(), 512u);
    }).join();
    ASSERT_EQ(0, error);
    EXPECT_EQ(4511u, out.back());
  }
}

__global__ void synchronise_ten_times(float* out) {
  float value = 0.0f;
  for (int i = 0; i < 10; ++i) {
    value += out[threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = value;
}

/// Of a processor, by this thread.
double processor_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The shortest of many runs: other programs may share the machine.
double shortest_s(const auto& work) {
  double shortest = INFINITY;
  for (int i = 0; i < 100; ++i) {
    const double start = processor_s();
    work();
    shortest = std::min(shortest, processor_s() - start);
  }
  return shortest;
}

// The bounds are an order of magnitude above what a slow core needs, sanitizers included: they
// catch a stack that is made anew for every thread, not a slow day.
TEST(SimtOverhead, IsBounded) {
  const int threads_before = omp_get_max_threads();
  omp_set_num_threads(1);
  constexpr unsigned n = 1 << 17;
  std::vector<unsigned> out(n);
  const double alone = shortest_s([&] {
    ASSERT_EQ(0, launch(Cooperation::none, number, n / 128, 128, 0, nullptr, out.data(), n));
  });
  std::vector<float> values(128, 1.0f);
  const double together = shortest_s([&] {
    ASSERT_EQ(0,
              launch(Cooperation::block, synchronise_ten_times, 1, 128, 0, nullptr, values.data()));
  });
  omp_set_num_threads(threads_before);
  const double thread_ns = alone / n * 1e9;
  const double barrier_ns = together / (128 * 10) * 1e9;
  std::printf("a thread alone: %.2f ns; a barrier: %.0f ns per thread\n", thread_ns, barrier_ns);
  EXPECT_LT(thread_ns, 100);
  EXPECT_LT(barrier_ns, 5000);
}

#ifdef __SANITIZE_ADDRESS__

__global__ void write_dynamic_shared(unsigned index) {
  gpu::dynamic_shared<unsigned>()[index] = threadIdx.x;
}

__global__ void write_static_shared(unsigned index, unsigned* out) {
  __shared__ unsigned shared[64];
  shared[index] = threadIdx.x;
  out[threadIdx.x] = shared[0];
}

__global__ void write_local(unsigned index, unsigned* out) {
  volatile unsigned local[8] = {};
  volatile unsigned* volatile escaped = local;
  __syncthreads();
  escaped[index] = 1;
  *out = local[0];
}

class SimtSanitizer : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(SimtSanitizer, SeesAnAccessBeyondDynamicSharedMemory) {
  for (const Cooperation cooperation : {Cooperation::none, Cooperation::block}) {
    EXPECT_EQ(0, launch(cooperation, write_dynamic_shared, 1, 32, 64, nullptr, 15u));
    EXPECT_DEATH(launch(cooperation, write_dynamic_shared, 1, 32, 64, nullptr, 16u),
                 "heap-buffer-overflow");
  }
}

TEST_F(SimtSanitizer, SeesAnAccessBeyondAStaticSharedArray) {
  unsigned out[32];
  EXPECT_EQ(0, launch(Cooperation::block, write_static_shared, 1, 32, 0, nullptr, 63u, out));
  EXPECT_DEATH(launch(Cooperation::block, write_static_shared, 1, 32, 0, nullptr, 64u, out),
               "out of bounds");
}

TEST_F(SimtSanitizer, SeesAnAccessBeyondAnArray) {
  std::vector<unsigned> out(100);
  EXPECT_DEATH(launch(Cooperation::block, number, 1, 128, 0, nullptr, out.data(), 128u),
               "heap-buffer-overflow");
}

TEST_F(SimtSanitizer, SeesAnAccessBeyondALocalArrayOnAFibre) {
  unsigned out = 0;
  EXPECT_EQ(0, launch(Cooperation::block, write_local, 1, 2, 0, nullptr, 7u, &out));
  EXPECT_DEATH(launch(Cooperation::block, write_local, 1, 2, 0, nullptr, 8u, &out),
               "stack-buffer-overflow");
}

#endif

}  // namespace
