// A physics for traversals that keep particles in arrays of their own, where what is derived from a
// particle's numbers can lie beside them.
#pragma once

#include "kernels/abi/particle_view.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/seam.cuh"

namespace sphlab {

namespace detail {
template <class Physics>
struct SeparateOf {
  using type = Physics;
};
template <class Physics>
requires requires {
  typename Physics::Separate;
}
struct SeparateOf<Physics> {
  using type = typename Physics::Separate;
};
}  // namespace detail

/// The physics as it is computed from separate arrays: itself, unless it names another of a
/// Particle with more numbers (derived_particle.cuh).
template <class Physics>
using SeparateOf = typename detail::SeparateOf<Physics>::type;

/// Particle i with all of those numbers.
template <class Physics>
__device__ __forceinline__ typename Physics::template Particle<float> load_derived(
    [[maybe_unused]] const typename Physics::Coefficients& coefficients, const PassView& state,
    std::uint32_t i) {
  const auto loaded = load<Physics>(state, i);
  if constexpr (requires { Physics::derive(coefficients, loaded); }) {
    return Physics::derive(coefficients, loaded);
  } else {
    return loaded;
  }
}

}  // namespace sphlab
