// Vectors of three doubles.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "kernels/abi/particle_view.hpp"

namespace sphlab {

using DoubleVector = std::array<double, 3>;

/// Euclidean length. Not std::hypot, whose form with three arguments loses a NaN beside zeros in
/// libstdc++.
inline double magnitude(const DoubleVector& v) {
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// Adds factor * term to a sum.
inline void add_scaled(DoubleVector& sum, double factor, const DoubleVector& term) {
  for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += factor * term[axis];
}

/// a - b of their first three components.
inline DoubleVector difference(const float4& a, const float4& b) {
  return {static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y,
          static_cast<double>(a.z) - b.z};
}

}  // namespace sphlab
