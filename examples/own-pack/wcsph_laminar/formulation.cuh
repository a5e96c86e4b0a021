// Weakly compressible SPH with a laminar viscosity in place of the artificial one, and its oracle.
#pragma once

#include <cmath>
#include <numbers>

#include "kernels/abi/formulation.hpp"
#include "kernels/physics/wcsph_lj/formulation.cuh"

namespace sphlab {

/// Cleary's viscosity, of approaching and receding particles alike, with nu = alpha h c0 / 10:
/// ```
///     Pi_ij = - 16 nu (u_ij . x_ij) / ((rho_i + rho_j) (r^2 + 0.01 h^2))
/// ```
struct LaminarViscosity {
  static constexpr double flops = 9;

  float viscosity;  ///< 16 nu / rho0 [m^5/(kg s)]
  float softening;  ///< 0.01 h^2 [m^2]

  static LaminarViscosity prepare(const WcsphConstants& c) {
    const float h = c.smoothing_length;
    return {1.6f * c.artificial_viscosity * h * c.sound_speed / c.rest_density, 0.01f * h * h};
  }

  template <class T>
  __device__ __forceinline__ T term(const WcsphParticle<T>& i, const WcsphParticle<T>& j,
                                    const Pair<T>& pair, T approach) const {
    const T densities = T(2.0f) + i.density_excess + j.density_excess;
    return T(-viscosity) * approach * Math<T>::reciprocal((pair.r2 + T(softening)) * densities);
  }
};

/// The same in double precision, for the host. Shares nothing with the kernels but the constants.
struct LaminarOracle {
  using Constants = WcsphConstants;

  /// Cole's P/rho^2 at the centred relative density s.
  static double pressure_term(const Constants& k, double s) {
    const double stiffness = double(k.rest_density) * k.sound_speed * k.sound_speed / 7;
    const double density = k.rest_density * (1 + s);
    return stiffness * std::expm1(7 * std::log1p(s)) / (density * density);
  }

  /// m (1/r) dW/dr of Wendland's C2 kernel.
  static double gradient(const Constants& k, double r) {
    const double h = k.smoothing_length;
    const double rest = 1 - r / (2 * h);
    if (rest <= 0) return 0;
    return -105 * k.particle_mass * rest * rest * rest / (16 * std::numbers::pi * std::pow(h, 5));
  }

  /// Monaghan's repulsion by a wall particle, over x_ij.
  static double wall(const Constants& k, double r2) {
    const double s2 = double(k.wall_distance) * k.wall_distance / r2;
    return s2 <= 1 ? 0 : k.wall_coefficient * (std::pow(s2, 6) - s2 * s2) / r2;
  }

  static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                  OracleSum& sum) {
    double x[3], r2 = 0, approach = 0;
    for (int axis = 0; axis < 3; ++axis) {
      x[axis] = i.position[axis] - j.position[axis];
      r2 += x[axis] * x[axis];
      approach += (i.velocity[axis] - j.velocity[axis]) * x[axis];
    }
    if (j.type != ParticleType::fluid) {
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] += wall(k, r2) * x[axis];
      return;
    }
    const double h = k.smoothing_length;
    const double density_i = k.rest_density * (1 + i.density_excess);
    const double density_j = k.rest_density * (1 + j.density_excess);
    const double nu = k.artificial_viscosity * h * k.sound_speed / 10;
    const double viscous = -16 * nu * approach / ((density_i + density_j) * (r2 + 0.01 * h * h));
    const double slope = gradient(k, std::sqrt(r2));
    const double momentum =
        pressure_term(k, i.density_excess) + pressure_term(k, j.density_excess) + viscous;
    for (int axis = 0; axis < 3; ++axis) sum.values[axis] -= momentum * slope * x[axis];
    const double diffusion =
        2 * k.density_diffusion * h * k.sound_speed * (density_i - density_j) / density_j;
    sum.values[3] += slope * (approach + diffusion);
  }

  static void finish(const Constants& k, const OracleParticle&, OracleSum& sum) {
    sum.values[0] += k.gravity.x;
    sum.values[1] += k.gravity.y;
    sum.values[2] += k.gravity.z;
    sum.values[3] /= k.rest_density;
  }
};

struct WcsphLaminar : WcsphLjOf<WendlandC2, LaminarViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-laminar";
  using Oracle = LaminarOracle;
};

}  // namespace sphlab
