// The Lennard-Jones wall force between a fluid and a boundary particle.
#pragma once

#include "kernels/numerics/scalar_math.cuh"
#include "kernels/physics/constants.hpp"

namespace sphlab {

/// f = D ((r0/r)^12 - (r0/r)^4) x_ij / r^2 for r < r0, 0 beyond: an acceleration of the target away
/// from the source (Monaghan's repulsive boundary, paper A, 2.1). Even in the pair: the reaction of
/// the wall is the same factor times the opposite distance vector.
struct LennardJonesWall {
  float coefficient;  ///< D [m^2/s^2]
  float distance2;    ///< r0^2 [m^2]

  static LennardJonesWall prepare(const WcsphConstants& constants) {
    return {constants.wall_coefficient, constants.wall_distance * constants.wall_distance};
  }

  /// The factor of x_ij [1/s^2].
  template <class T>
  __device__ __forceinline__ T factor(T r2, typename Math<T>::Mask included) const {
    const T inverse = Math<T>::reciprocal(r2);
    const T s2 = T(distance2) * inverse;
    const T s4 = s2 * s2;
    const T force = T(coefficient) * (s4 * s4 * s4 - s4) * inverse;
    return Math<T>::select(included & (r2 < T(distance2)), force, T(0.0f));
  }
};

}  // namespace sphlab
