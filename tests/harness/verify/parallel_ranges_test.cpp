// Loops on several threads come to the same as on one.
#include "harness/verify/parallel_ranges.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include "harness/verify/same_bits.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

using test::many_particles;
using test::WithThreads;

TEST(ParallelRanges, RangesCoverAllInOrder) {
  for (const int threads : {1, 2, 5, 16}) {
    const WithThreads with(threads);
    for (const std::size_t particles :
         {std::size_t{0}, std::size_t{1}, least_for_all_threads - 1, least_for_all_threads,
          least_for_all_threads + 7, many_particles}) {
      const std::vector<HostRange> ranges = host_ranges(particles);
      EXPECT_EQ(ranges.size(), particles < least_for_all_threads ? 1u : unsigned(threads));
      std::size_t end = 0;
      for (const HostRange& range : ranges) {
        EXPECT_EQ(range.begin, end);
        EXPECT_LE(range.end - range.begin, particles / ranges.size() + 1);
        end = range.end;
      }
      EXPECT_EQ(end, particles);
    }
  }
}

TEST(ParallelRanges, RangesRunSideBySide) {
  const WithThreads with(3);
  std::atomic<int> arrived = 0;
  std::atomic<int> met = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  over_ranges(many_particles, [&](const HostRange&) {
    ++arrived;
    while (arrived < 3 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    if (arrived == 3) ++met;
  });
  EXPECT_EQ(met, 3) << "each has waited for the others";
}

TEST(ParallelRanges, EveryItemIsVisitedOnce) {
  const WithThreads with(5);
  std::vector<int> visits(many_particles);
  over_items(many_particles, [&](std::size_t i) { ++visits[i]; });
  EXPECT_EQ(visits, std::vector<int>(many_particles, 1));
}

struct Sequence {
  std::vector<std::size_t> particles;
  void merge(const Sequence& behind) {
    particles.insert(particles.end(), behind.particles.begin(), behind.particles.end());
  }
};

TEST(ParallelRanges, ResultsAreMergedInOrder) {
  const WithThreads with(5);
  std::vector<std::size_t> expected(many_particles);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(merged_over_items<Sequence>(
                many_particles, [](Sequence& all, std::size_t i) { all.particles.push_back(i); })
                .particles,
            expected);
}

TEST(ParallelRanges, TheFirstFaultyOneIsTheLowest) {
  const WithThreads with(5);
  const auto multiples_of = [](std::size_t n) {
    return faulty_particles(many_particles, [n](std::size_t i) { return i > 0 && i % n == 0; });
  };
  EXPECT_EQ(multiples_of(10'000).count, 4u);
  EXPECT_EQ(multiples_of(10'000).first, 10'000u);
  EXPECT_EQ(multiples_of(40'006).count, 1u);
  EXPECT_EQ(multiples_of(40'006).first, 40'006u);
  EXPECT_EQ(multiples_of(many_particles).count, 0u);
}

TEST(ParallelRanges, TheFirstExceptionLeavesWhenAllHaveEnded) {
  for (const int threads : {1, 5}) {
    const WithThreads with(threads);
    std::atomic<std::size_t> visited = 0;
    try {
      over_items(many_particles, [&](std::size_t i) {
        ++visited;
        if (i % 9000 == 8999) throw std::runtime_error(std::to_string(i));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "8999");
    }
    EXPECT_EQ(visited > 9000u, threads > 1) << "the others go on to their ends";
  }
}

TEST(ParallelRanges, InsideAParallelRegionALoopStaysOnItsThread) {
  std::vector<std::size_t> counts(2);
#pragma omp parallel for num_threads(2)
  for (std::size_t k = 0; k < 2; ++k) {
    const int thread = omp_get_thread_num();
    counts[k] = faulty_particles(many_particles, [&](std::size_t) {
                  return omp_get_ancestor_thread_num(1) == thread;
                }).count;
  }
  EXPECT_EQ(counts, std::vector<std::size_t>(2, many_particles));
}

TEST(SameBits, SeesABitWhereverItIs) {
  const std::vector<float> zeros(many_particles);
  for (const int threads : {1, 5}) {
    const WithThreads with(threads);
    EXPECT_TRUE(same_bits(zeros, zeros));
    for (const std::size_t i : {std::size_t{0}, std::size_t{20'000}, many_particles - 1}) {
      std::vector<float> other = zeros;
      other[i] = -0.0f;
      EXPECT_FALSE(same_bits(zeros, other)) << i;
    }
    EXPECT_FALSE(same_bits(zeros, std::vector<float>(many_particles - 1)));
  }
}

}  // namespace
}  // namespace sphlab
