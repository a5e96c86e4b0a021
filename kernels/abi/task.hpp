// A task: targets that share their sources, prepared on the device.
#pragma once

#include <cstdint>

namespace sphlab {

/// Targets of a task at most: threads of a team.
inline constexpr std::uint32_t most_task_targets = 32;

/// Consecutive particles of one cell (paper E, 3). Tasks 2i and 2i + 1 of the array that are of one
/// cell may be merged: they share their sources, and their ranges are those of both (4.3).
///
/// Ranges are of the slabs along x and the columns along z into which the order cuts the cell,
/// counted from its lower corner; 0 where it cuts none.
struct alignas(16) Task {
  std::uint32_t cell;    ///< its place in the order
  std::uint32_t first;   ///< first target
  std::uint8_t targets;  ///< from 1 to most_task_targets
  std::uint8_t merged;   ///< 1 or 0
  std::uint8_t x_min, x_max, z_min, z_max;
};

}  // namespace sphlab
