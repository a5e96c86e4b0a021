// A weakly compressible particle whose velocity is in units of its own: what a layout keeps in
// fewer bits need not be scaled for each pair.
#pragma once

#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// Of velocities a pair takes approach_of() alone.
template <class T>
struct ScaledWcsphParticle {
  T x, y, z, pressure_term;      ///< position [m], P/rho^2
  T ux, uy, uz, density_excess;  ///< velocity in units, from where they begin; s = rho/rho0 - 1
  T velocity_unit;               ///< [m/s], the same of all particles
};

template <class T>
__device__ __forceinline__ T approach_of(const ScaledWcsphParticle<T>& i,
                                         const ScaledWcsphParticle<T>& j, const Pair<T>& pair) {
  return i.velocity_unit *
         ((i.ux - j.ux) * pair.x + (i.uy - j.uy) * pair.y + (i.uz - j.uz) * pair.z);
}

}  // namespace sphlab
