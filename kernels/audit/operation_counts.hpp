// How much slower: the tuning parameter of the strategies that can be slowed down.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>

#include "kernels/abi/tuning_parameter.hpp"

namespace sphlab {

/// 0, 1, 2, ...: the count is no template argument, so any that a parameter can name will do.
inline constexpr auto operation_counts = [] {
  std::array<std::uint32_t, 4096> counts{};
  std::iota(counts.begin(), counts.end(), 0u);
  return counts;
}();

/// Multiply-adds per target, see Delayed.
inline constexpr TuningParameter operation_count{
    "extra", operation_counts.data(), static_cast<std::uint32_t>(operation_counts.size()), 0};

}  // namespace sphlab
