// How the fractions of a mixture change: the third pass of Ren et al. (2014).
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/mixture/phases.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/poly6.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// What a pair of this pass needs of each particle.
template <class T>
struct FractionsParticle {
  T x, y, z, volume;  ///< position [m], V/V0 [1]
  T jx, jy, jz;       ///< flux of the first phase [m/s]
};

/// Ren's rate of a fraction is d alpha_k/dt = -alpha_k div u - div J_k, with the flux J_k of the
/// drift. Since dV/dt = V div u, it is that of a phase's volume b_k V0 = alpha_k V of a particle,
/// ```
///     V0 db_k/dt = V (d alpha_k/dt + alpha_k div u) = -V div J_k
/// ```
/// which needs no div u, and of which each pair gives the one what it takes from the other:
/// ```
///     db_1/dt = -V_i/V0 sum_j V_j (J_i + J_j) . grad W_ij,    rho_1 db_1/dt + rho_2 db_2/dt = 0
/// ```
/// The volume of a phase is conserved in the fluid, and the mass of every particle, to rounding.
/// Fractions that are divided by their sum, as alpha_k = b_k / (b_1 + b_2) is, need no correction.
struct MixtureFractions {
  static constexpr const char* pass = "fractions";
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  static constexpr std::uint32_t reads_arrays = bits_of(MixtureQuantities::flux);
  static constexpr std::uint32_t writes_rates = bits_of(MixtureQuantities::phase_volumes);
  /// The smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance, h^2 - r^2 clamped and squared, sum of two fluxes and its product, volumes, sum.
  static constexpr double flops_per_pair = 8 + 3 + 8 + 3 + 1;
  static constexpr double bytes_per_source = 16 + 16;
  static constexpr double bytes_per_target = 16 + 16 + 4 + 8;

  struct Coefficients {
    float radius2;   ///< h^2 [m^2]
    float gradient;  ///< V0 945 / (32 pi h^9) [1/m^6]
    float exchange;  ///< rho_1 / rho_2: the volume of the second phase that goes as one comes
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double volume =
        static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density);
    return {static_cast<float>(h * h), static_cast<float>(volume * Poly6::gradient_factor(h)),
            c.rest_density / c.second_fluid.rest_density};
  }

  template <class T>
  using Particle = FractionsParticle<T>;

  template <class T>
  struct Sum {
    T inflow{0.0f};  ///< of the first phase, over the coefficient of the gradient [m^6/s]
  };

  template <class T>
  struct Terms {
    T inflow;  ///< of the target, and the source's outflow [m^6/s]
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const auto flux = entry_of<float4>(view.arrays[MixtureQuantities::flux], i);
    return {position.x, position.y, position.z, flux.w, flux.x, flux.y, flux.z};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T inside2 = Math<T>::maximum(T(c.radius2) - pair.r2, T(0.0f));
    const T slope = Poly6::gradient(Math<T>::select(pair.included, inside2, T(0.0f)));
    const T along = (i.jx + j.jx) * pair.x + (i.jy + j.jy) * pair.y + (i.jz + j.jz) * pair.z;
    return {i.volume * j.volume * slope * along};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.inflow += terms.inflow;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.inflow -= terms.inflow;
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const QuantityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float inflow = c.gradient * sum.inflow;
    set_entry(arguments.rates[MixtureQuantities::phase_volumes], i,
              make_float2(inflow, -c.exchange * inflow));
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& arguments,
                                                       std::uint32_t i) {
    set_entry(arguments.rates[MixtureQuantities::phase_volumes], i, make_float2(0.0f, 0.0f));
  }
};

}  // namespace sphlab
