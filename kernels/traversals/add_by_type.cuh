// The pair term of a source whose type is known at run time only.
#pragma once

#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// Adds the term of a source of `type`, one of the groups' types.
template <class Physics, class... Groups>
__device__ __forceinline__ void add_by_type(
    TypeList<Groups...>, TypeMask type, const typename Physics::Coefficients& coefficients,
    const typename Physics::template Particle<float>& target,
    const typename Physics::template Particle<float>& source, const Pair<float>& pair,
    typename Physics::template Sum<float>& sum) {
  ((type & Groups::mask ? add_one_sided<Physics, Groups>(coefficients, target, source, pair, sum)
                        : void()),
   ...);
}

}  // namespace sphlab
