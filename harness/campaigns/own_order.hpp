// Brings the particles of a state into the order in memory that a contender's own rebuilds leave.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/stepping/saved_state.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/suites/suite.hpp"

namespace sphlab {

/// Cycles of a group on the way to an own order, and the least that it takes: two that capture
/// graphs, and two groups to compare.
inline constexpr std::uint64_t cycles_of_an_order_group = 3;
inline constexpr std::uint64_t least_cycles_to_an_order = 2 + 2 * cycles_of_an_order_group;
/// Most change between two groups of a steady order: of the distance of neighbours in memory, and
/// of the time of a cycle on a device.
inline constexpr double steady_distance = 0.005;
inline constexpr double steady_time = 0.005;

/// A state with its particles in the order that steps of a variant have left.
struct OwnOrder {
  std::uint64_t steps = 0;  ///< that it took
  bool steady = false;      ///< whether order and time changed no more at the end of them
  SavedState state;         ///< the same particles, on the device where that has room
};

/// The same particles, those of `identities` in this order. Throws std::invalid_argument where
/// these are not the particles of the state.
ParticleState in_order_of(const ParticleState& state, const std::vector<std::uint32_t>& identities);

/// The mean distance of two particles that follow each other in memory [m]: what a sort keeps of
/// the order before it shows in it, and it is the same on a busy machine.
double distance_in_memory(const std::vector<float4>& position);

/// Most cycles to an own order: as many as are measured of the contender, least_cycles_to_an_order
/// at least.
std::uint64_t most_cycles_to_an_order(const MeasuringPolicy& policy);

/// Steps from `state` on in whole cycles until neither order nor time drifts, and puts the state's
/// particles into the order that this has left. A sort that keeps, within a cell, the order that it
/// finds would otherwise be timed on the way from another variant's order to its own. What such a
/// sort remembers longer is no drift within a block.
///
/// Where particles are lost or something overflows on the way, it ends with the order before. Waits
/// for the device. Throws DeviceError, Interrupted. @param most_cycles as above.
OwnOrder own_order(Runtime& runtime, Simulation& simulation, const SavedState& state,
                   std::uint64_t most_cycles);

/// Makes the order of a record again: that which just so many steps leave, in whole cycles. Throws
/// as advance_cycles().
SavedState order_after(Runtime& runtime, Simulation& simulation, const SavedState& state,
                       std::uint64_t steps);

/// Keeps the own orders of a state. Simulations whose rebuilds sort alike share one, so that they
/// are compared on the same particles in the same places, and at less cost.
class OwnOrders {
 public:
  /// own_order() of the first simulation of its kind. @param state the same for all, until
  /// forget().
  std::shared_ptr<const OwnOrder> of(Runtime& runtime, Simulation& simulation,
                                     const SavedState& state, std::uint64_t most_cycles);
  /// Order that is there already; nullptr: none.
  std::shared_ptr<const OwnOrder> find(const Simulation& simulation) const;
  void forget() { orders_.clear(); }

 private:
  std::map<std::string, std::shared_ptr<const OwnOrder>> orders_;  ///< by what decides on them
};

}  // namespace sphlab
