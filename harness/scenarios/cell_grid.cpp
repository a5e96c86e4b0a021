#include "harness/scenarios/cell_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Subtraction, product and the product's factor are rounded, each by half a unit in the last
/// place: for two particles, at most 4 x 2^-24 of the largest cell coordinate, measured in cells.
double widened(double radius, double cells_along_longest_axis) {
  constexpr double rounding = 1.0 / (1 << 22);
  constexpr double of_the_radius_itself = 1e-6;
  return radius * (1 + cells_along_longest_axis * rounding + of_the_radius_itself);
}

void check_count(double cells, const std::string& source) {
  if (!(cells <= std::numeric_limits<std::int32_t>::max())) {
    throw InputError(fmt::format(
        "{}: the domain needs {:.3g} cells, more than 2^31. Shrink the domain, lower the "
        "resolution, or take fewer cells per radius.",
        source, cells));
  }
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;
}

Grid make_grid(const Vector& origin, double side, const std::array<double, 3>& cells,
               const std::string& source) {
  check_count(cells[0] * cells[1] * cells[2], source);
  Grid grid{};
  grid.origin = to_float3(origin, source + ": geometry.domain");
  grid.inverse_side = to_float(1 / side, source + ": inverse of the influence radius");
  grid.cells = {static_cast<unsigned>(cells[0]), static_cast<unsigned>(cells[1]),
                static_cast<unsigned>(cells[2])};
  grid.count = grid.cells.x * grid.cells.y * grid.cells.z;
  return grid;
}

}  // namespace

Grid covering_grid(const Vector& lower, const Vector& upper, double radius, double margin,
                   const std::string& source) {
  Vector origin{};
  Vector extent{};
  for (int axis = 0; axis < 3; ++axis) {
    origin[axis] = lower[axis] - margin;
    extent[axis] = upper[axis] + margin - origin[axis];
  }
  const double longest = std::max({extent[0], extent[1], extent[2]});
  const double side = widened(radius, longest / radius + 1);
  const auto cells = [&](int axis) { return std::max(1.0, std::ceil(extent[axis] / side)); };
  return make_grid(origin, side, {cells(0), cells(1), cells(2)}, source);
}

Grid cubic_grid(std::uint32_t cells, double radius, const std::string& source) {
  // Times a power of two, floor is exact; otherwise the cells are wider and the last one is not
  // full.
  const double side = is_power_of_two(radius) ? radius : widened(radius, cells);
  const double along = cells;
  return make_grid({0, 0, 0}, side, {along, along, along}, source);
}

Grid refitted_grid(const Grid& grid, double expansion, std::uint32_t reach,
                   const std::string& source) {
  const double side = 1 / static_cast<double>(grid.inverse_side);
  // widened again: a grid whose cells are exact need not have been
  const double longest = std::max({grid.cells.x, grid.cells.y, grid.cells.z});
  const double refitted = widened(side * expansion, longest) / reach;
  const auto cells = [&](unsigned count) { return std::ceil(count * side / refitted); };
  const std::array<double, 3> along{cells(grid.cells.x), cells(grid.cells.y), cells(grid.cells.z)};
  check_count(along[0] * along[1] * along[2], source);
  Grid result = grid;
  result.inverse_side = static_cast<float>(1 / refitted);
  result.cells = {static_cast<unsigned>(along[0]), static_cast<unsigned>(along[1]),
                  static_cast<unsigned>(along[2])};
  result.count = result.cells.x * result.cells.y * result.cells.z;
  result.reach = reach;
  return result;
}

}  // namespace sphlab
