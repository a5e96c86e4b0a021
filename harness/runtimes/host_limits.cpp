#include "harness/runtimes/host_limits.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "harness/runtimes/own_processors.hpp"

namespace sphlab {
namespace {

// Written once, and compiled for each width of vectors: inlined into functions that may use it.

template <int values>
[[gnu::always_inline]] inline void advance_chains(float factor, float summand, float* end) {
  float x[values];
  for (int k = 0; k < values; ++k) x[k] = static_cast<float>(k);
  for (std::uint32_t step = 0; step < fma_chain; ++step) {
    for (int k = 0; k < values; ++k) x[k] = x[k] * factor + summand;
  }
  float sum = 0;
  for (const float value : x) sum += value;
  *end = sum / values;
}

template <std::size_t width>
[[gnu::always_inline]] inline void sum_words(const std::uint32_t* words, std::uint32_t* sum) {
  constexpr std::size_t count = l1_bytes / sizeof(std::uint32_t);
  std::uint32_t sums[width] = {};
  for (std::uint32_t pass = 0; pass < l1_passes; ++pass) {
    for (std::size_t i = 0; i < count; i += width) {
      for (std::size_t k = 0; k < width; ++k) sums[k] += words[i + k];
    }
    asm volatile("" ::: "memory");  // the next pass loads them anew
  }
  *sum = 0;
  for (const std::uint32_t of_lane : sums) *sum += of_lane;
}

struct Code {
  void (*chains)(float factor, float summand, float* end);
  int values;  ///< that the chains hold: eight vectors
  void (*words)(const std::uint32_t* words, std::uint32_t* sum);
};

void chains_narrow(float factor, float summand, float* end) {
  advance_chains<32>(factor, summand, end);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void chains_avx2(float factor, float summand, float* end) {
  advance_chains<64>(factor, summand, end);
}
[[gnu::target("avx2,fma")]] void words_avx2(const std::uint32_t* words, std::uint32_t* sum) {
  sum_words<64>(words, sum);
}
[[gnu::target("avx512f,fma")]] void chains_avx512(float factor, float summand, float* end) {
  advance_chains<128>(factor, summand, end);
}
[[gnu::target("avx512f")]] void words_avx512(const std::uint32_t* words, std::uint32_t* sum) {
  sum_words<128>(words, sum);
}
#endif

void words_narrow(const std::uint32_t* words, std::uint32_t* sum) {
  sum_words<32>(words, sum);
}

Code widest_code() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {chains_avx512, 128, words_avx512};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {chains_avx2, 64, words_avx2};
#endif
  return {chains_narrow, 32, words_narrow};
}

void copy_in_parallel(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t share = (bytes + threads - 1) / threads;
    const std::size_t begin =
        std::min(bytes, share * static_cast<std::size_t>(omp_get_thread_num()));
    std::memcpy(to + begin, from + begin, std::min(share, bytes - begin));
  }
}

/// Repeats that make a call long enough for the threads' start not to count.
constexpr std::uint32_t repeats = 64;
constexpr std::uint32_t regions = 1000;

/// Each thread has a processor of its own, as it soon has in regions that take time. Where the
/// system may put two threads of empty ones on one processor, it does so at times, and they begin
/// twenty times as fast as any region that computes.
void begin_regions() {
  const OwnProcessors own;
  for (std::uint32_t k = 0; k < regions; ++k) {
#pragma omp parallel
    asm volatile("");
  }
}

}  // namespace

int reach_host_limit(OpenDevice*, Limit limit, void* memory, std::size_t bytes, LimitCall* call) {
  const Code code = widest_code();
  const double threads = omp_get_max_threads();
  const std::size_t half = bytes / 2;
  auto* second = static_cast<std::uint8_t*>(memory) + half;
  switch (limit) {
    case Limit::copy:
      *call = {2.0 * static_cast<double>(half), limit_word};
      copy_in_parallel(second, static_cast<const std::uint8_t*>(memory), half);
      return 0;
    case Limit::fma:
      *call = {2.0 * threads * repeats * fma_chain * code.values, fma_end};
#pragma omp parallel
      for (std::uint32_t k = 0; k < repeats; ++k)
        code.chains(0.5f, 1.0f, reinterpret_cast<float*>(second) + omp_get_thread_num());
      return 0;
    case Limit::l1:
      *call = {threads * repeats * l1_passes * static_cast<double>(l1_bytes), l1_sum(1)};
#pragma omp parallel
      for (std::uint32_t k = 0; k < repeats; ++k)
        code.words(static_cast<const std::uint32_t*>(memory),
                   reinterpret_cast<std::uint32_t*>(second) + omp_get_thread_num());
      return 0;
    case Limit::launch:
      *call = {regions, 0};
      begin_regions();
      return 0;
  }
  return 1;
}

}  // namespace sphlab
