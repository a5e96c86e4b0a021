// Prefix sums by the threads of a block, as a device runs them (catalogue O4): what the benchmark
// launches. block_sums.cu implements it for one kind of device.
#pragma once

#include <cstdint>

namespace sphlab {

enum class SumAlgorithm {
  in_place,  ///< prefix_sum_in_place(): paper C, code 1. Inclusive
  blelloch,  ///< blelloch_prefix_sum(). Exclusive
  vendor,    ///< gpu::block_exclusive_sum(): CUB's or rocPRIM's. Exclusive
};

/// A launch of `blocks` blocks, each of which sums an array of its own in shared memory.
struct SumLaunch {
  SumAlgorithm algorithm = SumAlgorithm::in_place;
  std::uint32_t length = 0;   ///< of the array, 1 to longest_sum
  std::uint32_t threads = 0;  ///< of a block
  std::uint32_t blocks = 1;
  std::uint32_t repeats =
      1;  ///< sums of sums of sums, in place; only the time means something then
};

inline constexpr std::uint32_t longest_sum = 4096;

/// Threads of a block that the benchmark tries.
inline constexpr std::uint32_t sum_threads[] = {32, 128, 512, 1024};

/// Whether there is a kernel for the launch: the vendor's scan is compiled for 1, 2, 4, 8 and 16
/// values per thread, and not at all for the host executor.
bool can_sum(const SumLaunch& launch);

/// Enqueues it. @param values device memory, launch.length numbers. @param sums device memory,
/// launch.blocks * launch.length, which gets the sums of each block.
/// Returns 0 or a code of sum_error_text().
int enqueue_sums(const SumLaunch& launch, const std::uint32_t* values, std::uint32_t* sums,
                 void* stream);

const char* sum_error_text(int code);

}  // namespace sphlab
