// The pressure that keeps predictive-corrective SPH from being compressed: from the density that
// particles would have at the end of the step. The first of its passes that are repeated.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/pcisph/quantities.cuh"
#include "kernels/physics/poly6.cuh"
#include "kernels/physics/repetition.cuh"

namespace sphlab {

/// With the displacements x* - x that the pass before it has predicted:
/// ```
///     rho*_i = m 315 / (64 pi h^9) (h^6 + sum_j (h^2 - r*^2)^3)       r* = |x*_i - x*_j| below h
///     p_i    = max(0, p_i + delta (rho*_i - rho0))
/// ```
/// The error is how far the densest particle is above rho0, over rho0: fluid that is thinner, at a
/// surface, is none.
///
/// Neighbours are those within h at x, as they are in the cells: a pair that comes within h during
/// the step is not seen until the next one. The kernel is flat there: at relative displacements of
/// 0.1 h it is worth 0.7 % of W(0).
///
/// Positions differ by x_i - x_j, which traversals have, and by the displacements, which are small:
/// both keep their digits, and sums x + (x* - x) would not.
///
/// Sums are of (h^2 - r*^2)^3, the particle itself left out [m^6].
struct PcisphPrediction : EqualShares {
  static constexpr const char* pass = "prediction";
  static constexpr bool repeated = true;
  static constexpr std::uint32_t reads_arrays = bits_of(PcisphArray::predicted_way);
  static constexpr std::uint32_t writes_fields = bits_of(PcisphField::pressure);
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  static constexpr bool reciprocal = true;

  /// Distance at x; that at x*, h^2 - r*^2 clamped, cube, sum.
  static constexpr double flops_per_pair = 8 + 6 + 5 + 2 + 2 + 1;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 4 + 4;

  struct Coefficients {
    float radius2;     ///< h^2 [m^2]
    float own;         ///< h^6, what a particle adds to its own sum [m^6]
    float factor;      ///< m / rho0 315 / (64 pi h^9) [1/m^6]
    float correction;  ///< delta rho0, by the relative error of the density [Pa]
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double volume = static_cast<double>(c.particle_mass) / c.rest_density;
    return {static_cast<float>(h * h), static_cast<float>(Poly6::value(h * h)),
            static_cast<float>(volume * Poly6::value_factor(h)),
            c.prediction.stiffness * c.rest_density};
  }

  template <class T>
  struct Particle {
    T x, y, z;     ///< position [m]
    T dx, dy, dz;  ///< displacement in the step [m]
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 d = entry_of<float4>(view.arrays[PcisphArray::predicted_way], i);
    return {position.x, position.y, position.z, d.x, d.y, d.z};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T x = pair.x + (i.dx - j.dx);
    const T y = pair.y + (i.dy - j.dy);
    const T z = pair.z + (i.dz - j.dz);
    const T inside = Math<T>::maximum(T(c.radius2) - (x * x + y * y + z * z), T(0.0f));
    return {Poly6::value(Math<T>::select(pair.included, inside, T(0.0f)))};
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const QuantityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float excess = c.factor * (c.own + sum.value) - 1.0f;
    const float pressure = pressure_of(arguments.state, i) + c.correction * excess;
    // a comparison that keeps what is not a number, for the run to be seen to be lost
    set_pressure(arguments, i, pressure < 0.0f ? 0.0f : pressure);
    raise_error(*arguments.repetition, Math<float>::maximum(excess, 0.0f));
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& arguments,
                                                       std::uint32_t i) {
    set_pressure(arguments, i, 0.0f);
  }
};

}  // namespace sphlab
