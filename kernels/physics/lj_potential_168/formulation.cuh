// Paper C's heavy stand-in for a pair.
#pragma once

#include "kernels/physics/lj_potential/formulation.cuh"

namespace sphlab {

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

using LjPotential168 = PairPotential<HeavyLennardJonesTerm, true>;

}  // namespace sphlab
