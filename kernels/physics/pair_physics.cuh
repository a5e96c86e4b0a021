// Every pair physics of the laboratory. A new one is one new file and one entry here.
#pragma once

#include "kernels/physics/lj_potential.cuh"
#include "kernels/physics/type_list.hpp"
#include "kernels/physics/wcsph_lj.cuh"

namespace sphlab {

using PairPhysics = TypeList<WcsphLj, LjPotential>;

}  // namespace sphlab
