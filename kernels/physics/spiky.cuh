// The smoothing kernels of Mueller, Charypar and Gross (2003) for pressure and viscosity. They
// vanish at h itself, the influence radius.
#pragma once

#include <cmath>
#include <numbers>

namespace sphlab {

/// With r below h, the gradient of the one, which stays steep where particles meet, and the
/// Laplacian of the other, which is nowhere negative:
/// ```
///     grad W     = -45 / (pi h^6) (h - r)^2 x_ij / r
///     nabla^2 W  =  45 / (pi h^6) (h - r)
/// ```
struct Spiky {
  /// 45 / (pi h^6) [1/m^6], of both.
  static double factor(double h) { return 45.0 / (std::numbers::pi * std::pow(h, 6)); }
};

}  // namespace sphlab
