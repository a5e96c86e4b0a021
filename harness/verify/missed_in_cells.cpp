#include "harness/verify/missed_in_cells.hpp"

#include <algorithm>

#include "harness/interrupt.hpp"
#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {
namespace {

/// The cell of each live particle, as the last rebuild has sorted them.
std::vector<CellCoordinates> cells_of(std::size_t live,
                                      const std::vector<std::uint32_t>& cell_begin,
                                      const Grid& grid, const CellPlaces& places) {
  std::vector<CellCoordinates> cells(live);
  for (std::uint32_t place = 0; place < grid.count; ++place) {
    const std::uint32_t cell = places.cell_at(place);
    const CellCoordinates at{static_cast<std::int32_t>(cell % grid.cells.x),
                             static_cast<std::int32_t>(cell / grid.cells.x % grid.cells.y),
                             static_cast<std::int32_t>(cell / grid.cells.x / grid.cells.y)};
    const std::size_t end = std::min<std::size_t>(live, cell_begin[place + 1]);
    for (std::size_t i = cell_begin[place]; i < end; ++i) cells[i] = at;
  }
  return cells;
}

}  // namespace

MissedPairs missed_in_cells(const ParticleState& state, std::size_t live,
                            const std::vector<std::uint32_t>& cell_begin, const Grid& grid,
                            const CellPlaces& places, float radius, TypeMask targets,
                            double most_candidates) {
  const double certain = static_cast<double>(radius) * radius - borderline_width(radius);
  const JudgedParticles judged = JudgedParticles::by_candidates(
      live, candidate_pairs(state, live, grid, targets), most_candidates);
  const CellSearch search(state, live, radius);
  const std::vector<CellCoordinates> cells = cells_of(live, cell_begin, grid, places);
  std::uint64_t pairs = 0;
  std::uint64_t missed = 0;
#pragma omp parallel for num_threads(all_threads()) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs, missed)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
      if (r2 >= certain) return;
      ++pairs;
      if (!in_reach(grid, state.period, cells[i], cells[j])) ++missed;
    });
  }
  stop_if_requested();
  return {judged.over_all(pairs), judged.over_all(missed)};
}

std::optional<MissedPairs> missed_in_cells_at_end_of_cycle(Simulation& simulation,
                                                           const Scenario& scenario,
                                                           double most_candidates) {
  if (scenario.time_stepping == TimeStepping::none || simulation.bytes_of_list() > 0)
    return std::nullopt;
  const EndOfCycle end = end_of_cycle(simulation, scenario);
  const Grid& grid = simulation.list_setup().grid;
  const CellPlaces places(grid, strategy_of_stage(simulation, describe(Stage::hash).name));
  return missed_in_cells(end.state, end.live, simulation.download_cell_begin(), grid, places,
                         static_cast<float>(scenario.influence_radius),
                         target_types(scenario.physics), most_candidates);
}

}  // namespace sphlab
