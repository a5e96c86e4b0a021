// The softened Lennard-Jones potential of paper C, and its lighter and its heavier stand-in.
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

/// x + y + z of the distance vector, in m taken for J: the 5 FLOP of paper C's light stand-in,
/// which sums positions.
struct PositionSumTerm {
  static constexpr const char* tested_name = "position-sum";
  static constexpr const char* uncut_name = "position-sum-uncut";
  static constexpr bool is_for_lists = false;
  static constexpr double flops = 5;
  static constexpr float parity = -1.0f;

  struct Coefficients {};

  static Coefficients prepare(const LjPotentialConstants&) { return {}; }

  template <class T>
  __device__ static __forceinline__ T value(const Coefficients&, const Pair<T>& pair) {
    return pair.x + pair.y + pair.z;
  }
};

/// The Lennard-Jones potential, drawn 75 times by 1/128 of the difference towards E0: 150 FLOP
/// more, as in paper C's heavy stand-in, that no compiler can leave out.
struct HeavyLennardJonesTerm {
  static constexpr const char* tested_name = "lj-potential-168";
  static constexpr const char* uncut_name = "lj-potential-168-uncut";
  static constexpr bool is_for_lists = false;
  static constexpr double flops = 168;
  static constexpr float parity = 1.0f;
  static constexpr int steps = 75;

  struct Coefficients {
    LennardJonesTerm::Coefficients potential;
    float kept;    ///< 127/128 [1]
    float gained;  ///< E0 / 128 [J]
  };

  static Coefficients prepare(const LjPotentialConstants& c) {
    return {LennardJonesTerm::prepare(c), 127.0f / 128.0f, c.well_depth / 128.0f};
  }

  template <class T>
  __device__ static __forceinline__ T value(const Coefficients& c, const Pair<T>& pair) {
    T drawn = LennardJonesTerm::value(c.potential, pair);
#pragma unroll
    for (int step = 0; step < steps; ++step) drawn = drawn * T(c.kept) + T(c.gained);
    return drawn;
  }
};

using LjPotential = PairPotential<LennardJonesTerm, true>;
using PositionSum = PairPotential<PositionSumTerm, true>;
using HeavyLjPotential = PairPotential<HeavyLennardJonesTerm, true>;
using LjPotentialUncut = PairPotential<LennardJonesTerm, false>;
using PositionSumUncut = PairPotential<PositionSumTerm, false>;
using HeavyLjPotentialUncut = PairPotential<HeavyLennardJonesTerm, false>;

}  // namespace sphlab
