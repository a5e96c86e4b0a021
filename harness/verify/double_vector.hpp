// Three doubles, and their length.
#pragma once

#include <array>
#include <cmath>

namespace sphlab {

using DoubleVector = std::array<double, 3>;

/// Euclidean length. Not std::hypot, whose form with three arguments loses a NaN beside zeros in
/// libstdc++.
inline double magnitude(const DoubleVector& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

}  // namespace sphlab
