// Weakly compressible SPH with dynamic boundaries (catalogue P5): walls and bodies of fluid-like
// particles whose density follows the fluid's, and whose motion is prescribed.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/artificial_viscosity.cuh"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/molteni_colagrossi.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// Sources of every type act on the fluid as a FluidPair. Wall and body obey the continuity
/// equation, too, with the fluid as its source: what approaches a wall compresses it, and its
/// pressure pushes back. Walls do not compress each other, or a body that slides along one would be
/// blown up by it. The wall stands still and the body moves as prescribed: both have an
/// acceleration of zero here. Densities diffuse between fluid particles only: a wall holds no fluid
/// that could be exchanged. `PairOf` is FluidPair, or another like it. What derives from it adds
/// the name.
template <class Kernel, class Viscosity, class Diffusion,
          template <class, class, class> class PairOf = FluidPair>
struct WcsphDynamicOf {
  using Fluid = PairOf<Kernel, Viscosity, Diffusion>;
  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary) | mask_of(ParticleType::body);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>,
                          SourceTypes<ParticleType::boundary, ParticleType::body>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = true;
  /// A smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  template <class Group>
  static constexpr bool vanishes_on_itself = Fluid::vanishes_on_itself;

  static constexpr double flops_per_pair = Fluid::flops + 1;  // densities have two sums
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    Fluid fluid;
    float inverse_density;  ///< 1 / rho0 [m^3/kg]
    float3 gravity;         ///< [m/s^2]
  };

  static Coefficients prepare(const Constants& c) {
    return {Fluid::prepare(c), 1.0f / c.rest_density, c.gravity};
  }

  template <class T>
  using Particle = WcsphParticle<T>;
  /// Position, P/rho^2, velocity, density.
  static constexpr std::size_t separate_arrays[4] = {3, 1, 3, 1};

  /// Of walls and bodies only what the fluid does to their density is stored.
  static constexpr TypeMask sources_of(ParticleType target) {
    return target == ParticleType::fluid ? targets : mask_of(ParticleType::fluid);
  }

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
    T compression{0.0f};  ///< drho/dt by continuity, of fluid sources: for every target
    T of_fluid{0.0f};     ///< drho/dt by diffusion, and by continuity of walls: for fluid targets
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    return load_wcsph_particle(view, i, position);
  }

  /// @tparam Source a WcsphParticle, or one that carries more.
  template <class Group, class Source, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Source& i,
                                               const Source& j, const Pair<T>& pair) {
    return c.fluid.terms(i, j, pair);
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    subtract_along(sum, terms.momentum, pair);
    add_to_densities<Group>(terms, terms.diffusion_to_target, sum);
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    add_along(sum, terms.momentum, pair);
    add_to_densities<Group>(terms, terms.diffusion_to_source, sum);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    arguments.rate[i] = rates(c, arguments, i, sum, c.gravity);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    const float4 more = rates(c, arguments, i, sum, {0.0f, 0.0f, 0.0f});
    arguments.rate[i] =
        make_float4(rate.x + more.x, rate.y + more.y, rate.z + more.z, rate.w + more.w);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  /// @tparam Group of the particle that acts. @param diffusion to the one on which it acts.
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_densities(const FluidTerms<T>& terms,
                                                          [[maybe_unused]] T diffusion,
                                                          Sum<T>& sum) {
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      sum.compression += terms.gradient * terms.approach;
      if constexpr (Fluid::diffuses) sum.of_fluid += terms.gradient * diffusion;
    } else {
      sum.of_fluid += terms.gradient * terms.approach;
    }
  }

  /// @param external acceleration of the fluid besides the pairs' [m/s^2].
  __device__ static __forceinline__ float4 rates(const Coefficients& c,
                                                 const PairArguments& arguments, std::uint32_t i,
                                                 const Sum<float>& sum, float3 external) {
    if (type_of(arguments, i) != ParticleType::fluid)
      return make_float4(0.0f, 0.0f, 0.0f, sum.compression * c.inverse_density);
    return make_float4(sum.x + external.x, sum.y + external.y, sum.z + external.z,
                       (sum.compression + sum.of_fluid) * c.inverse_density);
  }
};

struct WcsphDynamic : WcsphDynamicOf<WendlandC2, ArtificialViscosity, MolteniColagrossi> {
  static constexpr const char* name = "wcsph-dynamic";
};

}  // namespace sphlab
