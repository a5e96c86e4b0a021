#include "harness/verify/checks_state.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/checks_cells.hpp"
#include "harness/verify/checks_particles.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/same_bits.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {

bool same_cells(const Grid& a, const Grid& b) {
  const auto all = [](const Grid& grid) {
    return std::tuple(grid.origin.x, grid.origin.y, grid.origin.z, grid.inverse_side, grid.cells.x,
                      grid.cells.y, grid.cells.z, grid.count, grid.reach, grid.tile);
  };
  return all(a) == all(b);
}

bool same_bits(const SortedState& a, const SortedState& b) {
  return a.order == b.order && same_cells(a.grid, b.grid) &&
         same_bits(a.cell_begin, b.cell_begin) && same_bits(a.keys, b.keys) &&
         same_bits(a.tile_begin, b.tile_begin) && same_particles(a.particles, b.particles);
}

StateVerdict judge_state(const SortedState& state, const Scenario& scenario) {
  const ParticleState& particles = state.particles;
  const TypeMask targets = target_types(scenario.physics);
  StateVerdict verdict;
  const auto add = [&](Check check) {
    stop_if_requested();
    verdict.checks.push_back(std::move(check));
  };
  add(state_finite(particles));
  add(particles_conserved(particles, scenario.initial.identity));
  add(cells_consistent(particles, state.cell_begin, state.grid,
                       CellPlaces(state.grid, state.order)));
  verdict.sound = std::all_of(verdict.checks.begin(), verdict.checks.end(),
                              [](const Check& check) { return check.passed; });
  if (!verdict.sound) return verdict;
  verdict.live = state.cell_begin[state.grid.count];
  add(keys_sorted(particles, state.keys, state.cell_begin));
  if (state.grid.tile > 1) {
    add(tiles_consistent(particles, state.cell_begin, state.tile_begin, state.grid, state.order));
  }
  add(none_lost(particles, verdict.live));
  verdict.candidate_pairs = candidate_pairs(particles, verdict.live, state.grid, targets);
  if (!physics_kind(scenario.physics).is_potential())
    verdict.pressure_terms = pressure_terms_agree(particles, verdict.live, scenario.wcsph, targets);
  return verdict;
}

}  // namespace sphlab
