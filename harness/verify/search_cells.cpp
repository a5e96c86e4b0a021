#include "harness/verify/search_cells.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

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

SearchCells::SearchCells(const ParticleState& state, std::size_t live, double reach)
    : side_(reach * (1 + 1e-9)) {
  if (!(reach > 0)) throw std::invalid_argument("SearchCells: the reach must be positive");
  const auto [x, y, z] = box_of(state, live);
  if (live == 0) return;
  // Widens cells until they are few: one stray particle must not ask for more than memory, and
  // larger cells are as exact.
  const double most = 8.0 * static_cast<double>(live) + 64;
  const auto cells = [this](const Range& range, double period) {  // more than an integer holds
    return (period > 0 ? period : range.high - range.low) / side_ + 1;
  };
  while (cells(x, state.period.x) * cells(y, state.period.y) * cells(z, state.period.z) > most)
    side_ *= 1.25;
  x_axis_ = axis_of(x.low, x.high, state.period.x);
  y_axis_ = axis_of(y.low, y.high, state.period.y);
  z_axis_ = axis_of(z.low, z.high, state.period.z);
}

/// Divides an axis into cells. A period that holds two or fewer is one cell: no two of them touch
/// at both sides.
SearchCells::Axis SearchCells::axis_of(double low, double high, double period) const {
  if (!(period > 0))
    return {low, static_cast<std::int64_t>(std::floor((high - low) / side_)) + 1, 0};
  const auto whole = static_cast<std::int64_t>(std::floor(period / side_));
  return {0, whole < 3 ? 1 : whole, period};
}

}  // namespace sphlab
