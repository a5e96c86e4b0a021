// What must hold at any width of a warp: included by one test file a width, which defines
// SPHLAB_WARP_WIDTH.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/simt/simt.cuh"
#include "tests/kernels/simt/order_scope.hpp"

namespace {

using sphlab::gpu::Cooperation;
using sphlab::gpu::LaneMask;
namespace gpu = sphlab::gpu;

constexpr unsigned width = gpu::warp_width;
constexpr unsigned block_size = 4 * width;

constexpr LaneMask lower_half = (LaneMask{1} << (width / 2)) - 1;
constexpr LaneMask upper_half = gpu::full_mask ^ lower_half;

template <typename Kernel, typename... Args>
int launch_block(Kernel kernel, unsigned grid, unsigned block, Args... args) {
  return gpu::launch(Cooperation::block, kernel, grid, block, 0, nullptr, args...);
}

__global__ void sum_blocks(const float* values, unsigned n, float* sums) {
  __shared__ float of_warp[block_size / width];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? values[i] : 0.0f;
  for (unsigned d = width / 2; d > 0; d /= 2) sum += gpu::shuffle_down(sum, d);
  if (gpu::lane() == 0) of_warp[threadIdx.x / width] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / width; ++warp) sum += of_warp[warp];
  sums[blockIdx.x] = sum;
}

__global__ void prefix_sum(const int* values, int* sums) {
  int* shared = gpu::dynamic_shared<int>();
  const unsigned t = threadIdx.x;
  shared[t] = values[t];
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const int below = t >= d ? shared[t - d] : 0;
    __syncthreads();
    shared[t] += below;
    __syncthreads();
  }
  sums[t] = shared[t];
}

/// Appends the multiples of three below n, with one atomic per warp. Their order is any.
__global__ void compact(unsigned n, unsigned* count, unsigned* found) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && i % 3 == 0;
  const LaneMask kept = gpu::ballot(keep);
  if (kept == 0) return;
  const unsigned leader = gpu::first_lane(kept);
  unsigned base = 0;
  if (gpu::lane() == leader) base = atomicAdd(count, gpu::population(kept));
  base = gpu::shuffle(base, leader);
  const LaneMask below = (LaneMask{1} << gpu::lane()) - 1;
  if (keep) found[base + gpu::population(kept & below)] = i;
}

class EveryOrder : public testing::TestWithParam<const char*> {
 protected:
  OrderScope order_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Simt, EveryOrder, testing::Values("forward", "reverse", "shuffled"),
                         [](const auto& order) { return std::string(order.param); });

TEST_P(EveryOrder, BlockReduction) {
  constexpr unsigned blocks = 5;
  std::vector<float> values(blocks * block_size - 7);
  std::iota(values.begin(), values.end(), 1.0f);
  std::vector<float> sums(blocks, -1.0f);
  ASSERT_EQ(0, launch_block(sum_blocks, blocks, block_size, values.data(),
                            static_cast<unsigned>(values.size()), sums.data()));
  const auto n = static_cast<float>(values.size());
  EXPECT_EQ(block_size * (block_size + 1) / 2.0f, sums[0]);
  EXPECT_EQ(n * (n + 1) / 2, std::accumulate(sums.begin(), sums.end(), 0.0f));
}

TEST_P(EveryOrder, PrefixSumInSharedMemory) {
  std::vector<int> values(block_size);
  for (unsigned i = 0; i < block_size; ++i) values[i] = static_cast<int>(i * i % 17) - 5;
  std::vector<int> expected(block_size);
  std::partial_sum(values.begin(), values.end(), expected.begin());
  std::vector<int> sums(block_size);
  ASSERT_EQ(0, gpu::launch(Cooperation::block, prefix_sum, 1, block_size, block_size * sizeof(int),
                           nullptr, values.data(), sums.data()));
  EXPECT_EQ(expected, sums);
}

TEST_P(EveryOrder, BallotCompaction) {
  constexpr unsigned n = 10 * block_size - 11;
  unsigned count = 0;
  std::vector<unsigned> found(n, 0);
  ASSERT_EQ(0, launch_block(compact, 10, block_size, n, &count, found.data()));
  ASSERT_EQ((n + 2) / 3, count);
  found.resize(count);
  std::sort(found.begin(), found.end());
  for (unsigned i = 0; i < count; ++i) EXPECT_EQ(3 * i, found[i]);
}

struct Wide {
  double a;
  int b;
};

__global__ void shuffle_all_ways(Wide* direct, unsigned* down, unsigned* up, unsigned* crossed) {
  const unsigned t = threadIdx.x;
  direct[t] = gpu::shuffle(Wide{0.5 * t, -static_cast<int>(t)}, 3 + width);
  down[t] = gpu::shuffle_down(t, 5);
  up[t] = gpu::shuffle_up(t, 5);
  crossed[t] = gpu::shuffle_xor(t, 6);
}

TEST(SimtShuffle, EveryKind) {
  std::vector<Wide> direct(2 * width);
  std::vector<unsigned> down(2 * width), up(2 * width), crossed(2 * width);
  ASSERT_EQ(0, launch_block(shuffle_all_ways, 1, 2 * width, direct.data(), down.data(), up.data(),
                            crossed.data()));
  for (unsigned t = 0; t < 2 * width; ++t) {
    const unsigned third = t / width * width + 3;
    EXPECT_EQ(0.5 * third, direct[t].a);
    EXPECT_EQ(-static_cast<int>(third), direct[t].b);
    EXPECT_EQ(t % width + 5 < width ? t + 5 : t, down[t]);
    EXPECT_EQ(t % width >= 5 ? t - 5 : t, up[t]);
    EXPECT_EQ(t ^ 6, crossed[t]);
  }
}

__global__ void vote(LaneMask* ballots, int* any_odd, int* all_small, int* all_even) {
  const unsigned t = threadIdx.x;
  ballots[t] = gpu::ballot(t % 2 == 1);
  any_odd[t] = gpu::any(t == 1);
  all_small[t] = gpu::all(t < 1000);
  all_even[t] = gpu::all(t % 2 == 0);
}

TEST(SimtVote, PartialLastWarp) {
  constexpr unsigned threads = width + 5;
  std::vector<LaneMask> ballots(threads);
  std::vector<int> any_odd(threads), all_small(threads), all_even(threads);
  ASSERT_EQ(0, launch_block(vote, 1, threads, ballots.data(), any_odd.data(), all_small.data(),
                            all_even.data()));
  const auto odd = static_cast<LaneMask>(0xaaaaaaaaaaaaaaaaull);
  for (unsigned t = 0; t < threads; ++t) {
    EXPECT_EQ(t < width ? odd : odd & 0x1f, ballots[t]) << t;
    EXPECT_EQ(t < width, any_odd[t] != 0) << t;
    EXPECT_TRUE(all_small[t]) << t;
    EXPECT_FALSE(all_even[t]) << t;
  }
}

__global__ void sum_partial_warp(float* sum) {
  float value = 1.0f;
  for (unsigned d = width / 2; d > 0; d /= 2) value += gpu::shuffle_down(value, d);
  if (threadIdx.x == 0) *sum = value;
}

TEST(SimtShuffle, FromALaneThatDoesNotExistIsNotANumber) {
  float sum = 0.0f;
  ASSERT_EQ(0, launch_block(sum_partial_warp, 1, width - 3, &sum));
  EXPECT_TRUE(std::isnan(sum)) << sum;
}

__global__ void vote_by_halves(LaneMask* ballots) {
  const bool odd = threadIdx.x % 2 == 1;
  if (gpu::lane() < width / 2) {
    ballots[threadIdx.x] = gpu::ballot(odd, lower_half);
  } else {
    __syncwarp(upper_half);
    ballots[threadIdx.x] = gpu::ballot(!odd, upper_half);
  }
}

TEST_P(EveryOrder, DisjointMasksVoteApart) {
  std::vector<LaneMask> ballots(width);
  ASSERT_EQ(0, launch_block(vote_by_halves, 1, width, ballots.data()));
  const auto odd = static_cast<LaneMask>(0xaaaaaaaaaaaaaaaaull);
  EXPECT_EQ(odd & lower_half, ballots[0]);
  EXPECT_EQ(static_cast<LaneMask>(~odd) & upper_half, ballots[width - 1]);
}

// Kernels that are wrong, each with what the message must name.

__global__ void vote_in_a_branch(int* out) {
  if (gpu::lane() < width / 2) out[threadIdx.x] = gpu::any(true);
}

__global__ void vote_in_both_branches(int* out) {
  if (gpu::lane() < width / 2) {
    out[threadIdx.x] = gpu::any(true);
  } else {
    out[threadIdx.x] = gpu::all(true);
  }
}

__global__ void vote_on_different_lines(int* out) {
  if (gpu::lane() < width / 2) {
    out[threadIdx.x] = gpu::any(true);
  } else {
    out[threadIdx.x] = gpu::any(true);
  }
}

__global__ void vote_with_different_masks(int* out) {
  const LaneMask mask = gpu::lane() == 0 ? lower_half : gpu::full_mask;
  out[threadIdx.x] = gpu::any(true, mask);
}

__global__ void vote_outside_the_mask(int* out) {
  out[threadIdx.x] = gpu::any(true, lower_half);
}

__global__ void vote_against_barrier(int* out) {
  if (gpu::lane() == 0) {
    __syncthreads();
  } else {
    out[threadIdx.x] = gpu::any(true);
  }
}

struct Wrong {
  const char* name;
  void (*kernel)(int*);
  std::vector<std::string> message;
};

std::string lanes(unsigned first, unsigned last) {
  return std::to_string(first) + (first == last ? "" : "-" + std::to_string(last));
}

const std::string low = lanes(0, width / 2 - 1) + ": waiting at any (";
const std::string high = lanes(width / 2, width - 1) + ": ";

class DivergentVote : public testing::TestWithParam<Wrong> {};
INSTANTIATE_TEST_SUITE_P(
    Simt, DivergentVote,
    testing::Values(
        Wrong{"InABranch", vote_in_a_branch, {"block 0, warp 0: ", low, high + "ended"}},
        Wrong{"InBothBranches", vote_in_both_branches, {low, high + "waiting at all ("}},
        Wrong{"OnDifferentLines", vote_on_different_lines, {low, high + "waiting at any ("}},
        Wrong{"DifferentMasks",
              vote_with_different_masks,
              {"lanes 0: waiting at any (", lanes(1, width - 1) + ": waiting at any ("}},
        Wrong{"OutsideTheMask", vote_outside_the_mask, {"is not in its own mask at any ("}},
        Wrong{"AgainstBarrier",
              vote_against_barrier,
              {"lanes 0: waiting at __syncthreads (", lanes(1, width - 1) + ": waiting at any ("}}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

TEST_P(DivergentVote, IsAnErrorThatNamesTheLanes) {
  std::vector<int> out(2 * width);
  const OrderScope order("reverse");
  const int error = launch_block(GetParam().kernel, 1, 2 * width, out.data());
  ASSERT_EQ(static_cast<int>(gpu::simt::LaunchError::warp_divergence), error);
  const std::string text = gpu::error_text(error);
  EXPECT_NE(std::string::npos, text.find("warp_checks.hpp:")) << text;
  for (const std::string& part : GetParam().message) {
    EXPECT_NE(std::string::npos, text.find(part)) << part << " not in: " << text;
  }
  LaneMask ballot[width];
  EXPECT_EQ(0, launch_block(vote_by_halves, 1, width, ballot)) << "not usable after the error";
}

}  // namespace
