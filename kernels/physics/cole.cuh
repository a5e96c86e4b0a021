// Cole's equation of state with gamma = 7, in terms of the centred relative density s = rho/rho0
// - 1.
#pragma once

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// P / rho^2 = c0^2 / (7 rho0) ((1+s)^7 - 1) / (1+s)^2 (paper A, equation 3).
///
/// (1+s)^7 - 1 is expanded in s: subtracting 1 from a power would lose the digits that the centred
/// density was stored for (paper B, section 5).
struct Cole {
  float pressure_scale;  ///< c0^2 / (7 rho0) [m^5/(kg s^2)]

  static Cole prepare(float sound_speed, float rest_density) {
    return {sound_speed * sound_speed / (7.0f * rest_density)};
  }

  /// P / rho^2 [m^5/(kg s^2)].
  __device__ __forceinline__ float pressure_over_density2(float s) const {
    const float power =
        s * (7.0f + s * (21.0f + s * (35.0f + s * (35.0f + s * (21.0f + s * (7.0f + s))))));
    const float ratio = 1.0f + s;
    return pressure_scale * power / (ratio * ratio);
  }

  /// c / c0 = (1+s)^3.
  template <class T>
  __device__ static __forceinline__ T relative_sound_speed(T s) {
    const T ratio = T(1.0f) + s;
    return ratio * ratio * ratio;
  }
};

}  // namespace sphlab
