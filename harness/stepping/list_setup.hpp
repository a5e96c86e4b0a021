// Sets up the list of a run: radius, cells and slots, by the scenario and a rebuild policy.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/scenarios/rebuild_policy.hpp"
#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// Radius, cells and slots of a run's list, and when it is rebuilt.
struct ListSetup {
  RebuildTrigger trigger = RebuildTrigger::interval;
  std::uint32_t interval = 1;  ///< steps of a cycle; where the trigger is an interval, that
  double expansion = 1;        ///< radius over the influence radius
  double radius = 0;           ///< within which particles are in the list [m]
  /// A rebuild is due once a particle has moved further [m]: half the skin, less what rounding may
  /// hide. 0 where the trigger is an interval.
  double displacement_limit = 0;
  Grid grid{};  ///< of the run: no cell is smaller than 1/grid.reach of the list's radius
  /// Slots per particle of each part of the list but the second of a split one, a multiple of
  /// list_batch.
  std::uint32_t capacity = 0;
  /// Slots per particle of that, which a third and a fourth type fill.
  std::uint32_t second_capacity = 0;

  /// Slots per particle of each region of a list in some format.
  ListSlots slots(ListFormat format, TypeMask types) const {
    const bool divided = list_parts(format, types) > list_regions(format, types);
    return {divided ? capacity + second_capacity : capacity, capacity};
  }

  bool on_demand() const { return trigger == RebuildTrigger::displacement; }
};

/// Sets up the list by `rebuild`, or by the scenario's own policy where that is nothing.
///
/// @param cells_per_radius as Variant::cells_per_radius.
/// With a skin, derived capacities grow with the volume of the list's sphere; those that the
/// scenario's file gives are kept, and may turn out too short.
/// Throws InputError for a displacement in a scenario in which nothing moves, and for a skin where
/// the force of a wall reaches beyond the influence radius: there a list without one cuts it off.
/// Throws InputError for cells that are too many.
ListSetup set_up_list(const Scenario& scenario, const std::optional<RebuildPolicy>& rebuild,
                      std::uint32_t cells_per_radius = 1);

}  // namespace sphlab
