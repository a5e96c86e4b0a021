// The softened Lennard-Jones potential in a periodic box (catalogue G1).
#pragma once

#include "kernels/physics/lj_potential/formulation.cuh"

namespace sphlab {

struct LjPotentialPeriodic : LjPotential {
  static constexpr const char* name = "lj-potential-periodic";
  static constexpr bool is_periodic = true;
};

}  // namespace sphlab
