// The constants that each pair physics takes by value: plain data, filled by the harness.
#pragma once

#include "kernels/gpu/vector_types.hpp"

namespace sphlab {

/// Weakly compressible SPH, paper A equations 3, 8 and 9, with artificial viscosity, Molteni and
/// Colagrossi's density diffusion, and Lennard-Jones walls. SI units.
struct WcsphConstants {
  float smoothing_length;      ///< h [m]
  float influence_radius;      ///< 2 h for Wendland C2 [m]
  float particle_mass;         ///< fluid particle mass [kg]
  float rest_density;          ///< rho0 [kg/m^3]
  float sound_speed;           ///< c0 [m/s]
  float polytropic_exponent;   ///< gamma of Cole's equation of state [1]; the kernels assume 7
  float artificial_viscosity;  ///< alpha [1]
  float density_diffusion;     ///< delta of Molteni and Colagrossi [1]
  float3 gravity;              ///< g [m/s^2]
  float wall_coefficient;      ///< D of the Lennard-Jones wall force [m^2/s^2]
  float wall_distance;         ///< r0 of the Lennard-Jones wall force [m]
  float courant;               ///< factor of the adaptive time step [1]
};

/// The softened Lennard-Jones potential of paper C, equation 1 (with r/d, not d/r as printed).
struct LjPotentialConstants {
  float cutoff;       ///< [m]
  float well_depth;   ///< E0 [J]
  float zero_radius;  ///< distance of zero potential [m]
  float softening;    ///< added to the squared distance [m^2]
};

}  // namespace sphlab
