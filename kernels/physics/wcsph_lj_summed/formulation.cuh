// Weakly compressible SPH with Lennard-Jones walls whose densities are summed, not integrated: a
// formulation of two passes.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/artificial_viscosity.cuh"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/no_diffusion.cuh"
#include "kernels/physics/summed_density.cuh"
#include "kernels/physics/wcsph_lj/formulation.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// The forces of WcsphLjOf on fluid whose density a pass before has summed: neither continuity nor
/// diffusion, and a density rate of zero.
template <class Kernel, class Viscosity>
struct SummedForcesOf : WcsphLjOf<Kernel, Viscosity, NoDiffusion> {
  using Base = WcsphLjOf<Kernel, Viscosity, NoDiffusion>;
  using Coefficients = typename Base::Coefficients;
  /// Those of WcsphLjOf, less what it sums for the density.
  static constexpr double flops_per_pair = Base::flops_per_pair - 3;

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };

  using PushedByWalls::add_to_target;
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    subtract_along(sum, terms.momentum, pair);
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const FluidTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    add_along(sum, terms.momentum, pair);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    arguments.rate[i] =
        make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z, 0.0f);
  }
  __device__ static __forceinline__ void store_more(const Coefficients&,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    arguments.rate[i] = make_float4(rate.x + sum.x, rate.y + sum.y, rate.z + sum.z, 0.0f);
  }
};

struct WcsphLjSummed {
  static constexpr const char* name = "wcsph-lj-summed";

  struct Density : SummedDensity<WendlandC2> {
    static constexpr const char* name = WcsphLjSummed::name;
    static constexpr TypeMask list_types =
        mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  };
  struct Forces : SummedForcesOf<WendlandC2, ArtificialViscosity> {
    static constexpr const char* name = WcsphLjSummed::name;
    using Formulation = WcsphLjSummed;
  };

  using Passes = TypeList<Density, Forces>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
