// Paper D's physics.
#pragma once

#include "kernels/physics/cubic_spline.cuh"
#include "kernels/physics/derived_particle.cuh"
#include "kernels/physics/wcsph_dynamic_limited.cuh"

namespace sphlab {

/// Paper D's physics, table 1.
struct WcsphDynamicCubicSpline
    : WcsphDynamicLimitedOf<CubicSpline, ArtificialViscosity, CorrectedPair> {
  static constexpr const char* name = "wcsph-dynamic-cubic-spline";
  static constexpr const char* equations = "wcsph-dynamic-limited";
  static constexpr const char* smoothing_kernel = "cubic-spline";
  using Separate = OfDerivedParticles<WcsphDynamicCubicSpline>;
};

}  // namespace sphlab
