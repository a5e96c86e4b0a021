#include "harness/verify/oracle_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace sphlab {

namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

}  // namespace

double borderline_width(float radius) {
  const double radius2 = static_cast<double>(radius) * radius;
  return 6.0 * std::ldexp(1.0, -24) * radius2;
}

double borderline_reach(float radius) {
  return std::sqrt(static_cast<double>(radius) * radius + borderline_width(radius));
}

CellSearch::CellSearch(const ParticleState& state, std::size_t live, double reach)
    : state_(state), reach2_(reach * reach), side_(reach * (1 + 1e-9)) {
  if (!(reach > 0)) throw std::invalid_argument("CellSearch: the reach must be positive");
  choose_cells(live);
  sort_into_cells(live);
}

std::int64_t CellSearch::cell(const Axis& axis, double coordinate) const {
  return static_cast<std::int64_t>(std::floor((coordinate - axis.origin) / side_));
}

CellSearch::Span CellSearch::around(const Axis& axis, double coordinate) const {
  const std::int64_t centre = cell(axis, coordinate);
  return {std::max<std::int64_t>(centre - 1, 0), std::min(centre + 1, axis.cells - 1)};
}

void CellSearch::choose_cells(std::size_t live) {
  Range x, y, z;
  for (std::size_t i = 0; i < live; ++i) {
    const float4 p = state_.position[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      throw std::invalid_argument(fmt::format("the position of live particle {} is not finite", i));
    }
    x.take(p.x);
    y.take(p.y);
    z.take(p.z);
  }
  if (live == 0) return;
  // One stray particle must not ask for more cells than memory: larger cells are as exact.
  const auto cells_of = [this](const Range& r) { return std::floor((r.high - r.low) / side_) + 1; };
  const double most = 8.0 * static_cast<double>(live) + 64;
  while (cells_of(x) * cells_of(y) * cells_of(z) > most) side_ *= 1.25;
  x_axis_ = {x.low, static_cast<std::int64_t>(cells_of(x))};
  y_axis_ = {y.low, static_cast<std::int64_t>(cells_of(y))};
  z_axis_ = {z.low, static_cast<std::int64_t>(cells_of(z))};
}

void CellSearch::sort_into_cells(std::size_t live) {
  const std::int64_t count = x_axis_.cells * y_axis_.cells * z_axis_.cells;
  begin_.assign(static_cast<std::size_t>(count) + 1, 0);
  std::vector<std::size_t> cell_of(live);
  for (std::size_t i = 0; i < live; ++i) {
    const float4 p = state_.position[i];
    cell_of[i] = static_cast<std::size_t>(
        (cell(z_axis_, p.z) * y_axis_.cells + cell(y_axis_, p.y)) * x_axis_.cells +
        cell(x_axis_, p.x));
    ++begin_[cell_of[i] + 1];
  }
  for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  index_.resize(live);
  x_.resize(live);
  y_.resize(live);
  z_.resize(live);
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t i = 0; i < live; ++i) {
    const std::size_t k = next[cell_of[i]]++;
    index_[k] = static_cast<std::uint32_t>(i);
    x_[k] = state_.position[i].x;
    y_[k] = state_.position[i].y;
    z_[k] = state_.position[i].z;
  }
}

}  // namespace sphlab
