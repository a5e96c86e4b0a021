// Every pair physics of the laboratory. A new one is one new file and one entry here.
#pragma once

#include "kernels/physics/lj_potential.cuh"
#include "kernels/physics/type_list.hpp"
#include "kernels/physics/wcsph_dynamic.cuh"
#include "kernels/physics/wcsph_lj.cuh"
#include "kernels/physics/wcsph_two_fluids.cuh"

namespace sphlab {

using PairPhysics = TypeList<WcsphLj, WcsphDynamic, WcsphTwoFluids, LjPotential>;

/// Those whose particles move: what an integrator registers for.
using SteppingPhysics = TypeList<WcsphLj, WcsphDynamic, WcsphTwoFluids>;

}  // namespace sphlab
