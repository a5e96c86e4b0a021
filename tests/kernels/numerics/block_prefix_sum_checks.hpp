// The block's prefix sums on the host executor. The including test defines SPHLAB_WARP_WIDTH.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <numeric>
#include <vector>

#include "kernels/gpu/gpu.cuh"

namespace sphlab::test {
inline std::atomic<unsigned> barriers{0};
}

// counts the barriers that one thread meets in what is included below
#define __syncthreads()                                     \
  do {                                                      \
    if (threadIdx.x == 0) ++sphlab::test::barriers;         \
    sphlab::gpu::simt::block_barrier({__FILE__, __LINE__}); \
  } while (false)
#include "kernels/numerics/blelloch_prefix_sum.cuh"
#include "kernels/numerics/block_prefix_sum.cuh"
#undef __syncthreads

namespace sphlab::test {

inline std::atomic<unsigned> updates{0};

/// A number that counts how often it is added to.
struct Counted {
  unsigned value;
  Counted& operator+=(const Counted& other) {
    ++updates;
    value += other.value;
    return *this;
  }
};

__global__ void prefix_sum(Counted* values, unsigned n) {
  prefix_sum_in_place(values, n);
}

/// Sums of the prefixes of n numbers by the kernel. Neither values nor sums repeat.
inline std::vector<unsigned> sums_of_block(unsigned n, unsigned threads) {
  std::vector<Counted> values(n);
  for (unsigned k = 0; k < n; ++k) values[k].value = 3 * k + 1;
  EXPECT_EQ(
      gpu::launch(gpu::Cooperation::block, prefix_sum, 1, threads, 0, nullptr, values.data(), n),
      0);
  std::vector<unsigned> sums;
  for (const Counted& value : values) sums.push_back(value.value);
  return sums;
}

inline std::vector<unsigned> right_sums(unsigned n) {
  std::vector<unsigned> sums(n);
  for (unsigned k = 0; k < n; ++k) sums[k] = 3 * k + 1;
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  return sums;
}

inline unsigned floor_log2(unsigned n) {
  return static_cast<unsigned>(std::bit_width(n)) - 1;
}

TEST(BlockPrefixSum, OfEveryLength) {
  for (unsigned n = 0; n <= 4096; ++n) ASSERT_EQ(sums_of_block(n, 64), right_sums(n)) << n;
}

TEST(BlockPrefixSum, ByAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 7u, 32u, 100u, 256u, 1024u}) {
    for (const unsigned n : {1u, 2u, 3u, 12u, 31u, 32u, 33u, 767u, 768u, 1000u, 1024u, 2049u})
      ASSERT_EQ(sums_of_block(n, threads), right_sums(n)) << n << " by " << threads;
  }
}

// Paper C counts N - 1 updates up, which is so for powers of two, and N - h down, with
// h = ceil(log2(N + 1)): 11 for its example of 8, not 10. It counts 2 h - 3 synchronisations, where
// its listing has 2 h - 2: the topmost level of the way down is empty where N is below 3/4 of the
// next power of two, but it is waited for.
TEST(BlockPrefixSum, CountsOfThePaper) {
  for (unsigned n = 4; n <= 1024; ++n) {
    barriers = 0;
    updates = 0;
    sums_of_block(n, 64);
    ASSERT_EQ(updates, in_place_updates(n)) << n;
    ASSERT_EQ(barriers, in_place_synchronisations(n)) << n;
    ASSERT_EQ(barriers, paper_synchronisations(n) + 1) << n;
    ASSERT_EQ(updates == paper_updates(n), std::has_single_bit(n)) << n;
  }
}

__global__ void exclusive_prefix_sum(Counted* values, unsigned n) {
  blelloch_prefix_sum(values, n);
}

/// Exclusive sums of n numbers by Blelloch's kernel, which must not rely on what stands behind
/// them.
inline std::vector<unsigned> exclusive_sums_of_block(unsigned n, unsigned threads) {
  std::vector<Counted> values(blelloch_length(n), Counted{0xabababab});
  for (unsigned k = 0; k < n; ++k) values[k].value = 3 * k + 1;
  EXPECT_EQ(gpu::launch(gpu::Cooperation::block, exclusive_prefix_sum, 1, threads, 0, nullptr,
                        values.data(), n),
            0);
  std::vector<unsigned> sums;
  for (unsigned k = 0; k < n; ++k) sums.push_back(values[k].value);
  return sums;
}

inline std::vector<unsigned> right_exclusive_sums(unsigned n) {
  std::vector<unsigned> sums = right_sums(n);
  for (unsigned k = 0; k < n; ++k) sums[k] -= 3 * k + 1;
  return sums;
}

TEST(BlellochPrefixSum, OfEveryLength) {
  for (unsigned n = 0; n <= 4096; ++n)
    ASSERT_EQ(exclusive_sums_of_block(n, 64), right_exclusive_sums(n)) << n;
}

TEST(BlellochPrefixSum, ByAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 7u, 32u, 100u, 256u, 1024u}) {
    for (const unsigned n : {1u, 2u, 3u, 12u, 31u, 32u, 33u, 1000u, 1024u, 2049u})
      ASSERT_EQ(exclusive_sums_of_block(n, threads), right_exclusive_sums(n))
          << n << " by " << threads;
  }
}

// The way down adds as often as the way up; moving the other half is no addition.
TEST(BlellochPrefixSum, SynchronisesAndAddsAsOftenAsItSays) {
  for (unsigned n = 1; n <= 1024; ++n) {
    barriers = 0;
    updates = 0;
    exclusive_sums_of_block(n, 64);
    ASSERT_EQ(updates, blelloch_updates(n)) << n;
    ASSERT_EQ(barriers, blelloch_synchronisations(n)) << n;
  }
}

/// The paper's algorithm 6, its pseudo-code to the letter: the way down begins at js / 4.
inline void algorithm_6(std::vector<unsigned>& prefix) {
  const unsigned n = static_cast<unsigned>(prefix.size());
  unsigned js = 2;
  for (; js <= n; js *= 2) {
    for (unsigned k = js - 1; k < n; k += js) prefix[k] += prefix[k - js / 2];
  }
  for (js = std::max(4u, js / 4); js > 1; js /= 2) {
    for (unsigned k = js + js / 2 - 1; k < n; k += js) prefix[k] += prefix[k - js / 2];
  }
}

// Which is why the kernel follows the listing instead.
TEST(BlockPrefixSum, Algorithm6IsWrongFromThreeQuartersOfAPowerOfTwoOn) {
  for (unsigned n = 1; n <= 4096; ++n) {
    std::vector<unsigned> values(n);
    for (unsigned k = 0; k < n; ++k) values[k] = 3 * k + 1;
    algorithm_6(values);
    const unsigned power = 1u << floor_log2(n);
    const bool misses_a_level = power >= 8 && 2 * n >= 3 * power;
    ASSERT_EQ(values != right_sums(n), misses_a_level) << n;
  }
}

}  // namespace sphlab::test
