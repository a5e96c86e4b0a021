#include "harness/verify/checks_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace

Check cells_consistent(const ParticleState& state, const std::vector<std::uint32_t>& cell_begin,
                       const Grid& grid, const CellPlaces& places) {
  if (const std::string problem = malformed(cell_begin, grid, state.size()); !problem.empty()) {
    return {cells_check, std::numeric_limits<double>::infinity(), 0, false, problem};
  }
  std::size_t faulty = 0;
  std::string first;
  const auto report = [&](std::size_t i, const std::string& what) {
    if (faulty++ == 0) first = particle_label(state, i) + " " + what;
  };
  for (std::uint32_t place = 0; place < grid.count; ++place) {
    const std::uint32_t cell = places.cell_at(place);
    for (std::size_t i = cell_begin[place]; i < cell_begin[place + 1]; ++i) {
      if (!in_cell(grid, state.position[i], cell)) {
        report(i, fmt::format("is sorted into cell {}, where it does not lie", cell));
      }
    }
  }
  for (std::size_t i = cell_begin[grid.count]; i < state.size(); ++i) {
    if (well_inside(grid, state.position[i])) report(i, "lies in the grid but is counted as lost");
  }
  return none_check(cells_check, faulty, first);
}

Check keys_sorted(const ParticleState& state, const std::vector<std::uint32_t>& keys,
                  const std::vector<std::uint32_t>& cell_begin) {
  std::size_t faulty = 0;
  std::string first;
  for (std::uint32_t cell = 0; cell + 1 < cell_begin.size(); ++cell) {
    for (std::size_t i = cell_begin[cell]; i < cell_begin[cell + 1]; ++i) {
      if (keys[i] == cell || faulty++ > 0) continue;
      first = fmt::format("{} has the key {} in cell {}", particle_label(state, i), keys[i], cell);
    }
  }
  return none_check("sorted keys", faulty, first);
}

}  // namespace sphlab
