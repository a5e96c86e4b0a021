// What a pair gives to its two particles, of the passes that add up one number or one vector: their
// terms, their sums, and how the one is added to the other on either side.
#pragma once

#include "kernels/abi/particle_view.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// One number, the same for both. A pass that derives from it says in what unit.
struct EqualShares {
  template <class T>
  struct Terms {
    T value;
  };
  template <class T>
  struct Sum {
    T value{0.0f};
  };

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.value += terms.value;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.value += terms.value;
  }
};

/// The same of pairs of which nothing is needed but where their particles are.
struct EqualSharesOfPositions : EqualShares {
  template <class T>
  struct Particle {
    T x, y, z;  ///< [m]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView&, std::uint32_t,
                                                         float4 position) {
    return {position.x, position.y, position.z};
  }
};

/// A smoothing kernel's W_ij: `kernel` of the coefficients of a pass that derives from it.
struct SharesOfKernel : EqualSharesOfPositions {
  template <class Group, class Coefficients, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>&, const Pair<T>& pair) {
    return {Math<T>::select(pair.included, c.kernel.at(Math<T>::square_root(pair.r2)), T(0.0f))};
  }
};

/// A vector for the target, and its opposite for the source. A pass that derives from it says in
/// what unit.
struct OppositeVectors {
  template <class T>
  struct Terms {
    T x, y, z;  ///< of the target
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.x += terms.x;
    sum.y += terms.y;
    sum.z += terms.z;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.x -= terms.x;
    sum.y -= terms.y;
    sum.z -= terms.z;
  }
};

}  // namespace sphlab
