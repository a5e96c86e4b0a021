// Cubic cells of the oracle's own around particles, as wide as a search reaches.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Numbered by rows along x, of planes along z. What lies within the reach of a particle is in its
/// own cell or one that touches it, at the other side of a periodic box, too.
class SearchCells {
 public:
  /// Around the particles [0, live) of a state. @param reach [m], > 0. Cells are wider where they
  /// would be many more than the particles.
  /// Throws std::invalid_argument that names a live particle whose position is not finite.
  SearchCells(const ParticleState& state, std::size_t live, double reach);

  std::size_t count() const {
    return static_cast<std::size_t>(x_axis_.cells * y_axis_.cells * z_axis_.cells);
  }

  /// The cell of a live particle.
  std::size_t cell_of(const float4& position) const {
    return static_cast<std::size_t>(
        (cell(z_axis_, position.z) * y_axis_.cells + cell(y_axis_, position.y)) * x_axis_.cells +
        cell(x_axis_, position.x));
  }

  /// Calls visit(first, last) for every line of cells along x around a position, in ascending
  /// order. Of a position far outside there may be none.
  template <class Visit>
  void visit_lines(const float4& position, Visit&& visit) const {
    const Around columns = around(x_axis_, position.x);
    const Around rows = around(y_axis_, position.y);
    const Around layers = around(z_axis_, position.z);
    for (const std::int64_t layer : layers) {
      for (const std::int64_t row : rows) {
        const std::int64_t line = (layer * y_axis_.cells + row) * x_axis_.cells;
        for (auto first = columns.begin(); first != columns.end();) {
          auto last = first;
          while (last + 1 != columns.end() && last[1] == last[0] + 1) ++last;
          visit(static_cast<std::size_t>(line + *first), static_cast<std::size_t>(line + *last));
          first = last + 1;
        }
      }
    }
  }

 private:
  struct Axis {
    double origin = 0;
    std::int64_t cells = 1;
    double period = 0;  ///< above 0, the last cell takes what is left of it
    bool is_periodic() const { return period > 0; }
  };
  /// Cells along an axis, at most three, which ascend.
  class Around {
   public:
    void add(std::int64_t cell) { cells_[count_++] = cell; }
    const std::int64_t* begin() const { return cells_.data(); }
    const std::int64_t* end() const { return cells_.data() + count_; }

   private:
    std::array<std::int64_t, 3> cells_{};
    std::ptrdiff_t count_ = 0;
  };

  Axis axis_of(double low, double high, double period) const;
  std::int64_t cell(const Axis& axis, double coordinate) const {
    if (axis.is_periodic()) coordinate -= axis.period * std::floor(coordinate / axis.period);
    const auto cell = static_cast<std::int64_t>(std::floor((coordinate - axis.origin) / side_));
    return axis.is_periodic() ? std::clamp<std::int64_t>(cell, 0, axis.cells - 1) : cell;
  }
  Around around(const Axis& axis, double coordinate) const {
    const std::int64_t centre = cell(axis, coordinate);
    const bool is_ring = axis.is_periodic() && axis.cells > 1;
    Around around;
    if (is_ring && centre + 1 == axis.cells) around.add(0);
    for (const std::int64_t each : {centre - 1, centre, centre + 1})
      if (each >= 0 && each < axis.cells) around.add(each);
    if (is_ring && centre == 0) around.add(axis.cells - 1);
    return around;
  }

  double side_;
  Axis x_axis_, y_axis_, z_axis_;
};

}  // namespace sphlab
