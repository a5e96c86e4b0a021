// The count of pairs in a periodic box, for the verification of periodic physics.
#pragma once

#include "kernels/physics/pair_count/formulation.cuh"

namespace sphlab {

struct PairCountPeriodic : PairCount {
  static constexpr const char* name = "pair-count-periodic";
  static constexpr bool is_periodic = true;
};

}  // namespace sphlab
