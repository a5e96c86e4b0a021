// The acceleration of predictive-corrective SPH at the pressures that there are so far, and where
// it would take the particles. The last of its passes that are repeated.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/pcisph/quantities.cuh"
#include "kernels/physics/spiky.cuh"

namespace sphlab {

/// ```
///     dv_i/dt = m / rho0^2 45 / (pi h^6) sum_j (p_i + p_j) (h - r)^2 x_ij / r  +  what is external
/// ```
/// at x, where the step begins; where particles coincide their line has no direction, and they do
/// not act on each other. Pressures act alike on both of a pair.
struct PcisphForces {
  static constexpr bool repeated = true;
  static constexpr std::uint32_t reads_arrays = bits_of(PcisphArray::external_acceleration);
  static constexpr std::uint32_t writes_arrays = bits_of(PcisphArray::predicted_way);
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  /// The smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance and its root, reciprocal, a difference clamped, the push, its sum along the line.
  /// Roots and reciprocals count 3.
  static constexpr double flops_per_pair = 8 + 3 + 3 + 2 + 4 + 6;
  static constexpr double bytes_per_source = 20;
  static constexpr double bytes_per_target = 20 + 4 + 16 + 16 + 16 + 16;

  struct Coefficients {
    float radius;     ///< h [m]
    float pressure;   ///< m / rho0^2 45 / (pi h^6) [1/(kg m^3)]
    float time_step;  ///< dt [s]
  };

  static Coefficients prepare(const Constants& c) {
    const double density = c.rest_density;
    return {c.influence_radius,
            static_cast<float>(c.particle_mass / (density * density) *
                               Spiky::factor(c.influence_radius)),
            c.prediction.time_step};
  }

  template <class T>
  struct Particle {
    T x, y, z, pressure;  ///< position [m], p [Pa]
  };

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};  ///< of (p_i + p_j) (h - r)^2 x_ij / r [Pa m^2]
  };

  template <class T>
  struct Terms {
    T push;  ///< the target's over x_ij [Pa m]
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    return {position.x, position.y, position.z, pressure_of(view, i)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const auto acts = pair.included & (T(0.0f) < pair.r2);
    // of particles that do not act, one that can be divided by and is beyond the radius
    const T distance =
        Math<T>::square_root(Math<T>::select(acts, pair.r2, T(4.0f) * T(c.radius) * T(c.radius)));
    const T near = Math<T>::maximum(T(c.radius) - distance, T(0.0f));
    return {(i.pressure + j.pressure) * near * near * Math<T>::reciprocal(distance)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    subtract_along(sum, terms.push, pair);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float4 external =
        entry_of<float4>(arguments.state.arrays[PcisphArray::external_acceleration], i);
    const float4 acceleration =
        make_float4(c.pressure * sum.x + external.x, c.pressure * sum.y + external.y,
                    c.pressure * sum.z + external.z, 0.0f);
    arguments.rate[i] = acceleration;
    set_displacement(arguments, i,
                     displacement_in(c.time_step, velocity(arguments, i), acceleration));
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    const float4 nothing = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    arguments.rate[i] = nothing;
    set_displacement(arguments, i, nothing);
  }
};

}  // namespace sphlab
