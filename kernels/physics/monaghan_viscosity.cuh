// The viscous term of paper A's equation 9: Monaghan's, along the line between two particles.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// Of a fluid of dynamic viscosity mu [Pa s], the same everywhere, in three dimensions:
/// ```
///     Pi_ij = - 2 K mu (u_ij . x_ij) / (rho_i rho_j r^2),  K = 5
/// ```
/// of particles that approach each other and of those that part. The sum over a smooth flow is
/// mu/rho (lap u + 2 grad div u), and the force on a pair is along x_ij: angular momentum is kept,
/// too.
///
/// Where equation 9 as printed cannot be meant:
/// - its viscous term has the sign of the pressure, inside the minus before the sum; with F < 0 and
///   u_ij = u_i - u_j that would speed particles up that brake each other;
/// - K is not said: d + 2 in d dimensions makes the sum mu/rho lap u where the flow is
///   incompressible;
/// - the mean of the viscosities of a pair, of which Table 1 has three, is mu of one fluid.
/// What a kind of viscosity has: no_viscosity.cuh.
struct MonaghanViscosity {
  static constexpr double flops = 11;

  float viscosity;        ///< 2 K mu / rho0^2 [m^5/(kg s)]
  float least_distance2;  ///< (1e-6 h)^2 [m^2]: particles that coincide do not divide by 0

  static MonaghanViscosity prepare(const WcsphConstants& c) {
    const double h = c.smoothing_length;
    const double density = c.rest_density;
    return {static_cast<float>(10.0 * c.dynamic_viscosity / (density * density)),
            static_cast<float>(1e-12 * h * h)};
  }

  template <class T>
  __device__ __forceinline__ T term(const WcsphParticle<T>& i, const WcsphParticle<T>& j,
                                    const Pair<T>& pair, T approach) const {
    const T densities = (T(1.0f) + i.density_excess) * (T(1.0f) + j.density_excess);
    const T distance2 = Math<T>::maximum(pair.r2, T(least_distance2));
    return T(-viscosity) * approach * Math<T>::reciprocal(distance2 * densities);
  }
};

}  // namespace sphlab
