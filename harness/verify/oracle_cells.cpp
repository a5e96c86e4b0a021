#include "harness/verify/oracle_cells.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "harness/error.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

namespace {

std::optional<std::size_t> cell_number(const Grid& grid, const float4& position,
                                       const float3& period) {
  const DoubleVector c = cell_coordinates(grid, position, period);
  const std::array<std::uint32_t, 3> cells{grid.cells.x, grid.cells.y, grid.cells.z};
  std::size_t number = 0;
  for (std::size_t axis = 3; axis-- > 0;) {
    if (!(c[axis] >= 0 && c[axis] < cells[axis])) return std::nullopt;
    number = number * cells[axis] + static_cast<std::size_t>(c[axis]);
  }
  return number;
}

// Sum of the values up to `reach` away along one axis, in place; `stride` apart, `length` long; of
// a ring of `length` values, which is longer than what is summed.
void sum_around(std::vector<std::uint64_t>& values, std::size_t stride, std::size_t length,
                std::size_t reach, bool is_ring) {
  over_ranges(values.size(), [&](const HostRange& range) {
    std::vector<std::uint64_t> before(length + 1, 0);  // sums of those in front
    // line n is counted with value n * length
    for (std::size_t line = (range.begin + length - 1) / length; line * length < range.end;
         ++line) {
      const std::size_t first = line / stride * stride * length + line % stride;
      for (std::size_t k = 0; k < length; ++k)
        before[k + 1] = before[k] + values[first + k * stride];
      for (std::size_t k = 0; k < length; ++k) {
        values[first + k * stride] =
            before[std::min(k + reach + 1, length)] - before[k > reach ? k - reach : 0];
        if (!is_ring) continue;
        if (k < reach) values[first + k * stride] += before[length] - before[length + k - reach];
        if (k + reach >= length) values[first + k * stride] += before[k + reach + 1 - length];
      }
    }
  });
}

struct Pairs {
  std::uint64_t count = 0;
  void merge(const Pairs& others) { count += others.count; }
};

}  // namespace

bool in_reach(const Grid& grid, const float3& period, const CellCoordinates& a,
              const CellCoordinates& b) {
  const auto near = [&](std::size_t axis, std::int64_t cells, bool is_ring) {
    const auto apart = std::abs(std::int64_t{a[axis]} - b[axis]);
    return (is_ring ? std::min(apart, cells - apart) : apart) <= grid.reach;
  };
  return near(0, grid.cells.x, period.x > 0) && near(1, grid.cells.y, period.y > 0) &&
         near(2, grid.cells.z, period.z > 0);
}

DoubleVector cell_coordinates(const Grid& grid, const float4& position, const float3& period) {
  const double inverse = grid.inverse_side;
  const auto along = [&](double x, double origin, double width, unsigned cells) {
    const double coordinate = (x - origin) * inverse;
    return coordinate >= cells && x < width ? cells - 0.5 : coordinate;
  };
  return {along(position.x, grid.origin.x, period.x, grid.cells.x),
          along(position.y, grid.origin.y, period.y, grid.cells.y),
          along(position.z, grid.origin.z, period.z, grid.cells.z)};
}

CellPlaces::CellPlaces(const Grid& grid, const std::string& order) {
  if (order == "linear") return;
  const CellCode code_of =
      registered_oracle<CellCode>(order, "the oracle does not know the order '" + order + "'");
  std::vector<std::pair<std::uint64_t, std::uint32_t>> along_curve(grid.count);
  for (std::uint32_t cell = 0; cell < grid.count; ++cell)
    along_curve[cell] = {code_of(grid, cell), cell};
  std::sort(along_curve.begin(), along_curve.end());
  for (const auto& [code, cell] : along_curve) cell_of_place_.push_back(cell);
}

std::vector<std::array<std::uint32_t, 3>> cuboids_by_number(std::uint32_t tile,
                                                            const std::string& order) {
  const TileNumber number_of = registered_oracle<TileNumber>(
      order, "the oracle does not know into what the order '" + order + "' cuts a cell");
  std::vector<std::array<std::uint32_t, 3>> cuboids(std::size_t{tile} * tile * tile);
  for (std::uint32_t k = 0; k < cuboids.size(); ++k) {
    const std::array<std::uint32_t, 3> cuboid{k % tile, k / tile % tile, k / tile / tile};
    cuboids.at(number_of(tile, cuboid)) = cuboid;
  }
  return cuboids;
}

std::uint64_t candidate_pairs(const ParticleState& state, std::size_t live, const Grid& grid,
                              TypeMask targets) {
  std::vector<std::uint64_t> sources(grid.count, 0);
  std::vector<std::uint64_t> targets_of(grid.count, 0);
  over_items(live, [&](std::size_t i) {
    const auto cell = cell_number(grid, state.position[i], state.period);
    if (!cell) return;
    count_one(sources[*cell]);
    if (mask_of(type_of(state.identity[i])) & targets) count_one(targets_of[*cell]);
  });
  const std::size_t row = grid.cells.x;
  const std::size_t layer = row * grid.cells.y;
  sum_around(sources, 1, grid.cells.x, grid.reach, state.period.x > 0);
  sum_around(sources, row, grid.cells.y, grid.reach, state.period.y > 0);
  sum_around(sources, layer, grid.cells.z, grid.reach, state.period.z > 0);
  const auto all = merged_over_items<Pairs>(sources.size(), [&](Pairs& pairs, std::size_t c) {
    if (targets_of[c] > 0) pairs.count += targets_of[c] * (sources[c] - 1);
  });
  return all.count;
}

}  // namespace sphlab
