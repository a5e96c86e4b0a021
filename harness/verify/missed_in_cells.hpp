// Counts pairs that the force passes miss because the cells have grown old: those of traversals
// that search cells and read no list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/judged_particles.hpp"
#include "harness/verify/missed_pairs.hpp"
#include "harness/verify/oracle_cells.hpp"

namespace sphlab {

/// Pairs within the radius, and those of them whose source is more than grid.reach cells away from
/// the target by the cells that the last rebuild has sorted them into. As missed_pairs() otherwise,
/// but that of more pairs than `most_candidates` those of a sample are counted.
///
/// @param state in the order of the cells; positions may be later ones. @param cell_begin offsets
/// of the cells by their places.
MissedPairs missed_in_cells(const ParticleState& state, std::size_t live,
                            const std::vector<std::uint32_t>& cell_begin, const Grid& grid,
                            const CellPlaces& places, float radius, TypeMask targets,
                            double most_candidates = JudgedParticles::most_candidates);

/// Counts those of the last force pass before a rebuild: steps through a cycle from the state that
/// `simulation` holds. Nothing where a list is read or nothing is stepped. Throws what Simulation
/// throws, Diverged.
std::optional<MissedPairs> missed_in_cells_at_end_of_cycle(
    Simulation& simulation, const Scenario& scenario,
    double most_candidates = JudgedParticles::most_candidates);

}  // namespace sphlab
