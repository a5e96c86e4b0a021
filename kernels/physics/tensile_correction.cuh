// Monaghan's correction of the tensile instability.
#pragma once

#include <cmath>

#include "kernels/abi/constants.hpp"
#include "kernels/physics/derived_particle.cuh"

namespace sphlab {

/// Particles under tension clump where the gradient of the smoothing kernel goes to zero with r.
/// Monaghan (2000) adds to the pressure terms of a pair (paper D activates it and does not print
/// it, A.3)
/// ```
///     (W(r) / W(dp))^4 (R_i + R_j),    R =  a P/rho^2    of a particle under pressure
///                                      R = -b P/rho^2    of one under tension
/// ```
/// which pushes apart in either case. dp is the spacing that the lattice has, the cube root of the
/// volume of a particle: paper D's code fixes h/dp at 1.5 here, whatever it is elsewhere. What a
/// kind of correction has: no_tension.cuh. W(r) over W(dp) is Kernel::shape() over shape(dp).
template <class Kernel>
struct TensileCorrection {
  static constexpr double flops = Kernel::shape_flops + 2 + 2 * 4 + 1;

  float of_magnitude;  ///< (a + b) / 2, over shape(dp)^4 [1]
  float of_pressure;   ///< (a - b) / 2, likewise [1]

  static TensileCorrection prepare(const WcsphConstants& c) {
    const double spacing =
        std::cbrt(static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density));
    const double at_spacing = Kernel::prepare(c.smoothing_length, 1.0f).shape(spacing);
    const double half = 0.5 / std::pow(at_spacing, 4);
    const double pressure_share = c.tensile.pressure_share;
    const double tension_share = c.tensile.tension_share;
    return {static_cast<float>(half * (pressure_share + tension_share)),
            static_cast<float>(half * (pressure_share - tension_share))};
  }

  template <class Particle, class T>
  __device__ __forceinline__ T term(const Kernel& kernel, const Particle& i, const Particle& j,
                                    T distance) const {
    const T shape = kernel.shape(distance);
    const T squared = shape * shape;
    return squared * squared * add_share(j, add_share(i, T(0.0f)));
  }

  /// R of a particle over shape(dp)^4, and what is to be added to it. With the magnitude of its
  /// pressure term both cases are one: R = (a + b)/2 |P/rho^2| + (a - b)/2 P/rho^2.
  template <class T>
  __device__ __forceinline__ T add_share(const WcsphParticle<T>& particle, T others) const {
    return T(of_magnitude) * Math<T>::magnitude(particle.pressure_term) +
           (T(of_pressure) * particle.pressure_term + others);
  }
  template <class T>
  __device__ __forceinline__ T add_share(const DerivedWcsphParticle<T>& particle, T others) const {
    return particle.tension + others;
  }
};

}  // namespace sphlab
