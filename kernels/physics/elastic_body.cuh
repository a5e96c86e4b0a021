// What the passes of elastic bodies share: constants, matter, and the state that they carry.
#pragma once

#include <cstdint>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/numerics/scalar_math.cuh"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/quantities.cuh"
#include "kernels/physics/symmetric_tensor.cuh"

namespace sphlab {

/// A pressure that is proportional to the compression:
/// ```
///     p = K (rho/rho0 - 1),  K = rho0 c0^2
/// ```
/// For strains of an elastic body, which are small: bodies under tension have a negative pressure.
struct ElasticMatter {
  float pressure_scale;  ///< c0^2 / rho0 [m^5/(kg s^2)]

  static ElasticMatter prepare(const WcsphConstants& c) {
    return {c.sound_speed * c.sound_speed / c.rest_density};
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
