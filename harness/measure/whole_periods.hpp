// Samples that cover whole periods between rebuilds that displacements demand.
#pragma once

#include <cstdint>

#include "harness/stepping/system.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Most cycles of a period, over those that the policy asks of a block. A list that lasts longer is
/// charged a rebuild nevertheless: its steps cost no more than is told.
inline constexpr std::uint64_t most_blocks_of_a_period = 4;

/// Counts the cycles from the start, where the first step rebuilds, until just before one that
/// rebuilds: as many as the policy asks for, and on until a period ends. Leaves the system behind
/// them, with its graphs captured. Throws CapacityExceeded,
/// Diverged, DeviceError, Interrupted.
std::uint64_t cycles_of_whole_periods(System& system, const Start& start,
                                      const MeasuringPolicy& policy);

}  // namespace sphlab
