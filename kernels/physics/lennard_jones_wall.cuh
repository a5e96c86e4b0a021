// The Lennard-Jones wall force between a fluid and a boundary particle.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/numerics/scalar_math.cuh"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// What a wall particle contributes.
template <class T>
struct WallTerms {
  T factor;  ///< of x_ij: an acceleration of the target [1/s^2]
};

/// Adds them to a target. A physics derives from it, and names the function beside its own by a
/// using-declaration.
struct PushedByWalls {
  template <class Group, class T, class Sum>
  __device__ static __forceinline__ void add_to_target(const WallTerms<T>& terms,
                                                       const Pair<T>& pair, Sum& sum) {
    add_along(sum, terms.factor, pair);
  }
};

/// f = D ((r0/r)^12 - (r0/r)^4) x_ij / r^2 for r < r0, 0 beyond: an acceleration of the target away
/// from the source (Monaghan's repulsive boundary, paper A, 2.1). Even in the pair: the reaction of
/// the wall is the same factor times the opposite distance vector.
///
/// A wall particle holds its neighbours just inside r0, where the two powers cancel: there the
/// force is written as a product with r0^2 - r^2, which is summed from the components without
/// rounding the square of the distance first.
struct LennardJonesWall {
  float coefficient;     ///< D [m^2/s^2]
  float distance2;       ///< r0^2 [m^2]
  float distance2_rest;  ///< what rounding took from distance2 [m^2]

  static LennardJonesWall prepare(const WcsphConstants& constants) {
    const double exact =
        static_cast<double>(constants.wall_distance) * static_cast<double>(constants.wall_distance);
    const float rounded = static_cast<float>(exact);
    return {constants.wall_coefficient, rounded,
            static_cast<float>(exact - static_cast<double>(rounded))};
  }

  /// The factor of x_ij, with s = r0/r:
  /// ```
  ///     D (s^12 - s^4) / r^2 = D s^4 (s^4 + 1) (s^2 + 1) (r0^2 - r^2) / r^4
  /// ```
  template <class T>
  __device__ __forceinline__ WallTerms<T> terms(const Pair<T>& pair) const {
    T inside = Math<T>::minus_square(T(distance2), pair.z);
    inside = Math<T>::minus_square(inside, pair.y);
    inside = Math<T>::minus_square(inside, pair.x) + T(distance2_rest);
    const T inverse = Math<T>::reciprocal(pair.r2);
    const T s2 = T(distance2) * inverse;
    const T s4 = s2 * s2;
    const T force =
        T(coefficient) * s4 * (s4 + T(1.0f)) * (s2 + T(1.0f)) * inside * inverse * inverse;
    return {Math<T>::select(pair.included & (T(0.0f) < inside), force, T(0.0f))};
  }
};

}  // namespace sphlab
