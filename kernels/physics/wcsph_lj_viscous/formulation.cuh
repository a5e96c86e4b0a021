// Weakly compressible SPH of one viscous fluid with Lennard-Jones walls, in the first form of paper
// A: equations 8 and 9 (catalogue P2).
#pragma once

#include "kernels/physics/molteni_colagrossi.cuh"
#include "kernels/physics/monaghan_viscosity.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// Equations 8 and 9. The fluid slips along walls, which repel it and do nothing else.
struct WcsphLjViscous : WcsphLjOf<WendlandC2, MonaghanViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-lj-viscous";
};

}  // namespace sphlab
