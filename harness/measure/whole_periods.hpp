// Samples that cover whole periods between rebuilds that displacements demand.
#pragma once

#include <cstdint>

#include "harness/stepping/system.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// A list that lasts longer than so many times the cycles that the policy asks of a block is
/// charged one rebuild in as many: its steps then cost no more than they are told to.
inline constexpr std::uint64_t most_blocks_of_a_period = 4;

/// Cycles from the start on, where the first step rebuilds, until just before a cycle that
/// rebuilds: whole periods, to within a cycle. As many as the policy asks for, and then until a
/// period ends. Leaves the system behind them, with its graphs captured. Throws CapacityExceeded,
/// Diverged, DeviceError, Interrupted.
std::uint64_t cycles_of_whole_periods(System& system, const Start& start,
                                      const MeasuringPolicy& policy);

}  // namespace sphlab
