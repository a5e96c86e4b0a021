// A weakly compressible particle with what is computed from its density, for arrays that hold it:
// paper D's table 3, whose csound and tensil its first GPU code reads and its second computes.
#pragma once

#include "kernels/physics/cole.cuh"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

template <class T>
struct DerivedWcsphParticle : WcsphParticle<T> {
  T sound_speed;  ///< over that at rest
  T tension;      ///< TensileCorrection::add_share() of it
};

/// Speed of sound over that at rest: computed, or read where it is there.
template <class T>
__device__ __forceinline__ T relative_sound_speed_of(const WcsphParticle<T>& particle) {
  return Cole::relative_sound_speed(particle.density_excess);
}
template <class T>
__device__ __forceinline__ T relative_sound_speed_of(const DerivedWcsphParticle<T>& particle) {
  return particle.sound_speed;
}

/// A physics of WcsphParticles whose pairs have a tensile correction, of particles that carry what
/// is computed from them: six arrays of 40 bytes. It stores and sums as that physics does.
template <class Physics>
struct OfDerivedParticles : Physics {
  using Coefficients = typename Physics::Coefficients;
  template <class T>
  using Particle = DerivedWcsphParticle<T>;
  /// pos, prrhop, vel, rhop, csound and tensil.
  static constexpr std::size_t separate_arrays[6] = {3, 1, 3, 1, 1, 1};

  __device__ static __forceinline__ Particle<float> derive(const Coefficients& c,
                                                           const WcsphParticle<float>& particle) {
    return {particle, relative_sound_speed_of(particle), c.fluid.tension.add_share(particle, 0.0f)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Particle<T>& i,
                                               const Particle<T>& j, const Pair<T>& pair) {
    return c.fluid.terms(i, j, pair);
  }
};

}  // namespace sphlab
