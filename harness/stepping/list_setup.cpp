#include "harness/stepping/list_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/error.hpp"
#include "harness/scenarios/cell_grid.hpp"
#include "harness/scenarios/periodic_box.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {
namespace {

std::uint32_t expanded_capacity(const Scenario& scenario, double expansion) {
  if (scenario.list_capacity_given || expansion == 1) return scenario.list_capacity;
  const double slots = scenario.list_capacity * expansion * expansion * expansion;
  return static_cast<std::uint32_t>(std::ceil(slots / list_batch) * list_batch);
}

/// What single precision may hide of a displacement: coordinates are rounded to half a unit in the
/// last place at each end, and two distances to a few units of theirs.
double hidden_by_rounding(const Grid& grid, double radius) {
  const double side = 1 / static_cast<double>(grid.inverse_side);
  const auto reach = [side](float origin, unsigned cells) {
    const auto low = static_cast<double>(origin);
    return std::max(std::abs(low), std::abs(low + cells * side));
  };
  const double furthest =
      std::max({reach(grid.origin.x, grid.cells.x), reach(grid.origin.y, grid.cells.y),
                reach(grid.origin.z, grid.cells.z)});
  constexpr double unit = 1.0 / (1 << 23);
  return unit * (2 * furthest + 8 * radius);
}

double displacement_limit(const Scenario& scenario, const ListSetup& setup) {
  const double limit =
      (setup.radius - scenario.influence_radius) / 2 - hidden_by_rounding(setup.grid, setup.radius);
  if (limit > 0) return limit;
  throw InputError(
      fmt::format("scenario '{}': list_life.expansion: {} leaves a skin that single precision "
                  "cannot tell in this domain. Enlarge it.",
                  scenario.name, setup.expansion));
}

void require_possible(const Scenario& scenario, const ListSetup& setup) {
  if (setup.on_demand() && scenario.time_stepping == TimeStepping::none) {
    throw InputError(
        fmt::format("scenario '{}' has no time stepping, so nothing moves in it and no "
                    "displacement can demand a rebuild: use a list_life with an interval",
                    scenario.name));
  }
  const bool wall_cut_off =
      static_cast<double>(scenario.wcsph.wall_distance) > scenario.influence_radius;
  if (setup.expansion > 1 && wall_cut_off) {
    throw InputError(fmt::format(
        "scenario '{}': physics.wall_distance_ratio: the walls reach {} m, beyond the "
        "influence radius of {} m, which a list with a skin (list_life.expansion {}) "
        "would let them. Shorten their reach, or leave the expansion at 1.",
        scenario.name, scenario.wcsph.wall_distance, scenario.influence_radius, setup.expansion));
  }
}

Grid grid_of_list(const Scenario& scenario, double expansion, std::uint32_t cells_per_radius) {
  if (cells_per_radius < 1 || cells_per_radius > most_cells_per_radius) {
    throw InputError(fmt::format("cells_per_radius: {} is not from 1 to {}", cells_per_radius,
                                 most_cells_per_radius));
  }
  if (expansion == 1 && cells_per_radius == 1) return scenario.grid;
  const std::string source =
      fmt::format("scenario '{}' with list_life.expansion {} and cells_per_radius {}",
                  scenario.name, expansion, cells_per_radius);
  return fitted_to_box(refitted_grid(scenario.grid, expansion, cells_per_radius, source),
                       scenario.period, expansion * scenario.influence_radius, source);
}

}  // namespace

ListSetup set_up_list(const Scenario& scenario, const std::optional<RebuildPolicy>& rebuild,
                      std::uint32_t cells_per_radius) {
  ListSetup setup;
  setup.interval = scenario.list_interval;
  if (rebuild) {
    setup.trigger = rebuild->trigger;
    setup.interval = rebuild->interval.value_or(scenario.list_interval);
    setup.expansion = rebuild->expansion;
    require_possible(scenario, setup);
  }
  setup.capacity = expanded_capacity(scenario, setup.expansion);
  setup.second_capacity = scenario.second_list_capacity.value_or(setup.capacity);
  setup.radius = setup.expansion * scenario.influence_radius;
  setup.grid = grid_of_list(scenario, setup.expansion, cells_per_radius);
  if (setup.on_demand()) setup.displacement_limit = displacement_limit(scenario, setup);
  return setup;
}

}  // namespace sphlab
