#include "harness/verify/oracle_cells.hpp"

#include <array>
#include <optional>
#include <vector>

namespace sphlab {

namespace {

std::optional<std::size_t> cell_number(const Grid& grid, const float4& position) {
  const DoubleVector c = cell_coordinates(grid, position);
  const std::array<std::uint32_t, 3> cells{grid.cells.x, grid.cells.y, grid.cells.z};
  std::size_t number = 0;
  for (std::size_t axis = 3; axis-- > 0;) {
    if (!(c[axis] >= 0 && c[axis] < cells[axis])) return std::nullopt;
    number = number * cells[axis] + static_cast<std::size_t>(c[axis]);
  }
  return number;
}

// Sum of three neighbours along one axis, in place; `stride` apart, `length` long.
void sum_of_three(std::vector<std::uint64_t>& values, std::size_t stride, std::size_t length) {
  std::vector<std::uint64_t> line(length + 2, 0);
  for (std::size_t first = 0; first < values.size(); ++first) {
    if (first / stride % length != 0) continue;
    for (std::size_t k = 0; k < length; ++k) line[k + 1] = values[first + k * stride];
    for (std::size_t k = 0; k < length; ++k) {
      values[first + k * stride] = line[k] + line[k + 1] + line[k + 2];
    }
  }
}

}  // namespace

DoubleVector cell_coordinates(const Grid& grid, const float4& position) {
  const double inverse = grid.inverse_side;
  return {(static_cast<double>(position.x) - grid.origin.x) * inverse,
          (static_cast<double>(position.y) - grid.origin.y) * inverse,
          (static_cast<double>(position.z) - grid.origin.z) * inverse};
}

std::uint64_t candidate_pairs(const ParticleState& state, std::size_t live, const Grid& grid,
                              TypeMask targets) {
  std::vector<std::uint64_t> sources(grid.count, 0);
  std::vector<std::uint64_t> targets_of(grid.count, 0);
  for (std::size_t i = 0; i < live; ++i) {
    const auto cell = cell_number(grid, state.position[i]);
    if (!cell) continue;
    ++sources[*cell];
    if (mask_of(type_of(state.identity[i])) & targets) ++targets_of[*cell];
  }
  const std::size_t row = grid.cells.x;
  const std::size_t layer = row * grid.cells.y;
  sum_of_three(sources, 1, grid.cells.x);
  sum_of_three(sources, row, grid.cells.y);
  sum_of_three(sources, layer, grid.cells.z);
  std::uint64_t pairs = 0;
  for (std::size_t c = 0; c < sources.size(); ++c) {
    if (targets_of[c] > 0) pairs += targets_of[c] * (sources[c] - 1);
  }
  return pairs;
}

}  // namespace sphlab
