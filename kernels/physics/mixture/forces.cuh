// What accelerates a mixture: the fourth pass of Ren et al. (2014).
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/mixture/phases.cuh"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/penalty_planes.cuh"
#include "kernels/physics/quantities.cuh"
#include "kernels/physics/spiky.cuh"

namespace sphlab {

/// What a pair of the forces needs of each particle.
template <class T>
struct MixtureParticle {
  T x, y, z, pressure;      ///< position [m], p/rho0^2 [m^5/(kg s^2)]
  T vx, vy, vz, volume;     ///< velocity [m/s], V/V0 [1]
  T mx, my, mz, viscosity;  ///< root of the drift's momentum [Pa^(1/2)], mu [Pa s]
};

/// ```
///     M_i dv_i/dt = - V_i sum_j V_j (p_i + p_j)/2 grad W_ij
///                   - V_i sum_j V_j (m_i (m_i . grad W_ij) + m_j (m_j . grad W_ij))
///                   + V_i sum_j V_j (mu_i + mu_j)/2 (v_j - v_i) nabla^2 W_ij
///                   + M_i g + M_i the planes'
/// ```
/// with the mass M = (rho_1 b_1 + rho_2 b_2) V0, which stays, and the momentum m m that the drift
/// carries, by which the second line is - V div (sum_k alpha_k rho_k u_k u_k). What a pair does to
/// the one it does to the other, with the other sign. Where particles coincide their line has no
/// direction, and they do not act on each other.
///
/// Terms and sums are forces over V0 [N/m^3].
struct MixtureForces : OppositeVectors {
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  static constexpr std::uint32_t reads_arrays = bits_of(MixtureQuantities::momentum);
  static constexpr std::uint32_t writes_fields = bits_of(MixtureQuantities::acceleration);
  /// The smoothing kernels are clamped at their radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance and its root, reciprocal, difference clamped; volumes; pressure; the two products
  /// with m and their vectors; viscosity; sums. Roots and reciprocals count 3.
  static constexpr double flops_per_pair = 8 + 3 + 3 + 2 + 4 + 3 + 10 + 12 + 6 + 12;
  static constexpr double bytes_per_source = 16 + 16 + 8 + 16;
  static constexpr double bytes_per_target = 16 + 16 + 8 + 16 + 4 + 2 * 16;

  struct Coefficients {
    float radius, radius2;  ///< h [m], h^2 [m^2]
    float pressure;         ///< V0 rho0^2 45 / (2 pi h^6) [kg^2/m^9]
    float carried;          ///< V0 45 / (pi h^6) [1/m^3]
    float viscosity;        ///< V0 45 / (2 pi h^6) [1/m^3]
    float3 gravity;         ///< [m/s^2]
    MixturePhases phases;
    PenaltyPlanes planes;
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double density = c.rest_density;
    const double factor = c.particle_mass / density * Spiky::factor(h);
    return {c.influence_radius,
            static_cast<float>(h * h),
            static_cast<float>(density * density * factor / 2),
            static_cast<float>(factor),
            static_cast<float>(factor / 2),
            c.gravity,
            MixturePhases::prepare(c),
            c.planes};
  }

  template <class T>
  using Particle = MixtureParticle<T>;

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    const float density = 1.0f + v.w;
    const auto phases = entry_of<float2>(view.fields[MixtureQuantities::phase_volumes], i);
    const auto momentum = entry_of<float4>(view.arrays[MixtureQuantities::momentum], i);
    return {position.x, position.y, position.z, position.w * density * density,
            v.x,        v.y,        v.z,        (phases.x + phases.y) / density,
            momentum.x, momentum.y, momentum.z, momentum.w};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const auto acts = pair.included & (T(0.0f) < pair.r2);
    // of particles that do not act, one that can be divided by and is beyond the radius
    const T distance2 = Math<T>::select(acts, pair.r2, T(4.0f) * T(c.radius2));
    const T distance = Math<T>::square_root(distance2);
    const T near = Math<T>::maximum(T(c.radius) - distance, T(0.0f));
    const T weight = i.volume * j.volume * near;
    const T slope = weight * near * Math<T>::reciprocal(distance);
    const T push = T(c.pressure) * (i.pressure + j.pressure) * slope;
    const T of_target = T(c.carried) * slope * (i.mx * pair.x + i.my * pair.y + i.mz * pair.z);
    const T of_source = T(c.carried) * slope * (j.mx * pair.x + j.my * pair.y + j.mz * pair.z);
    const T drag = T(c.viscosity) * (i.viscosity + j.viscosity) * weight;
    return {push * pair.x + (of_target * i.mx + of_source * j.mx) + drag * (j.vx - i.vx),
            push * pair.y + (of_target * i.my + of_source * j.my) + drag * (j.vy - i.vy),
            push * pair.z + (of_target * i.mz + of_source * j.mz) + drag * (j.vz - i.vz)};
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const PassView& state = arguments.state;
    const auto phases = entry_of<float2>(state.fields[MixtureQuantities::phase_volumes], i);
    const float mass = c.phases.first_density * phases.x + c.phases.second_density * phases.y;
    const float3 push =
        acceleration_of(c.planes, arguments.clock, position(state, i), velocity(state, i));
    const float4 acceleration =
        make_float4(sum.x / mass + c.gravity.x + push.x, sum.y / mass + c.gravity.y + push.y,
                    sum.z / mass + c.gravity.z + push.z, 0.0f);
    arguments.rate[i] = acceleration;
    set_entry(arguments.fields[MixtureQuantities::acceleration], i, acceleration);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    const float4 nothing = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    arguments.rate[i] = nothing;
    set_entry(arguments.fields[MixtureQuantities::acceleration], i, nothing);
  }
};

}  // namespace sphlab
