// What predictive-corrective SPH knows before it asks for pressures: how the particles would move
// without any. The first of its passes.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/pcisph/quantities.cuh"
#include "kernels/physics/penalty_planes.cuh"
#include "kernels/physics/spiky.cuh"

namespace sphlab {

/// With the density at rest for the fluid's own, which is what the passes behind it keep it at:
/// ```
///     a_i = m mu / rho0^2 45 / (pi h^6) sum_j (h - r) (v_j - v_i)  +  g  +  the planes'
/// ```
/// The pressure begins anew, with zero (Solenthaler and Pajarola 2009, algorithm 2). Where
/// particles coincide they do not act on each other, as in wcsph-summed.
///
/// Terms and sums are of (h - r) (v_j - v_i) [m^2/s].
struct PcisphViscosity : OppositeVectors {
  static constexpr const char* pass = "viscosity";
  static constexpr std::uint32_t writes_arrays =
      bits_of(PcisphArray::external_acceleration, PcisphArray::predicted_way);
  static constexpr std::uint32_t writes_fields = bits_of(PcisphField::pressure);
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  /// The smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance and its root, a difference clamped, that of velocities, three sums. Roots count 3.
  static constexpr double flops_per_pair = 8 + 3 + 2 + 3 + 6;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16 + 16 + 4;

  struct Coefficients {
    float radius;     ///< h [m]
    float viscosity;  ///< m mu / rho0^2 45 / (pi h^6) [1/(m s)]
    float3 gravity;   ///< [m/s^2]
    float time_step;  ///< dt [s]
    PenaltyPlanes planes;
  };

  static Coefficients prepare(const Constants& c) {
    const double density = c.rest_density;
    const double kinematic =
        static_cast<double>(c.particle_mass) * c.dynamic_viscosity / (density * density);
    return {c.influence_radius, static_cast<float>(kinematic * Spiky::factor(c.influence_radius)),
            c.gravity, c.prediction.time_step, c.planes};
  }

  template <class T>
  struct Particle {
    T x, y, z;     ///< position [m]
    T vx, vy, vz;  ///< velocity [m/s]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    return {position.x, position.y, position.z, v.x, v.y, v.z};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const auto acts = pair.included & (T(0.0f) < pair.r2);
    const T inside = Math<T>::maximum(T(c.radius) - Math<T>::square_root(pair.r2), T(0.0f));
    const T drag = Math<T>::select(acts, inside, T(0.0f));
    return {drag * (j.vx - i.vx), drag * (j.vy - i.vy), drag * (j.vz - i.vz)};
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const QuantityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float4 v = velocity(arguments, i);
    const float3 push = acceleration_of(c.planes, arguments.clock, position(arguments, i), v);
    const float4 external = make_float4(c.viscosity * sum.x + c.gravity.x + push.x,
                                        c.viscosity * sum.y + c.gravity.y + push.y,
                                        c.viscosity * sum.z + c.gravity.z + push.z, 0.0f);
    set_external_acceleration(arguments, i, external);
    set_displacement(arguments, i, displacement_in(c.time_step, v, external));
    set_pressure(arguments, i, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& arguments,
                                                       std::uint32_t i) {
    const float4 nothing = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    set_external_acceleration(arguments, i, nothing);
    set_displacement(arguments, i, nothing);
    set_pressure(arguments, i, 0.0f);
  }
};

}  // namespace sphlab
