// The Wendland C2 smoothing kernel in three dimensions.
//
// A smoothing kernel is a type with
//   flops                      floating-point operations of gradient_factor(); roots and
//                              reciprocals count 3
//   prepare(h, factor)         -> itself, on the host; `factor` is multiplied in
//   gradient_factor(distance)  -> factor F(r) = factor (1/r) dW/dr, finite at r = 0, 0 from 2 h on
//   Value                      W itself: prepare(h, factor), and at(distance) -> factor W(r)
#pragma once

#include <numbers>

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// With q = r/h, below q = 2 (paper A, 2.1):
/// ```
///     W(r) =   21 / (16 pi h^3) (1 - q/2)^4 (2 q + 1)
///     F(r) = -105 / (16 pi h^5) (1 - q/2)^3
/// ```
/// The gradient is F(r) x_ij: no division by r, so coinciding particles are harmless.
struct WendlandC2 {
  static constexpr double flops = 6;

  float half_inverse_length;  ///< 1 / (2 h) [1/m]
  float normalisation;  ///< -105 / (16 pi h^5) [1/m^5], times any constant the caller folds in

  static WendlandC2 prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    return {static_cast<float>(0.5 / h),
            static_cast<float>(-105.0 / (16.0 * std::numbers::pi * h * h * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __device__ __forceinline__ T gradient_factor(T distance) const {
    const T inside = Math<T>::maximum(T(1.0f) - distance * T(half_inverse_length), T(0.0f));
    return T(normalisation) * inside * inside * inside;
  }

  struct Value {
    static constexpr double flops = 9;

    float half_inverse_length;  ///< 1 / (2 h) [1/m]
    float normalisation;        ///< 21 / (16 pi h^3) [1/m^3], times the caller's constant

    static Value prepare(float smoothing_length, float factor) {
      const double h = smoothing_length;
      return {static_cast<float>(0.5 / h),
              static_cast<float>(21.0 / (16.0 * std::numbers::pi * h * h * h) * factor)};
    }

    /// @param distance r >= 0 [m]
    template <class T>
    __host__ __device__ __forceinline__ T at(T distance) const {
      const T half = distance * T(half_inverse_length);  // q / 2
      const T inside = Math<T>::maximum(T(1.0f) - half, T(0.0f));
      const T inside2 = inside * inside;
      return T(normalisation) * inside2 * inside2 * (T(4.0f) * half + T(1.0f));
    }
  };
};

}  // namespace sphlab
