// Paper C's light stand-in for a pair.
#pragma once

#include "kernels/physics/pair_potential.cuh"

namespace sphlab {

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

using PositionSum = PairPotential<PositionSumTerm, true>;

}  // namespace sphlab
