#include "harness/verify/oracle_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void merge(const Range& behind) {
    low = std::min(low, behind.low);
    high = std::max(high, behind.high);
  }
};

/// The least box with edges along the axes around particles.
struct Box {
  Range x, y, z;
  void merge(const Box& behind) {
    x.merge(behind.x);
    y.merge(behind.y);
    z.merge(behind.z);
  }
};

/// Throws std::invalid_argument that names a live particle whose position is not finite.
Box box_of(const ParticleState& state, std::size_t live) {
  return merged_over_items<Box>(live, [&](Box& box, std::size_t i) {
    const float4 p = state.position[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      throw std::invalid_argument(fmt::format("the position of live particle {} is not finite", i));
    }
    box.x.take(p.x);
    box.y.take(p.y);
    box.z.take(p.z);
  });
}

}  // namespace

double borderline_width(float radius) {
  const double radius2 = static_cast<double>(radius) * radius;
  return 6.0 * std::ldexp(1.0, -24) * radius2;
}

double borderline_reach(float radius) {
  return std::sqrt(static_cast<double>(radius) * radius + borderline_width(radius));
}

CellSearch::CellSearch(const ParticleState& state, const JudgedParticles& judged, double reach)
    : state_(state), sight_(judged.sight()), reach2_(reach * reach), side_(reach * (1 + 1e-9)) {
  if (!(reach > 0)) throw std::invalid_argument("CellSearch: the reach must be positive");
  choose_cells(judged.live());
  sort_into_cells(judged.live());
}

std::int64_t CellSearch::cell(const Axis& axis, double coordinate) const {
  return static_cast<std::int64_t>(std::floor((coordinate - axis.origin) / side_));
}

CellSearch::Span CellSearch::around(const Axis& axis, double coordinate) const {
  const std::int64_t centre = cell(axis, coordinate);
  return {std::max<std::int64_t>(centre - 1, 0), std::min(centre + 1, axis.cells - 1)};
}

void CellSearch::choose_cells(std::size_t live) {
  const auto [x, y, z] = box_of(state_, live);
  if (live == 0) return;
  // Widens cells until they are few: one stray particle must not ask for more than memory, and
  // larger cells are as exact.
  const auto cells_of = [this](const Range& r) { return std::floor((r.high - r.low) / side_) + 1; };
  const double most = 8.0 * static_cast<double>(live) + 64;
  while (cells_of(x) * cells_of(y) * cells_of(z) > most) side_ *= 1.25;
  x_axis_ = {x.low, static_cast<std::int64_t>(cells_of(x))};
  y_axis_ = {y.low, static_cast<std::int64_t>(cells_of(y))};
  z_axis_ = {z.low, static_cast<std::int64_t>(cells_of(z))};
}

std::size_t CellSearch::cell_of(const float4& p) const {
  return static_cast<std::size_t>((cell(z_axis_, p.z) * y_axis_.cells + cell(y_axis_, p.y)) *
                                      x_axis_.cells +
                                  cell(x_axis_, p.x));
}

void CellSearch::sort_into_cells(std::size_t live) {
  const std::int64_t count = x_axis_.cells * y_axis_.cells * z_axis_.cells;
  begin_.assign(static_cast<std::size_t>(count) + 1, 0);
  auto cells = touched_vector<std::size_t>(live);
  over_items(live, [&](std::size_t i) {
    cells[i] = cell_of(state_.position[i]);
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
