// Runs a system until the order in memory that its rebuilds leave changes no more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/system.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Cycles of a group on the way to a settled order, and the least that it takes: two that capture
/// graphs, and two groups to compare.
inline constexpr std::uint64_t cycles_of_an_order_group = 3;
inline constexpr std::uint64_t least_cycles_to_an_order = 2 + 2 * cycles_of_an_order_group;
/// Most change between two groups of a steady order: of the distance of neighbours in memory, and
/// of the time of a cycle on a device.
inline constexpr double steady_distance = 0.005;
inline constexpr double steady_time = 0.005;

/// An order that cycles of a system have left.
struct SettledOrder {
  std::uint64_t steps = 0;  ///< that it took
  bool steady = false;      ///< whether order and time changed no more at the end of them
  /// In this order; nothing where the system could not go on before a group was over.
  std::optional<std::vector<std::uint32_t>> identities;
};

/// Most cycles to a settled order: as many as are measured, least_cycles_to_an_order at least.
std::uint64_t most_cycles_to_an_order(const MeasuringPolicy& policy);

/// Runs whole cycles from the start on until neither order nor time drifts. A sort that keeps,
/// within a cell, the order that it finds would otherwise be timed on the way from another
/// variant's order to its own. What such a sort remembers longer is no drift within a block.
///
/// Where the system cannot go on, it ends with the order before. Waits for the device. Throws
/// DeviceError, Interrupted. @param most_cycles as above.
SettledOrder settle_order(Runtime& runtime, SortedSystem& system, const Start& start,
                          std::uint64_t most_cycles);

}  // namespace sphlab
