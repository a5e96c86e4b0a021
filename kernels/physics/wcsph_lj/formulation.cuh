// Weakly compressible SPH with Lennard-Jones walls (catalogue P5).
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/artificial_viscosity.cuh"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/lennard_jones_wall.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/molteni_colagrossi.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// Fluid particles act on each other as a FluidPair, or another `PairOf` like it; walls stand still
/// and push them back. What derives from it adds the name.
template <class Kernel, class Viscosity, class Diffusion,
          template <class, class, class> class PairOf = FluidPair>
struct WcsphLjOf : PushedByWalls {
  using Fluid = PairOf<Kernel, Viscosity, Diffusion>;
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::boundary>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  /// A smoothing kernel is clamped at its radius, and a list with a skin is refused where the wall
  /// reaches further (harness/stepping/list_setup.hpp).
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  template <class Group>
  static constexpr bool vanishes_on_itself = Fluid::vanishes_on_itself&& Group::mask ==
                                             mask_of(ParticleType::fluid);

  static constexpr double flops_per_pair = Fluid::flops;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    Fluid fluid;
    LennardJonesWall wall;
    float inverse_density;  ///< 1 / rho0 [m^3/kg]
    float3 gravity;         ///< [m/s^2]
  };

  static Coefficients prepare(const Constants& c) {
    return {Fluid::prepare(c), LennardJonesWall::prepare(c), 1.0f / c.rest_density, c.gravity};
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

  /// @tparam Source a WcsphParticle, or one that carries more.
  template <class Group, class Source, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Source& i,
                                               const Source& j, const Pair<T>& pair) {
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      return c.fluid.terms(i, j, pair);
    } else {
      return c.wall.terms(pair);
    }
  }

  using PushedByWalls::add_to_target;
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    subtract_along(sum, terms.momentum, pair);
    sum.density += terms.gradient * (terms.approach + terms.diffusion_to_target);
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    add_along(sum, terms.momentum, pair);
    sum.density += terms.gradient * (terms.approach + terms.diffusion_to_source);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    arguments.rate[i] = make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z,
                                    sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    arguments.rate[i] = make_float4(rate.x + sum.x, rate.y + sum.y, rate.z + sum.z,
                                    rate.w + sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
};

/// The physics on which every format of the list is compared.
struct WcsphLj : WcsphLjOf<WendlandC2, ArtificialViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-lj";
};

}  // namespace sphlab
