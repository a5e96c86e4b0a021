// The Lennard-Jones repulsion of an oracle's target by wall particles, in double precision.
#pragma once

#include <cmath>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// The sum over the wall particles near a target, and how far rounding may put it off: the force is
/// steep, and a device knows the square of a distance as a float.
class WallRepulsion {
 public:
  explicit WallRepulsion(const WcsphConstants& constants) : constants_(constants) {}

  /// @param d x_i - x_j [m] of the wall particle j. @param r2 its square.
  void add(const DoubleVector& d, double r2) {
    const double factor = oracle_wall_factor(r2, constants_);
    for (std::size_t axis = 0; axis < 3; ++axis) acceleration_[axis] += factor * d[axis];
    const double nearer = oracle_wall_factor(r2 * (1 - rounding_of_square), constants_);
    uncertainty_ += (nearer - factor) * std::sqrt(r2);
  }

  const DoubleVector& acceleration() const { return acceleration_; }  ///< [m/s^2]
  double uncertainty() const { return uncertainty_; }                 ///< [m/s^2]

 private:
  /// Of r^2 in single precision, relative: a difference of coordinates rounds once and counts
  /// twice, its square rounds, and so do two sums.
  static constexpr double rounding_of_square = 5 * 0x1p-24;

  const WcsphConstants& constants_;
  DoubleVector acceleration_{};
  double uncertainty_ = 0;
};

}  // namespace sphlab
