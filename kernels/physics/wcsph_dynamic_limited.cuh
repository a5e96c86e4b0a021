// Weakly compressible SPH with dynamic boundaries as paper D has it: the pairs limit the time step.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/physics/limiting_pair.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/no_diffusion.cuh"
#include "kernels/physics/wcsph_dynamic/formulation.cuh"

namespace sphlab {

/// WcsphDynamicOf without a diffusion of densities; each target is told the largest of its pairs'
/// rates of approach, which the time step must resolve. What derives from it adds the name.
template <class Kernel, class Viscosity, template <class, class, class> class PairOf>
struct WcsphDynamicLimitedOf : WcsphDynamicOf<Kernel, Viscosity, NoDiffusion, PairOf> {
  using Base = WcsphDynamicOf<Kernel, Viscosity, NoDiffusion, PairOf>;
  using Fluid = typename Base::Fluid;
  using Coefficients = typename Base::Coefficients;
  using Constants = typename Base::Constants;
  using Matter = FluidBehindWalls;
  static constexpr bool limits_step = true;

  static constexpr double flops_per_pair = Base::flops_per_pair + 1;
  static constexpr double bytes_per_target = Base::bytes_per_target + 4;

  /// The last numbers are no sums. Walls and bodies do nothing to each other, and so limit no step
  /// by how they approach: what is stored of them is of fluid sources.
  static constexpr std::size_t maxima = 2;
  template <class T>
  struct Sum : Base::template Sum<T> {
    T fluid_rate{0.0f};  ///< largest of the pairs with fluid [1/s]
    T solid_rate{0.0f};  ///< largest of those with walls and bodies [1/s]
  };

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const LimitingTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    Base::template add_to_target<Group, T>(terms, pair, sum);
    raise_rates<Group>(terms, sum);
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const LimitingTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    Base::template add_to_source<Group, T>(terms, pair, sum);
    raise_rates<Group>(terms, sum);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    Base::store(c, arguments, i, sum);
    arguments.approach_rate[i] = rate_of(arguments, i, sum);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    Base::store_more(c, arguments, i, sum);
    arguments.approach_rate[i] = fmaxf(arguments.approach_rate[i], rate_of(arguments, i, sum));
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    Base::store_nothing(arguments, i);
    arguments.approach_rate[i] = 0.0f;
  }

 private:
  /// @tparam Group of the particle that acts.
  template <class Group, class T>
  __device__ static __forceinline__ void raise_rates(const LimitingTerms<T>& terms, Sum<T>& sum) {
    constexpr bool of_fluid = Group::mask == mask_of(ParticleType::fluid);
    T& rate = of_fluid ? sum.fluid_rate : sum.solid_rate;
    rate = Math<T>::maximum(rate, terms.approach_rate);
  }
  __device__ static __forceinline__ float rate_of(const ForceArguments& arguments, std::uint32_t i,
                                                  const Sum<float>& sum) {
    const bool is_fluid = type_of(arguments, i) == ParticleType::fluid;
    return is_fluid ? fmaxf(sum.fluid_rate, sum.solid_rate) : sum.fluid_rate;
  }
};

}  // namespace sphlab
