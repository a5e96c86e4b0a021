// The quadratic smoothing kernel in three dimensions. What a smoothing kernel has: wendland_c2.cuh.
#pragma once

#include <numbers>

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// With q = r/h, below q = 2 (Johnson, Stryk and Beissel 1996; paper D's code has it beside the
/// cubic spline):
/// ```
///     W(r) =  15 / (64 pi h^3) (2 - q)^2 = 5 / (4 pi h^3) (3/16 q^2 - 3/4 q + 3/4)
///     F(r) = -15 / (32 pi h^5) (2 - q) / q
/// ```
/// Its gradient F(r) x_ij stays as long down to r = 0, where it has no direction, and pushes apart
/// what is close: no tensile correction is needed. Below q = least_q, F is that of least_q, and the
/// gradient goes to zero with r: coinciding particles are harmless.
struct Quadratic {
  static constexpr double flops = 8;
  static constexpr float least_q = 1.0f / 1024;

  float inverse_length;  ///< 1 / h [1/m]
  float normalisation;   ///< 15 / (32 pi h^5) [1/m^5], times the caller's constant

  static Quadratic prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    return {static_cast<float>(1 / h),
            static_cast<float>(15.0 / (32.0 * std::numbers::pi * h * h * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __device__ __forceinline__ T gradient_factor(T distance) const {
    const T q = Math<T>::maximum(distance * T(inverse_length), T(least_q));
    const T inside = Math<T>::maximum(T(2.0f) - q, T(0.0f));
    return T(-normalisation) * inside * Math<T>::reciprocal(q);
  }

  struct Value {
    static constexpr double flops = 5;

    float inverse_length;  ///< 1 / h [1/m]
    float normalisation;   ///< 15 / (64 pi h^3) [1/m^3], times the caller's constant

    static Value prepare(float smoothing_length, float factor) {
      const double h = smoothing_length;
      return {static_cast<float>(1 / h),
              static_cast<float>(15.0 / (64.0 * std::numbers::pi * h * h * h) * factor)};
    }

    /// @param distance r >= 0 [m]
    template <class T>
    __host__ __device__ __forceinline__ T at(T distance) const {
      const T inside = Math<T>::maximum(T(2.0f) - distance * T(inverse_length), T(0.0f));
      return T(normalisation) * inside * inside;
    }
  };
};

}  // namespace sphlab
