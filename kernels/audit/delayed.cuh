// A pair physics that does what another does, and then wastes a known amount of time: how much of
// it a gate notices is what its audit measures (docs/gate.md).
#pragma once

#include "kernels/physics/pair.cuh"
#include "kernels/physics/pass.hpp"

namespace sphlab {

/// A pair physics that sends each target's sum through a chain of `operations` multiply-adds, each
/// waiting for the one before it, on its way to memory. They multiply by one and add zero, of which
/// no compiler knows: what is stored is what `Physics` stores.
template <class Physics>
struct Delayed : Physics {
  struct Coefficients {
    typename Physics::Coefficients inner;
    std::uint32_t operations;  ///< a target
    float one = 1.0f;
    float zero = 0.0f;
  };

  template <class Group, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c,
                                               const typename Physics::template Particle<T>& target,
                                               const typename Physics::template Particle<T>& source,
                                               const Pair<T>& pair) {
    return Physics::template terms<Group>(c.inner, target, source, pair);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const PassArguments<Physics>& arguments,
                                               std::uint32_t i,
                                               typename Physics::template Sum<float> sum) {
    for (std::uint32_t done = 0; done < c.operations; ++done) sum.x = sum.x * c.one + c.zero;
    Physics::store(c.inner, arguments, i, sum);
  }
};

}  // namespace sphlab
