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
/// kind of correction has: no_tension.cuh.
template <class Kernel>
struct TensileCorrection {
  static constexpr double flops = Kernel::Value::flops + 2 + 2 * 4 + 1;

  typename Kernel::Value value;  ///< over W(dp)
  float pressure_share;          ///< a [1]
  float tension_share;           ///< b [1]

  static TensileCorrection prepare(const WcsphConstants& c) {
    using Value = typename Kernel::Value;
    const double spacing =
        std::cbrt(static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density));
    const double at_spacing = Value::prepare(c.smoothing_length, 1.0f).at(spacing);
    return {Value::prepare(c.smoothing_length, static_cast<float>(1 / at_spacing)),
            c.tensile.pressure_share, c.tensile.tension_share};
  }

  template <class Particle, class T>
  __device__ __forceinline__ T term(const Particle& i, const Particle& j, T distance) const {
    const T ratio = value.at(distance);
    const T squared = ratio * ratio;
    return squared * squared * (share_of(i) + share_of(j));
  }

  /// R of a particle.
  template <class T>
  __device__ __forceinline__ T share_of(const WcsphParticle<T>& particle) const {
    return T(pressure_share) * Math<T>::maximum(particle.pressure_term, T(0.0f)) -
           T(tension_share) * Math<T>::minimum(particle.pressure_term, T(0.0f));
  }
  template <class T>
  __device__ __forceinline__ T share_of(const DerivedWcsphParticle<T>& particle) const {
    return particle.tension;
  }
};

}  // namespace sphlab
