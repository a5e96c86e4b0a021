// Cubic cells of the oracle's own around particles, as wide as a search reaches.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Numbered by rows along x, of planes along z. What lies within the reach of a particle is in its
/// own cell or one that touches it.
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
    const Span columns = around(x_axis_, position.x);
    const Span rows = around(y_axis_, position.y);
    const Span layers = around(z_axis_, position.z);
    if (columns.first > columns.last) return;
    for (std::int64_t layer = layers.first; layer <= layers.last; ++layer) {
      for (std::int64_t row = rows.first; row <= rows.last; ++row) {
        const std::int64_t line = (layer * y_axis_.cells + row) * x_axis_.cells;
        visit(static_cast<std::size_t>(line + columns.first),
              static_cast<std::size_t>(line + columns.last));
      }
    }
  }

 private:
  struct Axis {
    double origin = 0;
    std::int64_t cells = 1;
  };
  struct Span {
    std::int64_t first, last;
  };
  std::int64_t cell(const Axis& axis, double coordinate) const {
    return static_cast<std::int64_t>(std::floor((coordinate - axis.origin) / side_));
  }
  Span around(const Axis& axis, double coordinate) const {
    const std::int64_t centre = cell(axis, coordinate);
    return {std::max<std::int64_t>(centre - 1, 0), std::min(centre + 1, axis.cells - 1)};
  }

  double side_;
  Axis x_axis_, y_axis_, z_axis_;
};

}  // namespace sphlab
