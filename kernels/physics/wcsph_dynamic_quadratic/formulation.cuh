// Paper D's physics with another smoothing kernel.
#pragma once

#include "kernels/physics/quadratic.cuh"
#include "kernels/physics/wcsph_dynamic_limited.cuh"

namespace sphlab {

/// The smoothing kernel needs no tensile correction.
struct WcsphDynamicQuadratic
    : WcsphDynamicLimitedOf<Quadratic, ArtificialViscosity, UncorrectedPair> {
  static constexpr const char* name = "wcsph-dynamic-quadratic";
  static constexpr const char* equations = "wcsph-dynamic-limited";
  static constexpr const char* smoothing_kernel = "quadratic";
};

}  // namespace sphlab
