// Every pair physics of the laboratory.
#pragma once

#include "kernels/particles/type_list.hpp"
#include "kernels/physics/elastic.cuh"
#include "kernels/physics/lj_potential.cuh"
#include "kernels/physics/mixture.cuh"
#include "kernels/physics/pair_count.cuh"
#include "kernels/physics/pcisph.cuh"
#include "kernels/physics/wcsph_dynamic.cuh"
#include "kernels/physics/wcsph_dynamic_limited.cuh"
#include "kernels/physics/wcsph_lj.cuh"
#include "kernels/physics/wcsph_lj_summed.cuh"
#include "kernels/physics/wcsph_lj_viscous.cuh"
#include "kernels/physics/wcsph_summed.cuh"
#include "kernels/physics/wcsph_two_fluids.cuh"

namespace sphlab {

using LaboratoryPhysics =
    TypeList<WcsphLj, WcsphLjCubicSpline, WcsphLjSummed, WcsphLjViscous, WcsphLjVolumes,
             WcsphDynamic, WcsphDynamicCubicSpline, WcsphDynamicQuadratic, WcsphTwoFluids,
             WcsphSummed, Mixture, Pcisph, Elastic, LjPotential, LjPotentialUncut, HeavyLjPotential,
             HeavyLjPotentialUncut, PositionSum, PositionSumUncut, PairCount>;

}  // namespace sphlab
