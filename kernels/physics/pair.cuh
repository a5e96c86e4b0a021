// What a traversal hands to a pair physics.
//
// A pair physics is a type with
//   name                         its name in a record
//   Constants, Coefficients      plain data of the harness, and what is precomputed from it at
//                                launch
//   prepare(Constants)           -> Coefficients, on the host
//   targets                      TypeMask of the particles for which sums are formed
//   Groups                       TypeList of SourceTypes<...>: which sources are treated alike, in
//                                order
//   Particle<T>                  what of a particle a pair needs, in registers or staged: numbers
//                                only
//   Sum<T>                       what a target accumulates
//   load(view, i, position)      -> Particle<float>; the traversal has loaded the position already
//   add<Group>(coefficients, target, source, pair, sum)
//   store(coefficients, arguments, i, sum), store_nothing(arguments, i)   result of a target,
//                                according to its type; of any other particle
//   store_more(coefficients, arguments, i, sum)    adds to a result; where there are several groups
//   flops_per_pair, bytes_per_source, bytes_per_target
// and, where particles move (see kernels/integrators),
//   Matter                       the equations of state of its types, see matter.cuh
//   has_body                     whether bodies with a prescribed motion may be among them
// It knows nothing of how its neighbours were found; no traversal knows what it computes.
// A source's type is known when the code is compiled, as its group; a target's where it is loaded
// and stored.
#pragma once

#include "kernels/numerics/scalar_math.cuh"

namespace sphlab {

/// Distance of a target i from a source j.
template <class T>
struct Pair {
  T x, y, z;                        ///< x_i - x_j [m]
  T r2;                             ///< squared distance [m^2]
  typename Math<T>::Mask included;  ///< false for padding: contributes nothing
};

template <class T>
__device__ __forceinline__ Pair<T> make_pair_distance(T xi, T yi, T zi, T xj, T yj, T zj,
                                                      typename Math<T>::Mask included) {
  const T x = xi - xj;
  const T y = yi - yj;
  const T z = zi - zj;
  return {x, y, z, x * x + y * y + z * z, included};
}

}  // namespace sphlab
