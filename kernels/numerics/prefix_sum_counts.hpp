// How often the block's prefix sums synchronise and add (catalogue O4), and what paper C counts
// (section 6). Tests hold the first against what the kernels do.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/abi/host_device.hpp"

namespace sphlab {

/// Numbers that blelloch_prefix_sum() needs: the power of two not below n, 1 at least.
SPHLAB_HOST_DEVICE constexpr std::uint32_t blelloch_length(std::uint32_t n) {
  std::uint32_t length = 1;
  while (length < n) length *= 2;
  return length;
}

/// Levels of the binary tree over n >= 1 values, the paper's h: ceil(log2(n + 1)).
constexpr std::uint32_t levels_of_tree(std::uint32_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n));
}

/// Of prefix_sum_in_place(), n >= 4: the topmost level of the way down is empty where n is below
/// 3/4 of the next power of two, but it is waited for.
constexpr std::uint32_t in_place_synchronisations(std::uint32_t n) {
  return 2 * levels_of_tree(n) - 2;
}
constexpr std::uint32_t in_place_updates(std::uint32_t n) {
  return (n - static_cast<std::uint32_t>(std::popcount(n))) + (n - levels_of_tree(n));
}

/// What the paper counts for the same: one synchronisation less, and on the way up as many updates
/// as a power of two has.
constexpr std::uint32_t paper_synchronisations(std::uint32_t n) {
  return 2 * levels_of_tree(n) - 3;
}
constexpr std::uint32_t paper_updates(std::uint32_t n) {
  return (n - 1) + (n - levels_of_tree(n));
}

/// Of blelloch_prefix_sum(), n >= 1.
constexpr std::uint32_t blelloch_synchronisations(std::uint32_t n) {
  return 2 * (levels_of_tree(blelloch_length(n)) - 1) + 2;
}
constexpr std::uint32_t blelloch_updates(std::uint32_t n) {
  return 2 * (blelloch_length(n) - 1);
}

/// What the paper counts for Blelloch's.
constexpr std::uint32_t paper_blelloch_synchronisations(std::uint32_t n) {
  return 2 * levels_of_tree(n);
}

}  // namespace sphlab
