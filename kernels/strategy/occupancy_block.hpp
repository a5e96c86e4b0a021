// The block size that a kernel's registers and the device's limits ask for (paper D, section 4:
// "maximizing the occupancy of GPU").
//
// It must not be pinned by __launch_bounds__: a compiler that is told the largest block fits the
// registers to it, and the kernel is another one.
#pragma once

#include <string>

#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// The value of a tuning parameter that asks for the block of the highest occupancy.
inline constexpr std::uint32_t block_of_highest_occupancy = 0;
/// It, and fixed sizes; paper D begins with 256.
inline constexpr std::uint32_t blocks_with_occupancy[] = {block_of_highest_occupancy, 64, 128, 256};
inline constexpr TuningParameter occupancy_block_parameter = {"block", blocks_with_occupancy, 4,
                                                              256};
inline constexpr unsigned largest_searched_block = 1024;

/// A block, and which part of the multiprocessor's warps such blocks fill. Negative: the device
/// does not tell.
struct OccupiedBlock {
  unsigned block = 0;
  float occupancy = 0;
};

/// The block with the highest occupancy of those of 1, 2, ... warps up to 1024 threads, the
/// smallest of several; of occupancy 0 where none is resident. Returns 0, or what went wrong.
///
/// @param occupancy_of (block, float* occupancy) -> 0 or an error.
template <class OccupancyOf>
int find_highest_occupancy(unsigned warp, OccupancyOf&& occupancy_of, OccupiedBlock* found) {
  *found = {};
  for (unsigned block = warp; block <= largest_searched_block; block += warp) {
    OccupiedBlock tried{block};
    if (const int error = occupancy_of(block, &tried.occupancy)) return error;
    if (tried.occupancy < 0 || tried.occupancy > found->occupancy) *found = tried;
    if (found->occupancy < 0) return 0;
  }
  return 0;
}

/// Threads of a block of `kernel` for a value of `occupancy_block_parameter`. The search asks the
/// device once a kernel: a launch that is timed must not wait for it. Refuses where there is none.
template <auto kernel>
int block_for(std::uint32_t wanted, unsigned* block) {
  *block = wanted;
  if (wanted != block_of_highest_occupancy) return 0;
  static OccupiedBlock found;  // one thread asks for launches, for one device
  if (found.block == 0) {
    const auto occupancy_of = [](unsigned tried, float* occupancy) {
      KernelAttributes attributes{};
      const int error = gpu::attributes(kernel, tried, 0, &attributes);
      *occupancy = attributes.occupancy;
      return error;
    };
    if (const int error = find_highest_occupancy(gpu::warp_width, occupancy_of, &found))
      return error;
  }
  *block = found.block;
  if (found.occupancy > 0) return 0;
  if (found.occupancy < 0)
    return refuse(
        "block 0 asks for the highest occupancy, and this device tells none; choose a size");
  return refuse("no block of up to " + std::to_string(largest_searched_block) +
                " threads of the kernel fits onto a multiprocessor");
}

}  // namespace sphlab
