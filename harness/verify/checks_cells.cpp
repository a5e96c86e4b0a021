#include "harness/verify/checks_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/place_walk.hpp"

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

bool in_cell(const Grid& grid, const float4& position, const float3& period, std::uint32_t cell) {
  const auto c = cell_coordinates(grid, position, period);
  const std::uint32_t row = cell / grid.cells.x;
  const std::uint32_t layer = row / grid.cells.y;
  return within(c[0], cell % grid.cells.x, grid.cells.x) &&
         within(c[1], row % grid.cells.y, grid.cells.y) && within(c[2], layer, grid.cells.z);
}

// Inside the grid by more than rounding: such a particle must not be among the lost.
bool well_inside(const Grid& grid, const float4& position, const float3& period) {
  const auto c = cell_coordinates(grid, position, period);
  const double cells[3] = {static_cast<double>(grid.cells.x), static_cast<double>(grid.cells.y),
                           static_cast<double>(grid.cells.z)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double margin = rounding(cells[axis]);
    if (!(c[axis] > margin && c[axis] < cells[axis] - margin)) return false;
  }
  return true;
}

// Problem of the offsets of `count` cells, or cuboids, by themselves, or "".
std::string malformed(const std::vector<std::uint32_t>& begin, std::uint32_t count,
                      std::size_t particles, const char* what = "cell") {
  if (begin.size() != static_cast<std::size_t>(count) + 2)
    return fmt::format("{} offsets for {} {}s", begin.size(), count, what);
  if (begin.front() != 0)
    return fmt::format("the first {} begins at particle {}", what, begin.front());
  if (begin.back() != particles)
    return fmt::format("the {}s end at particle {} of {}", what, begin.back(), particles);
  const auto fall = std::is_sorted_until(begin.begin(), begin.end());
  if (fall != begin.end()) {
    return fmt::format("{} {} begins before the one in front of it", what, fall - begin.begin());
  }
  return "";
}

// First cell, by its place in the order, whose cuboids do not begin where the cell does; grid.count
// where there is none.
std::uint32_t unlike_cell(const std::vector<std::uint32_t>& cell_begin,
                          const std::vector<std::uint32_t>& tile_begin, const Grid& grid) {
  for (std::uint32_t place = 0; place < grid.count; ++place) {
    if (tile_begin[std::size_t{place} * tiles_per_cell(grid)] != cell_begin[place]) return place;
  }
  return grid.count;
}

// Position in a cuboid of its own cell, up to rounding.
bool in_cuboid(const Grid& grid, const float4& position,
               const std::array<std::uint32_t, 3>& cuboid) {
  const auto c = cell_coordinates(grid, position);
  const double cells[3] = {static_cast<double>(grid.cells.x), static_cast<double>(grid.cells.y),
                           static_cast<double>(grid.cells.z)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    // on a cell's face it may have been taken for one of the next cell
    const double margin = rounding(cells[axis]);
    const double lower = static_cast<double>(cuboid[axis]) / grid.tile;
    const double beyond = c[axis] - lower - std::floor(c[axis] - lower + margin);
    if (!(beyond <= 1.0 / grid.tile + margin)) return false;
  }
  return true;
}

// Particles below begin.back() for which is_faulty(i, place), where `place` holds i.
template <class IsFaulty>
FaultyParticles faulty_in_places(const std::vector<std::uint32_t>& begin, IsFaulty&& is_faulty) {
  const auto find = [&](FaultyParticles& faulty, const HostRange& range) {
    PlaceWalk place_of_next(begin, range.begin);
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (is_faulty(i, place_of_next(i))) faulty.take(i);
  };
  return merged_over_ranges<FaultyParticles>(begin.back(), find);
}

}  // namespace

Check cells_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const Grid& grid, const CellPlaces& places) {
  if (const std::string problem = malformed(cell_begin, grid.count, state.size());
      !problem.empty()) {
    return {cells_check, std::numeric_limits<double>::infinity(), 0, false, problem};
  }
  const FaultyParticles faulty =
      faulty_in_places(cell_begin, [&](std::size_t i, std::size_t place) {
        const float4& position = state.position[i];
        if (place == grid.count) return well_inside(grid, position, state.period);
        return !in_cell(grid, position, state.period,
                        places.cell_at(static_cast<std::uint32_t>(place)));
      });
  if (faulty.count == 0) return none_check(cells_check, 0, "");
  const auto place = static_cast<std::uint32_t>(place_of(cell_begin, faulty.first));
  const std::string what =
      place == grid.count
          ? "lies in the grid but is counted as lost"
          : fmt::format("is sorted into cell {}, where it does not lie", places.cell_at(place));
  return none_check(cells_check, faulty.count, particle_label(state, faulty.first) + " " + what);
}

Check tiles_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const std::vector<std::uint32_t>& tile_begin, const Grid& grid,
                       const std::string& order) {
  const char* name = "cuboids of cells";
  const std::vector<std::array<std::uint32_t, 3>> cuboids = cuboids_by_number(grid.tile, order);
  std::string problem = malformed(tile_begin, tile_count(grid), state.size(), "cuboid");
  if (problem.empty()) {
    if (const std::uint32_t place = unlike_cell(cell_begin, tile_begin, grid); place < grid.count)
      problem = fmt::format("those of the cell at place {} do not begin where it does", place);
  }
  if (!problem.empty()) return {name, std::numeric_limits<double>::infinity(), 0, false, problem};
  const auto cuboid_at = [&](std::size_t place) { return cuboids[place % cuboids.size()]; };
  const FaultyParticles faulty =
      faulty_in_places(tile_begin, [&](std::size_t i, std::size_t place) {
        return place < tile_count(grid) && !in_cuboid(grid, state.position[i], cuboid_at(place));
      });
  if (faulty.count == 0) return none_check(name, 0, "");
  const auto [x, y, z] = cuboid_at(place_of(tile_begin, faulty.first));
  return none_check(name, faulty.count,
                    fmt::format("{} is sorted into cuboid ({}, {}, {}) of its cell, where it does "
                                "not lie",
                                particle_label(state, faulty.first), x, y, z));
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
