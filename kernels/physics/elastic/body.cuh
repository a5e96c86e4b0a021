// What the passes of elastic bodies share: constants, matter, and the state that they carry.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/formulation.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/numerics/scalar_math.cuh"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/quantities.cuh"
#include "kernels/physics/symmetric_tensor.cuh"

namespace sphlab {

/// What an elastic body is told by, and its moduli.
struct ElasticConstants {
  enum Number : std::uint32_t { youngs_modulus, poisson_ratio };
  static constexpr ConstantDescription constants[] = {
      {.key = "youngs_modulus",
       .unit = "Pa",
       .meaning = "Young's modulus E.",
       .excludes_least = true},
      {.key = "poisson_ratio",
       .unit = "1",
       .meaning = "Poisson's ratio nu: at 0.5 a body cannot be compressed.",
       .most = 0.5,
       .excludes_most = true}};

  /// K = E / (3 (1 - 2 nu)) [Pa]
  static double bulk_modulus(const WcsphConstants& c) {
    return c.own[youngs_modulus] / (3 * (1 - 2.0 * c.own[poisson_ratio]));
  }
  /// G = E / (2 (1 + nu)) [Pa]
  static double shear_modulus(const WcsphConstants& c) {
    return c.own[youngs_modulus] / (2 * (1 + 1.0 * c.own[poisson_ratio]));
  }
  static double sound_speed(const WcsphConstants& c) {
    return std::sqrt(bulk_modulus(c) / c.rest_density);
  }
  template <class Tell>
  static void derived_numbers(const WcsphConstants& c, Tell&& tell) {
    tell("youngs_modulus", "the bulk modulus over the square of the density",
         bulk_modulus(c) / (1.0 * c.rest_density * c.rest_density));
    tell("youngs_modulus", "twice the shear modulus", 2 * shear_modulus(c));
  }
};

/// A pressure that is proportional to the compression:
/// ```
///     p = K (rho/rho0 - 1)
/// ```
/// For strains of an elastic body, which are small: bodies under tension have a negative pressure.
struct ElasticMatter {
  float pressure_scale;  ///< K / rho0^2 [m^5/(kg s^2)]

  static ElasticMatter prepare(const WcsphConstants& c) {
    const double density = c.rest_density;
    return {static_cast<float>(ElasticConstants::bulk_modulus(c) / (density * density))};
  }

  /// P / rho^2 [m^5/(kg s^2)] of a particle at the centred relative density s.
  __device__ __forceinline__ float pressure_over_density2(const ParticleView&, std::uint32_t,
                                                          float s) const {
    const float ratio = 1.0f + s;
    return pressure_scale * s / (ratio * ratio);
  }
};

/// Particles of elastic bodies have the type fluid: there are no others.
struct ElasticPass {
  static constexpr const char* name = "elastic";
  /// The deviatoric stress s, symmetric and without a trace, is five numbers: xx, xy, xz and yy in
  /// one field, yz in another [Pa]. The third is the sum of W over the neighbours that a particle
  /// has begun with [1/m^3], the last the number of the body that it belongs to.
  enum Field : std::uint32_t { stress, stress_yz, rest_sum, body };
  static constexpr FieldDescription fields[] = {
      {"deviatoric-stress", 4}, {"deviatoric-stress-yz", 1}, {"rest-sum", 1}, {"body", 1}};
  /// The stress as it acts on the neighbours, (s + dt ds/dt) M^-1 over (rho/rho0)^2 of
  /// ElasticStrain, row by row [Pa]: xx, xy, xz, yx; yy, yz, zx, zy; zz.
  enum Array : std::uint32_t { acting_xx, acting_yy, acting_zz };
  static constexpr FieldDescription arrays[] = {
      {"acting-stress-xx", 4}, {"acting-stress-yy", 4}, {"acting-stress-zz", 1}};

  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  /// No list is of one type alone.
  static constexpr TypeMask list_types =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);
  using Constants = WcsphConstants;
  /// A smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Whether two particles are of one body.
  template <class T>
  __device__ static __forceinline__ typename Math<T>::Mask of_one_body(T body, T other) {
    const T apart = body - other;
    return apart * apart < T(0.25f);
  }

  /// s of a particle [Pa].
  __device__ static __forceinline__ SymmetricTensor stress_of(const PassView& view,
                                                              std::uint32_t i) {
    const float4 s = entry_of<float4>(view.fields[stress], i);
    return {s.x, s.y, s.z, s.w, view.fields[stress_yz][i], -(s.x + s.w)};
  }
};

}  // namespace sphlab
