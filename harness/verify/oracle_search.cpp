#include "harness/verify/oracle_search.hpp"

#include <algorithm>
#include <cmath>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

double borderline_width(float radius, const float3& period) {
  const double radius2 = static_cast<double>(radius) * radius;
  const double periods = std::hypot(period.x, period.y, period.z);
  return std::ldexp(6.0 * radius2 + 6.0 * radius * periods, -24);
}

double borderline_reach(float radius, const float3& period) {
  return std::sqrt(static_cast<double>(radius) * radius + borderline_width(radius, period));
}

CellSearch::CellSearch(const ParticleState& state, const JudgedParticles& judged, double reach)
    : state_(state),
      sight_(judged.sight()),
      reach2_(reach * reach),
      cells_(state, judged.live(), reach) {
  sort_into_cells(judged.live());
}

void CellSearch::sort_into_cells(std::size_t live) {
  begin_.assign(cells_.count() + 1, 0);
  auto cells = touched_vector<std::size_t>(live);
  over_items(live, [&](std::size_t i) {
    cells[i] = cells_.cell_of(state_.position[i]);
    count_one(begin_[cells[i] + 1]);
  });
  for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  resize_touched(index_, live);
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  over_items(live, [&](std::size_t i) {
    index_[count_one(next[cells[i]])] = static_cast<std::uint32_t>(i);
  });
  order_cells(live);
}

void CellSearch::order_cells(std::size_t live) {
  resize_touched(x_, live);
  resize_touched(y_, live);
  resize_touched(z_, live);
  const auto first_cell = [this](std::size_t entry) {
    return std::lower_bound(begin_.begin(), begin_.end() - 1, entry);
  };
  over_ranges(live, [&](const HostRange& range) {
    const auto last = first_cell(range.end);
    for (auto cell = first_cell(range.begin); cell != last; ++cell) {
      const auto entry = [&](std::size_t k) {
        return index_.begin() + static_cast<std::ptrdiff_t>(k);
      };
      std::sort(entry(cell[0]), entry(cell[1]));
      for (std::size_t k = cell[0]; k < cell[1]; ++k) put_position(k);
    }
  });
}

void CellSearch::put_position(std::size_t entry) {
  const float4 p = state_.position[index_[entry]];
  x_[entry] = p.x;
  y_[entry] = p.y;
  z_[entry] = p.z;
}

}  // namespace sphlab
