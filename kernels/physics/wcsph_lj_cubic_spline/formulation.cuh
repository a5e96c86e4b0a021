// wcsph-lj with another smoothing kernel.
#pragma once

#include "kernels/physics/cubic_spline.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"

namespace sphlab {

struct WcsphLjCubicSpline : WcsphLjOf<CubicSpline, ArtificialViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-lj-cubic-spline";
  static constexpr const char* equations = "wcsph-lj";
  static constexpr const char* smoothing_kernel = "cubic-spline";
};

}  // namespace sphlab
