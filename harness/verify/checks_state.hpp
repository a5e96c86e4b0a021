// The checks of a sorted state by itself, before any neighbour is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/verify/check.hpp"

namespace sphlab {

/// A state after a rebuild, as the device holds it, and what its cells are.
struct SortedState {
  ParticleState particles;
  std::vector<std::uint32_t> cell_begin;  ///< grid.count + 2 offsets
  std::vector<std::uint32_t> keys;        ///< of the particles
  Grid grid;                              ///< with its tile
  std::string order;                      ///< of the cells: the strategy of stage hash
  /// tile_count(grid) + 2 offsets; none where no cell is cut
  std::vector<std::uint32_t> tile_begin = {};
};

/// Whether the cells of two grids are the same.
bool same_cells(const Grid& a, const Grid& b);

/// Whether two are the same in every bit that a check of a state reads.
bool same_bits(const SortedState& a, const SortedState& b);

/// What they say.
struct StateVerdict {
  std::vector<Check> checks;  ///< of particles, cells and keys
  /// Whether particles and cells are what they should be; if not, nothing below is known.
  bool sound = false;
  std::size_t live = 0;                 ///< particles [0, live) are in the grid
  std::uint64_t candidate_pairs = 0;    ///< see candidate_pairs()
  std::optional<Check> pressure_terms;  ///< of a WCSPH physics
};

/// @param scenario whose particles they are. Throws Error(verification) for an order or a physics
/// that the oracle does not know.
StateVerdict judge_state(const SortedState& state, const Scenario& scenario);

}  // namespace sphlab
