// Measures what a device reaches of each limit (kernels/abi/limit.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Samples of each limit, after two calls that are not measured.
inline constexpr std::uint32_t samples_of_a_limit = 20;

/// Memory that the measurement of a limit works in [bytes]: that of `copy` is beyond every cache,
/// and a quarter at most of what is free.
std::size_t memory_for_limit(const Runtime& runtime, Limit limit);

/// Samples of one limit, in the order in which they were taken.
struct LimitSamples {
  double work = 0;                 ///< of one sample, in the limit's unit
  std::vector<double> per_second;  ///< work over time
  std::vector<std::optional<double>> clock_mhz;
};

/// Measures a limit in `bytes` of memory. Launches are taken from a graph where the runtime has
/// graphs. Throws Error(verification) where what is left in memory is not what the kernel has to
/// leave there, OutOfMemory, DeviceError, Interrupted.
LimitSamples measure_limit(Runtime& runtime, Limit limit, std::size_t bytes);

}  // namespace sphlab
