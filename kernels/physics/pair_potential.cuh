// Potentials that are summed over the sources of a target: the pair physics of paper C, in three
// sizes and two families (catalogue P7).
#pragma once

#include <type_traits>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// V_i = sum_j term(x_i - x_j): with `tested`, over fluid and boundary sources within the cutoff;
/// without, over all in the 27 cells around the target, of whatever type, as the published code
/// does, which knows no types. The two are physics of their own, whose numbers must not be mixed.
///
/// A term is a type with
///   tested_name, uncut_name       of the two physics
///   is_for_lists                  whether traversals of lists compute it, too
///   flops                         floating-point operations per pair, as the paper counts them
///   Coefficients, prepare(LjPotentialConstants)
///   value(coefficients, pair)     -> the pair's share of the potential [J]; finite where r is 0
///   parity                        1 where the value is the same with target and source exchanged,
///                                 -1 where it is the opposite
template <class Term, bool tested>
struct PairPotential {
  static constexpr const char* name = tested ? Term::tested_name : Term::uncut_name;
  static constexpr const char* equations = "lj-potential";
  static constexpr bool tests_distance = tested;
  /// Without a test of the distance, a neighbour list has no meaning.
  static constexpr bool is_for_cells_alone = !tested || !Term::is_for_lists;
  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  using Groups =
      std::conditional_t<tested, TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>,
                         TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary,
                                              ParticleType::body, ParticleType::second_fluid>>>;
  using Constants = LjPotentialConstants;
  using Coefficients = typename Term::Coefficients;
  static constexpr bool reciprocal = true;

  static constexpr double flops_per_pair = Term::flops;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 4;

  static Coefficients prepare(const Constants& c) { return Term::prepare(c); }

  template <class T>
  struct Particle {
    T x, y, z;
  };

  template <class T>
  struct Sum {
    T potential{0.0f};
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView&, std::uint32_t,
                                                         float4 position) {
    return {position.x, position.y, position.z};
  }

  template <class T>
  struct Terms {
    T potential;
  };

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>&, const Pair<T>& pair) {
    return {Math<T>::select(pair.included, Term::value(c, pair), T(0.0f))};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.potential += terms.potential;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.potential += T(Term::parity) * terms.potential;
  }

  __device__ static __forceinline__ void store(const Coefficients&, const ForceArguments& arguments,
                                               std::uint32_t i, const Sum<float>& sum) {
    arguments.potential[i] = sum.potential;
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.potential[i] = 0.0f;
  }
};

}  // namespace sphlab
