// The pairs that a traversal accepts, counted where they are accepted: on the device, by the
// traversal itself. Verification holds every count against the oracle's.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab {

/// n_i = number of particles j != i of fluid or boundary with r_ij < R, for every particle i. Sums
/// of weighted pairs cannot tell this: near R, where weights vanish, a tenth of the pairs may be
/// missing within the tolerance of a force.
///
/// A particle is that of a fluid, a sum has as many numbers, and fluid and boundary are two groups,
/// so that a traversal loads, stages and groups what it does for a fluid with walls. Other types
/// than these two stand for one of them (harness/verify/pair_counts.hpp). Every pack that a suite
/// runs has it. Counts are exact up to 2^24 pairs of a particle.
struct PairCount {
  static constexpr const char* name = "pair-count";
  static constexpr bool is_for_verification = true;  // no scenario may name it
  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::boundary>>;
  using Constants = WcsphConstants;
  static constexpr bool reciprocal = true;

  static constexpr double flops_per_pair = 1;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {};

  static Coefficients prepare(const Constants&) { return {}; }

  template <class T>
  using Particle = WcsphParticle<T>;
  /// Position, P/rho^2, velocity, density.
  static constexpr std::size_t separate_arrays[4] = {3, 1, 3, 1};

  /// Every particle counts for every other.
  static constexpr TypeMask sources_of(ParticleType) { return targets; }

  /// All are the count: each number of a sum has a way of its own through shuffles and reductions.
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f}, density{0.0f};
  };

  template <class T>
  struct Terms {
    T one;  ///< 0 where the pair is not included
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    return load_wcsph_particle(view, i, position);
  }

  /// @tparam Source what a traversal has of a particle: nothing of it is looked at.
  template <class Group, class Source, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients&, const Source&,
                                                   const Source&, const Pair<T>& pair) {
    return {Math<T>::select(pair.included, T(1.0f), T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    add(terms.one, sum);
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    add(terms.one, sum);
  }

  __device__ static __forceinline__ void store(const Coefficients&, const ForceArguments& arguments,
                                               std::uint32_t i, const Sum<float>& sum) {
    arguments.rate[i] = make_float4(sum.x, sum.y, sum.z, sum.density);
  }
  __device__ static __forceinline__ void store_more(const Coefficients&,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    arguments.rate[i] =
        make_float4(rate.x + sum.x, rate.y + sum.y, rate.z + sum.z, rate.w + sum.density);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  template <class T>
  __device__ static __forceinline__ void add(T one, Sum<T>& sum) {
    sum.x += one;
    sum.y += one;
    sum.z += one;
    sum.density += one;
  }
};

}  // namespace sphlab
