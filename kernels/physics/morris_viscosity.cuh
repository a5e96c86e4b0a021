// The viscous term of paper A's equation 11: Morris', along the difference of two velocities.
#pragma once

#include "kernels/abi/constants.hpp"

namespace sphlab {

/// Of a fluid of dynamic viscosity mu [Pa s], the same everywhere:
/// ```
///     du_i/dt = sum_j m 2 mu / (rho_i rho_j) u_ij F_ij
/// ```
/// The sum over a smooth flow is mu/rho lap u. Momentum is kept; angular momentum is not, since the
/// force on a pair is not along x_ij.
///
/// Where equation 11 as printed cannot be meant:
/// - its viscous term stands inside the minus before the sum, as that of equation 9 does;
/// - its factor 2 rho_i rho_j / (rho_i + rho_j) gives no acceleration, whether mu is the dynamic
///   viscosity or the kinematic one. This is equation 22 of the paper that it cites (Morris, Fox
///   and Zhu 1997), with one mu.
struct MorrisViscosity {
  static constexpr double flops = 9;

  float viscosity;  ///< 2 mu / rho0^2 [m^5/(kg s)]

  static MorrisViscosity prepare(const WcsphConstants& c) {
    const double density = c.rest_density;
    return {static_cast<float>(2.0 * c.dynamic_viscosity / (density * density))};
  }

  /// 2 mu / (rho_i rho_j). @param volumes rho0^2 / (rho_i rho_j).
  template <class T>
  __device__ __forceinline__ T factor(T volumes) const {
    return T(viscosity) * volumes;
  }
};

}  // namespace sphlab
