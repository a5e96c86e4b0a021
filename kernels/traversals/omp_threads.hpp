// How many OpenMP threads a strategy of the CPU works with, as a tuning parameter: what speed-up
// threads bring is then one suite's, whose variants are interleaved.
#pragma once

#include <omp.h>

#include <cstdint>
#include <string>

#include "kernels/abi/tuning_parameter.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// 0: all that the process has (OMP_NUM_THREADS).
inline constexpr std::uint32_t thread_counts[] = {0, 1, 2, 3, 4, 8, 16};
inline constexpr TuningParameter thread_parameter = {"threads", thread_counts, 7, 0};

/// Threads that a tuning value stands for.
inline int threads_of(std::uint32_t wanted) {
  return wanted != 0 ? static_cast<int>(wanted) : omp_get_max_threads();
}

/// Refuses more threads than the process has: a figure of sixteen must not show two.
inline int check_threads(std::uint32_t wanted) {
  if (threads_of(wanted) <= omp_get_max_threads()) return 0;
  return refuse("it is to run with " + std::to_string(wanted) + " threads, and this process has " +
                std::to_string(omp_get_max_threads()) + ": set OMP_NUM_THREADS");
}

}  // namespace sphlab
