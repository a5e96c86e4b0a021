// The softened Lennard-Jones potential of paper C (catalogue P7).
#pragma once

#include "kernels/physics/pair_potential.cuh"

namespace sphlab {

/// 4 E0 (s^12 - s^6), s^2 = r0^2 / (r^2 + softening) (paper C, equation 1, with the ratio the right
/// way up): 18 FLOP.
struct LennardJonesTerm {
  static constexpr const char* tested_name = "lj-potential";
  static constexpr const char* uncut_name = "lj-potential-uncut";
  static constexpr bool is_for_lists = true;
  static constexpr double flops = 18;
  static constexpr float parity = 1.0f;

  struct Coefficients {
    float four_well_depths;  ///< 4 E0 [J]
    float zero_radius2;      ///< r0^2 [m^2]
    float softening;         ///< [m^2]
  };

  static Coefficients prepare(const LjPotentialConstants& c) {
    return {4.0f * c.well_depth, c.zero_radius * c.zero_radius, c.softening};
  }

  template <class T>
  __device__ static __forceinline__ T value(const Coefficients& c, const Pair<T>& pair) {
    const T s2 = T(c.zero_radius2) * Math<T>::reciprocal(pair.r2 + T(c.softening));
    const T s6 = s2 * s2 * s2;
    return T(c.four_well_depths) * (s6 * s6 - s6);
  }
};

using LjPotential = PairPotential<LennardJonesTerm, true>;

}  // namespace sphlab
