// The softened Lennard-Jones potential of paper C.
#pragma once

#include "kernels/pack/abi.hpp"
#include "kernels/physics/constants.hpp"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/type_list.hpp"

namespace sphlab {

/// V_i = sum_j 4 E0 (s^12 - s^6), s^2 = r0^2 / (r^2 + softening), over fluid and boundary sources
/// within the cutoff (paper C, equation 1, with the ratio the right way up). 18 FLOP a pair as the
/// paper counts them.
struct LjPotential {
  static constexpr const char* name = "lj-potential";
  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  using Groups = TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>;
  using Constants = LjPotentialConstants;

  static constexpr bool in_every_list_format = false;
  static constexpr double flops_per_pair = 18;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 4;

  struct Coefficients {
    float four_well_depths;  ///< 4 E0 [J]
    float zero_radius2;      ///< r0^2 [m^2]
    float softening;         ///< [m^2]
  };

  static Coefficients prepare(const Constants& c) {
    return {4.0f * c.well_depth, c.zero_radius * c.zero_radius, c.softening};
  }

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

  template <class Group, class T>
  __device__ static __forceinline__ void add(const Coefficients& c, const Particle<T>&,
                                             const Particle<T>&, const Pair<T>& pair, Sum<T>& sum) {
    const T s2 = T(c.zero_radius2) * Math<T>::reciprocal(pair.r2 + T(c.softening));
    const T s6 = s2 * s2 * s2;
    sum.potential +=
        Math<T>::select(pair.included, T(c.four_well_depths) * (s6 * s6 - s6), T(0.0f));
  }

  __device__ static __forceinline__ void store(const Coefficients&, const StageArguments& arguments,
                                               std::uint32_t i, const Sum<float>& sum) {
    arguments.potential[i] = sum.potential;
  }
  __device__ static __forceinline__ void store_nothing(const StageArguments& arguments,
                                                       std::uint32_t i) {
    arguments.potential[i] = 0.0f;
  }
};

}  // namespace sphlab
