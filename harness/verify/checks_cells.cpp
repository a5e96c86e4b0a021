#include "harness/verify/checks_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/verify/parallel_particles.hpp"

namespace sphlab {

namespace {

constexpr const char* cells_check = "cells";

// The difference to the origin rounds once, the inverse side and the product once each.
double rounding(double cells) {
  return 3 * std::ldexp(1.0, -24) * (cells + 1);
}

// Position along one axis in [cell, cell + 1), up to rounding.
bool within(double coordinate, double cell, double cells) {
  return coordinate >= cell - rounding(cells) && coordinate <= cell + 1 + rounding(cells);
}

bool in_cell(const Grid& grid, const float4& position, std::uint32_t cell) {
  const auto c = cell_coordinates(grid, position);
  return within(c[0], cell % grid.cells.x, grid.cells.x) &&
         within(c[1], cell / grid.cells.x % grid.cells.y, grid.cells.y) &&
         within(c[2], cell / grid.cells.x / grid.cells.y, grid.cells.z);
}

// Inside the grid by more than rounding: such a particle must not be among the lost.
bool well_inside(const Grid& grid, const float4& position) {
  const auto c = cell_coordinates(grid, position);
  const double cells[3] = {static_cast<double>(grid.cells.x), static_cast<double>(grid.cells.y),
                           static_cast<double>(grid.cells.z)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double margin = rounding(cells[axis]);
    if (!(c[axis] > margin && c[axis] < cells[axis] - margin)) return false;
  }
  return true;
}

// What is wrong with the offsets alone, or "".
std::string malformed(const std::vector<std::uint32_t>& begin, const Grid& grid,
                      std::size_t particles) {
  if (begin.size() != static_cast<std::size_t>(grid.count) + 2) {
    return fmt::format("{} offsets for {} cells", begin.size(), grid.count);
  }
  if (begin.front() != 0) return fmt::format("the first cell begins at particle {}", begin.front());
  if (begin.back() != particles) {
    return fmt::format("the cells end at particle {} of {}", begin.back(), particles);
  }
  const auto fall = std::is_sorted_until(begin.begin(), begin.end());
  if (fall != begin.end()) {
    return fmt::format("cell {} begins before the one in front of it", fall - begin.begin());
  }
  return "";
}

// The place of the order that holds a particle below begin.back(); offsets rise from 0.
std::size_t place_of(const std::vector<std::uint32_t>& begin, std::size_t particle) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), particle) -
                                  begin.begin()) -
         1;
}

// Those below begin.back() for which is_faulty(i, place), where `place` holds i.
template <class IsFaulty>
FaultyParticles faulty_in_places(const std::vector<std::uint32_t>& begin, IsFaulty&& is_faulty) {
  return merged_over_ranges<FaultyParticles>(
      begin.back(), [&](FaultyParticles& faulty, const HostRange& range) {
        std::size_t place = place_of(begin, range.begin);
        for (std::size_t i = range.begin; i < range.end; ++i) {
          while (begin[place + 1] <= i) ++place;
          if (is_faulty(i, place)) faulty.take(i);
        }
      });
}

}  // namespace

Check cells_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const Grid& grid, const CellPlaces& places) {
  if (const std::string problem = malformed(cell_begin, grid, state.size()); !problem.empty()) {
    return {cells_check, std::numeric_limits<double>::infinity(), 0, false, problem};
  }
  const FaultyParticles faulty =
      faulty_in_places(cell_begin, [&](std::size_t i, std::size_t place) {
        const float4& position = state.position[i];
        if (place == grid.count) return well_inside(grid, position);
        return !in_cell(grid, position, places.cell_at(static_cast<std::uint32_t>(place)));
      });
  if (faulty.count == 0) return none_check(cells_check, 0, "");
  const auto place = static_cast<std::uint32_t>(place_of(cell_begin, faulty.first));
  const std::string what =
      place == grid.count
          ? "lies in the grid but is counted as lost"
          : fmt::format("is sorted into cell {}, where it does not lie", places.cell_at(place));
  return none_check(cells_check, faulty.count, particle_label(state, faulty.first) + " " + what);
}

Check keys_sorted(const ParticleState& state, const std::vector<std::uint32_t>& keys,
                  const std::vector<std::uint32_t>& cell_begin) {
  const char* name = "sorted keys";
  const FaultyParticles faulty = faulty_in_places(
      cell_begin, [&](std::size_t i, std::size_t place) { return keys[i] != place; });
  if (faulty.count == 0) return none_check(name, 0, "");
  return none_check(name, faulty.count,
                    fmt::format("{} has the key {} in cell {}", particle_label(state, faulty.first),
                                keys[faulty.first], place_of(cell_begin, faulty.first)));
}

}  // namespace sphlab
