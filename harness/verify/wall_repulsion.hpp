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
    add_scaled(acceleration_, factor, d);
    const double nearer = oracle_wall_factor(r2 * (1 - rounding_of_square), constants_);
    uncertainty_ += (nearer - factor) * std::sqrt(r2);
  }

  /// The target's acceleration by the walls, by gravity and `by_fluid` [m/s^2].
  DoubleVector total(const DoubleVector& by_fluid) const {
    const float3& g = constants_.gravity;
    return {by_fluid[0] + acceleration_[0] + g.x, by_fluid[1] + acceleration_[1] + g.y,
            by_fluid[2] + acceleration_[2] + g.z};
  }
  double uncertainty() const { return uncertainty_; }  ///< [m/s^2]

 private:
  /// Of r^2 in single precision, relative: a difference of coordinates rounds once and counts
  /// twice, its square rounds, and so do two sums.
  static constexpr double rounding_of_square = 5 * 0x1p-24;

  const WcsphConstants& constants_;
  DoubleVector acceleration_{};
  double uncertainty_ = 0;
};

}  // namespace sphlab
