// The Wendland C2 smoothing kernel in three dimensions.
#pragma once

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// F(r) = (1/r) dW/dr = -105 / (16 pi h^5) (1 - r/2h)^3 for r < 2h, 0 beyond (paper A, 2.1).
///
/// The gradient is F(r) x_ij: no division by r, so coinciding particles are harmless.
struct WendlandC2 {
  float half_inverse_length;  ///< 1 / (2 h) [1/m]
  float normalisation;  ///< -105 / (16 pi h^5) [1/m^5], times any constant the caller folds in

  static WendlandC2 prepare(float smoothing_length, float factor) {
    const double h = smoothing_length;
    constexpr double pi = 3.14159265358979323846;
    return {static_cast<float>(0.5 / h),
            static_cast<float>(-105.0 / (16.0 * pi * h * h * h * h * h) * factor)};
  }

  /// @param distance r >= 0 [m]
  template <class T>
  __device__ __forceinline__ T gradient_factor(T distance) const {
    const T inside = Math<T>::maximum(T(1.0f) - distance * T(half_inverse_length), T(0.0f));
    return T(normalisation) * inside * inside * inside;
  }
};

}  // namespace sphlab
