// The cubic spline (B-spline M4) as a smoothing kernel in three dimensions. What a smoothing kernel
// has: wendland_c2.cuh.
#pragma once

#include <numbers>

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// With q = r/h (Monaghan and Lattanzio 1985):
/// ```
///     W(r) = 1 / (4 pi h^3) ((2 - q)^3 - 4 (1 - q)^3)    brackets below 0 count as 0
///     F(r) = 1 / (pi h^5)   (9/4 q - 3)                  below q = 1
///     F(r) = 1 / (pi h^5)   (-3/4 (2 - q)^2 / q)         from there to q = 2
/// ```
/// Below q = 1 the gradient needs no division by r, so coinciding particles are harmless.
struct CubicSpline {
  static constexpr double flops = 14;

  float inverse_length;  ///< 1 / h [1/m]
  float normalisation;   ///< 3 / (4 pi h^5) [1/m^5], times the caller's constant

  static CubicSpline prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    return {static_cast<float>(1 / h),
            static_cast<float>(3.0 / (4.0 * std::numbers::pi * h * h * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __device__ __forceinline__ T gradient_factor(T distance) const {
    const T q = distance * T(inverse_length);
    const T inside = Math<T>::maximum(T(2.0f) - q, T(0.0f));
    const T outer = inside * inside * Math<T>::reciprocal(Math<T>::maximum(q, T(1.0f)));
    const T inner = T(4.0f) - T(3.0f) * q;
    return T(-normalisation) * Math<T>::select(q < T(1.0f), inner, outer);
  }

  struct Value {
    static constexpr double flops = 11;

    float inverse_length;  ///< 1 / h [1/m]
    float normalisation;   ///< 1 / (4 pi h^3) [1/m^3], times the caller's constant

    static Value prepare(float smoothing_length, float factor) {
      const double h = smoothing_length;
      return {static_cast<float>(1 / h),
              static_cast<float>(1.0 / (4.0 * std::numbers::pi * h * h * h) * factor)};
    }

    /// @param distance r >= 0 [m]
    template <class T>
    __host__ __device__ __forceinline__ T at(T distance) const {
      const T q = distance * T(inverse_length);
      const T outer = Math<T>::maximum(T(2.0f) - q, T(0.0f));
      const T inner = Math<T>::maximum(T(1.0f) - q, T(0.0f));
      return T(normalisation) * (outer * outer * outer - T(4.0f) * (inner * inner * inner));
    }
  };
};

}  // namespace sphlab
