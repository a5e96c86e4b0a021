// One fluid whose density may lie far below that at rest: that of a drop by itself, say, which a
// sum over its neighbours finds to be a hundredth of it.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/particle_view.hpp"

namespace sphlab {

/// Cole's equation of state, as OneFluid has it, in another form of the same polynomial. With x =
/// rho/rho0 = 1 + s,
/// ```
///     x^7 - 1 = s (1 + x + x^2 + ... + x^6)
/// ```
/// a sum of positive terms at any density: where s is near -1, those of Cole's cancel to rounding
/// of 3e-6, and these to 2e-7.
struct ThinFluid {
  float pressure_scale;  ///< c0^2 / (7 rho0) [m^5/(kg s^2)]

  static ThinFluid prepare(const WcsphConstants& c) {
    return {c.sound_speed * c.sound_speed / (7.0f * c.rest_density)};
  }

  /// P / rho^2 [m^5/(kg s^2)] of a particle at the centred relative density s.
  __device__ __forceinline__ float pressure_over_density2(const ParticleView&, std::uint32_t,
                                                          float s) const {
    const float x = 1.0f + s;
    const float sum = 1.0f + x * (1.0f + x * (1.0f + x * (1.0f + x * (1.0f + x * (1.0f + x)))));
    return pressure_scale * (s * sum) / (x * x);
  }
};

}  // namespace sphlab
