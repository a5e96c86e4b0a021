// How the phases of a mixture drift through each other: the second pass of Ren et al. (2014).
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/mixture/phases.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/poly6.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// What a pair of the drift needs of each particle.
template <class T>
struct DriftParticle {
  T x, y, z, volume;  ///< position [m], V/V0 [1]
  T fraction;         ///< alpha_1 [1]
  T product;          ///< alpha_1 alpha_2 [1]
  T pressures;        ///< (p_1 - p_2) / rho0^2, p_k = alpha_k p of fluids that mix [m^5/(kg s^2)]
};

/// Ren's velocity of phase k against the mixture, with the mass fractions c_k,
/// ```
///     u_k = tau [(rho_k - sum_l c_l rho_l) a - (grad p_k - sum_l c_l grad p_l)]
///           - sigma (grad alpha_k / alpha_k - sum_l c_l grad alpha_l / alpha_l)
///     a   = g - du/dt, of the step before
/// ```
/// is singular where a phase is not there, and its flux J_k = alpha_k u_k is not. Of two phases
/// ```
///     J_1 = rho_2/rho { tau alpha_1 alpha_2 [(rho_1 - rho_2) a - grad (p_1 - p_2)]
///                       - sigma grad alpha_1 },      rho = alpha_1 rho_1 + alpha_2 rho_2,
///     rho_1 J_1 + rho_2 J_2 = 0
/// ```
/// the same exactly, for then c_k / alpha_k = rho_k / rho and the gradients of the two fractions
/// are opposite. The gradients are (grad f)_i = sum_j V_j (f_j - f_i) grad W_ij, with that of
/// poly6, which needs no root.
///
/// For the forces it also leaves the momentum that the drift carries: alpha_1 rho_1 u_1 u_1 +
/// alpha_2 rho_2 u_2 u_2 = m m, with m = rho_1 J_1 sqrt(rho / (rho_1 rho_2 alpha_1 alpha_2)). There
/// the product of the fractions counts as least_product at least: of a phase that is hardly there,
/// a diffusive velocity has no limit.
struct MixtureDrift {
  static constexpr const char* pass = "drift";
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  static constexpr std::uint32_t writes_arrays =
      bits_of(MixtureQuantities::flux, MixtureQuantities::momentum);
  /// The smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Of alpha_1 alpha_2 in the momentum of the drift: where a phase is a hundredth of the volume.
  static constexpr float least_product = 0.01f;

  /// Distance, h^2 - r^2 clamped and squared, two differences and their sum, volume, vector.
  static constexpr double flops_per_pair = 8 + 3 + 6 + 2 + 6;
  static constexpr double bytes_per_source = 16 + 16 + 8;
  static constexpr double bytes_per_target = 16 + 16 + 8 + 16 + 4 + 2 * 16;

  struct Coefficients {
    float radius2;      ///< h^2 [m^2]
    float gradient;     ///< V0 945 / (32 pi h^9) [1/m^6]
    float mobility;     ///< tau [m^3 s/kg]
    float pressure;     ///< tau rho0^2 [kg s/m^3]
    float diffusivity;  ///< sigma [m^2/s]
    float3 gravity;     ///< [m/s^2]
    MixturePhases phases;
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double volume =
        static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density);
    return {static_cast<float>(h * h), static_cast<float>(volume * Poly6::gradient_factor(h)),
            c.drift.mobility,          c.drift.mobility * c.rest_density * c.rest_density,
            c.drift.diffusivity,       c.gravity,
            MixturePhases::prepare(c)};
  }

  template <class T>
  using Particle = DriftParticle<T>;

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};  ///< of what drives the first phase, times V/V0 and m^6 [m^7/s]
  };

  /// Over x_ij, what drives the first phase at either particle [m^6/s].
  template <class T>
  struct Terms {
    T of_target, of_source;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float density = 1.0f + velocity(view, i).w;
    const auto share =
        MixtureShare::of(entry_of<float2>(view.fields[MixtureQuantities::phase_volumes], i));
    const float pressure = position.w * density * density;
    return {position.x,
            position.y,
            position.z,
            share.volume / density,
            share.fraction,
            share.product(),
            pressure * (2.0f * share.fraction - 1.0f)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T inside2 = Math<T>::maximum(T(c.radius2) - pair.r2, T(0.0f));
    const T slope = Poly6::gradient(Math<T>::select(pair.included, inside2, T(0.0f)));
    const T pressures = T(c.pressure) * (j.pressures - i.pressures);
    const T fractions = T(c.diffusivity) * (j.fraction - i.fraction);
    return {slope * j.volume * (i.product * pressures + fractions),
            slope * i.volume * (j.product * pressures + fractions)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.of_target, pair);
  }
  /// A difference and the line of the pair both change their sign.
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.of_source, pair);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const QuantityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const PassView& state = arguments.state;
    const auto share =
        MixtureShare::of(entry_of<float2>(state.fields[MixtureQuantities::phase_volumes], i));
    const auto before = entry_of<float4>(state.fields[MixtureQuantities::acceleration], i);
    const MixturePhases& p = c.phases;
    const float density = share.mean(p.first_density, p.second_density);
    const float weight = p.second_density / density;
    const float sinking =
        c.mobility * share.product() * (p.first_density - p.second_density) * weight;
    const float driven = c.gradient * weight;
    const float3 flux = {sinking * (c.gravity.x - before.x) + driven * sum.x,
                         sinking * (c.gravity.y - before.y) + driven * sum.y,
                         sinking * (c.gravity.z - before.z) + driven * sum.z};
    set_entry(arguments.arrays[MixtureQuantities::flux], i,
              make_float4(flux.x, flux.y, flux.z, share.volume / (1.0f + velocity(state, i).w)));
    const float carried = Math<float>::square_root(
        p.first_density * density / (p.second_density * fmaxf(share.product(), least_product)));
    set_entry(arguments.arrays[MixtureQuantities::momentum], i,
              make_float4(carried * flux.x, carried * flux.y, carried * flux.z,
                          share.mean(p.first_viscosity, p.second_viscosity)));
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& arguments,
                                                       std::uint32_t i) {
    const float4 nothing = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    set_entry(arguments.arrays[MixtureQuantities::flux], i, nothing);
    set_entry(arguments.arrays[MixtureQuantities::momentum], i, nothing);
  }
};

}  // namespace sphlab
