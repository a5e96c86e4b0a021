// Weakly compressible SPH with Lennard-Jones walls (catalogue P5).
#pragma once

#include "kernels/abi/kernel_pack.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/lennard_jones_wall.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/support.cuh"

namespace sphlab {

/// Fluid particles act on each other as a FluidPair; walls stand still and push them back.
struct WcsphLj {
  static constexpr const char* name = "wcsph-lj";
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::boundary>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;

  static constexpr double flops_per_pair = 62;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    FluidPair fluid;
    LennardJonesWall wall;
    float inverse_density;  ///< 1 / rho0 [m^3/kg]
    float3 gravity;         ///< [m/s^2]
  };

  static Coefficients prepare(const Constants& c) {
    return {FluidPair::prepare(c), LennardJonesWall::prepare(c), 1.0f / c.rest_density, c.gravity};
  }

  template <class T>
  using Particle = WcsphParticle<T>;

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f}, density{0.0f};
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    return load_wcsph_particle(view, i, position);
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add(const Coefficients& c, const Particle<T>& i,
                                             const Particle<T>& j, const Pair<T>& pair,
                                             Sum<T>& sum) {
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      const FluidTerms<T> terms = c.fluid.terms(i, j, pair);
      sum.x -= terms.momentum * pair.x;
      sum.y -= terms.momentum * pair.y;
      sum.z -= terms.momentum * pair.z;
      sum.density += terms.gradient * (terms.approach + terms.diffusion);
    } else {
      const T factor = c.wall.factor(pair);
      sum.x += factor * pair.x;
      sum.y += factor * pair.y;
      sum.z += factor * pair.z;
    }
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const StageArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    arguments.rate[i] = make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z,
                                    sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const StageArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    arguments.rate[i] = make_float4(rate.x + sum.x, rate.y + sum.y, rate.z + sum.z,
                                    rate.w + sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_nothing(const StageArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
};

/// The smoothing kernel is clamped at its radius, and a list with a skin is refused where the wall
/// reaches further (harness/stepping/list_plan.hpp).
template <>
inline constexpr bool has_compact_support<WcsphLj> = true;

}  // namespace sphlab
