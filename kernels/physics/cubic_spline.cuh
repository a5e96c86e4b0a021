// The cubic spline (B-spline M4) as a smoothing kernel in three dimensions. What a smoothing kernel
// has: wendland_c2.cuh.
#pragma once

#include <numbers>

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// With q = r/h (Monaghan and Lattanzio 1985), a = 1 - q/2 and b = 1 - q, which count as 0 below
/// it:
/// ```
///     W(r) =  1 / (pi h^3) (2 a^3 - b^3)
///     F(r) = -3 / (pi h^4) (a^2 - b^2) / r
/// ```
/// a - b is q/2 below q = 1 and a above, the smaller of both in either case. So that of a^2 - b^2
/// over r, (a + b) (a - b) / r, the second factor is the smaller of 1/(2 h) and a/r: there is no
/// difference that loses digits, no case to choose, and coinciding particles are harmless.
struct CubicSpline {
  static constexpr double flops = 14;
  static constexpr double shape_flops = 6;  ///< of shape(), beside a and b

  float half_inverse_length;  ///< 1 / (2 h) [1/m]
  float inverse_length;       ///< 1 / h [1/m]
  float normalisation;        ///< -3 / (pi h^4) [1/m^4], times the caller's constant

  static CubicSpline prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    return {static_cast<float>(0.5 / h), static_cast<float>(1 / h),
            static_cast<float>(-3.0 / (std::numbers::pi * h * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __device__ __forceinline__ T gradient_factor(T distance) const {
    const T a = bracket(distance, half_inverse_length);
    const T b = bracket(distance, inverse_length);
    // (a - b) / r; in this order, since a / r may be no number where r is 0
    const T difference =
        Math<T>::minimum(a * Math<T>::reciprocal(distance), T(half_inverse_length));
    return (a + b) * (T(normalisation) * difference);
  }

  /// pi h^3 W(r).
  /// @param distance r >= 0 [m]
  template <class T>
  __host__ __device__ __forceinline__ T shape(T distance) const {
    const T a = bracket(distance, half_inverse_length);
    const T b = bracket(distance, inverse_length);
    return T(2.0f) * (a * a * a) - b * b * b;
  }

  struct Value;

 private:
  /// 1 - r / length, and 0 beyond that length.
  template <class T>
  __host__ __device__ static __forceinline__ T bracket(T distance, float inverse_length) {
    return Math<T>::clamped(T(1.0f) - distance * T(inverse_length));
  }
};

struct CubicSpline::Value {
  static constexpr double flops = 6 + CubicSpline::shape_flops + 1;

  CubicSpline kernel;
  float normalisation;  ///< 1 / (pi h^3) [1/m^3], times the caller's constant

  static Value prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    return {CubicSpline::prepare(smoothing_length, 1.0f),
            static_cast<float>(1.0 / (std::numbers::pi * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __host__ __device__ __forceinline__ T at(T distance) const {
    return T(normalisation) * kernel.shape(distance);
  }
};

}  // namespace sphlab
