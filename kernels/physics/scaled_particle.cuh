// A weakly compressible particle whose velocity and density are in units of their own: what a
// layout keeps in fewer bits need not be scaled for each pair.
#pragma once

namespace sphlab {

/// Of velocities a pair takes differences alone. Units: ScaledUnits (scaled_physics.cuh).
template <class T>
struct ScaledWcsphParticle {
  T x, y, z, pressure_term;      ///< position [m], P/rho^2
  T ux, uy, uz, density_excess;  ///< in units: velocity, from where it begins; rho/rho0 - 1
};

}  // namespace sphlab
