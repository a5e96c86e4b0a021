// Counts the neighbours of a state's targets, which shows how disordered it is.
#pragma once

#include <cstdint>
#include <vector>

namespace sphlab {

/// Neighbours of a target; percentiles by the nearest rank.
struct NeighbourSpread {
  double mean = 0;
  std::uint32_t p05 = 0;
  std::uint32_t p95 = 0;
};

/// Number that stands for a particle that is no target.
inline constexpr std::uint32_t no_target = 0xffffffffu;

/// @param neighbours of each particle, or no_target. All zero where there is no target.
NeighbourSpread spread_of(const std::vector<std::uint32_t>& neighbours);

}  // namespace sphlab
