// The smoothing kernel of Mueller, Charypar and Gross (2003) for densities and surfaces. It needs
// no root: what paper E's simulations smooth with. It vanishes at h itself, the influence radius.
#pragma once

#include <cmath>
#include <numbers>

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// With r below h:
/// ```
///     W(r)       =  315 / (64 pi h^9) (h^2 - r^2)^3
///     grad W     = -945 / (32 pi h^9) (h^2 - r^2)^2 x_ij
///     nabla^2 W  =  945 / ( 8 pi h^9) (h^2 - r^2) (r^2 - 3/4 (h^2 - r^2))
/// ```
/// A sum is formed of what depends on r, and multiplied once, by the constants below: in double
/// precision h^9 is no number too small, and the kernels see its product with a particle's volume.
struct Poly6 {
  /// 315 / (64 pi h^9) [1/m^9].
  static double value_factor(double h) {
    return 315.0 / (64.0 * std::numbers::pi * std::pow(h, 9));
  }
  /// 945 / (32 pi h^9), without the gradient's sign [1/m^9].
  static double gradient_factor(double h) { return 6.0 * value_factor(h); }
  /// 945 / (8 pi h^9) [1/m^9].
  static double laplacian_factor(double h) { return 24.0 * value_factor(h); }

  /// (h^2 - r^2)^3 [m^6]. @param inside h^2 - r^2, 0 where r is above h [m^2]
  template <class T>
  __host__ __device__ static __forceinline__ T value(T inside) {
    return inside * inside * inside;
  }
  /// (h^2 - r^2)^2 [m^4].
  template <class T>
  __device__ static __forceinline__ T gradient(T inside) {
    return inside * inside;
  }
  /// r^2 - 3/4 (h^2 - r^2), what the Laplacian has beside h^2 - r^2 [m^2].
  template <class T>
  __device__ static __forceinline__ T curvature(T inside, T r2) {
    return r2 - T(0.75f) * inside;
  }
};

}  // namespace sphlab
