// The density of a fluid as paper E's simulations sum it: the first of their passes.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/poly6.cuh"
#include "kernels/physics/thin_fluid.cuh"

namespace sphlab {

/// With the particle itself among the sources, coincident ones too, and whatever the sum comes to:
/// ```
///     rho_i = m 315 / (64 pi h^9) (h^6 + sum_j (h^2 - r^2)^3)
/// ```
/// At a free surface that is half the density at rest, and the pressure a tension that holds the
/// fluid together.
///
/// Reads of sources nothing but x, y and z, and writes of a target nothing but w: while one
/// target's result is stored, others may still read its position.
///
/// Sums are of (h^2 - r^2)^3, the particle itself left out [m^6].
struct Poly6Density : EqualSharesOfPositions {
  static constexpr const char* pass = "density";
  static constexpr PassKind pass_kind = PassKind::density;
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  /// The smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance, h^2 - r^2 clamped, cube, sum.
  static constexpr double flops_per_pair = 8 + 2 + 2 + 1;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 2 * 4;

  struct Coefficients {
    float radius2;  ///< h^2 [m^2]
    float own;      ///< h^6, what a particle adds to its own sum [m^6]
    float factor;   ///< m / rho0 315 / (64 pi h^9) [1/m^6]
    ThinFluid matter;
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double volume =
        static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density);
    return {static_cast<float>(h * h), static_cast<float>(Poly6::value(h * h)),
            static_cast<float>(volume * Poly6::value_factor(h)), ThinFluid::prepare(c)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>&, const Pair<T>& pair) {
    const T inside = Math<T>::maximum(T(c.radius2) - pair.r2, T(0.0f));
    return {Poly6::value(Math<T>::select(pair.included, inside, T(0.0f)))};
  }
  /// Adds the term of a pair to the target. @param inside h^2 - r^2, all that it depends on; below
  /// 0 beyond the radius [m^2]
  template <class T>
  __device__ static __forceinline__ void add_inside(T inside, Sum<T>& sum) {
    sum.value += Poly6::value(Math<T>::maximum(inside, T(0.0f)));
  }

  /// The density, and the P/rho^2 that goes with it.
  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const DensityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float excess = c.factor * (c.own + sum.value) - 1.0f;
    arguments.velocity[i].w = excess;
    arguments.position[i].w = c.matter.pressure_over_density2(arguments.state, i, excess);
  }
  /// The density of other particles than those of fluid is not computed.
  __device__ static __forceinline__ void store_nothing(const DensityArguments&, std::uint32_t) {}
};

}  // namespace sphlab
