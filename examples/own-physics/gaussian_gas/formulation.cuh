// A gas of one temperature whose densities are summed with a Gaussian: two passes, the second of
// which reads what the first one has made.
#pragma once

#include <cmath>
#include <numbers>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// With the width w, the radius R beyond which nothing acts, and G(r) = exp(-r^2 / w^2):
/// ```
///     W(r)    = (G(r) - G(R) (1 + (R^2 - r^2) / w^2)) / (pi^(3/2) w^3)    no jump at R
///     q_i     = m / rho0 (W(0) + sum_j W(r))                              rho_i / rho0
///     dv_i/dt = - c0^2 m / rho0 sum_j (1/q_i + 1/q_j) grad W + g,         p = c0^2 rho
/// ```
struct GaussianGasPass {
  static constexpr const char* name = "gaussian-gas";

  enum Constant : std::uint32_t { width_share };
  struct Own {
    static constexpr ConstantDescription constants[] = {
        {.key = "width_share",
         .unit = "1",
         .meaning = "Width w of the Gaussian over the influence radius.",
         .least = 0.3,
         .most = 0.5,
         .is_optional = true,
         .usual = 1.0 / 3}};
  };

  enum Array : std::uint32_t { density };
  static constexpr FieldDescription arrays[] = {{"relative-density", 1}};

  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;

  static double width(const Constants& c) { return 1.0 * c.own[width_share] * c.influence_radius; }

  /// exp(x) of -12 <= x <= 0, of a number or of as many as there are lanes: by a polynomial of
  /// x/16, and four squares.
  template <class T>
  __device__ static __forceinline__ T exponential(T x) {
    const T y = x * T(0.0625f);
    T e = T(1.0f) + y * T(1.0f / 8);
    for (float k = 7.0f; k > 0.0f; k -= 1.0f) e = T(1.0f) + y * T(1.0f / k) * e;
    e = e * e;
    e = e * e;
    e = e * e;
    return e * e;
  }
};

struct GaussianGasDensity : GaussianGasPass {
  static constexpr const char* pass = "density-sum";
  static constexpr std::uint32_t writes_arrays = bits_of(density);
  static constexpr double flops_per_pair = 8 + 25;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 4;

  struct Coefficients {
    float exponent;            ///< -1 / w^2 [1/m^2]
    float at_radius, tangent;  ///< G(R) (1 + R^2 / w^2), and G(R) of r^2 / w^2
    float scale;               ///< m / (rho0 pi^(3/2) w^3)
  };
  static Coefficients prepare(const Constants& c) {
    const double w = width(c), r = c.influence_radius;
    const double volume = 1.0 * c.particle_mass / c.rest_density;
    const double edge = std::exp(-r * r / (w * w));
    return {static_cast<float>(-1 / (w * w)), static_cast<float>(edge * (1 + r * r / (w * w))),
            static_cast<float>(edge),
            static_cast<float>(volume / (std::pow(std::numbers::pi, 1.5) * w * w * w))};
  }

  template <class T>
  struct Particle {
    T x, y, z;
  };
  template <class T>
  struct Sum {
    T gaussians{0.0f};
  };
  template <class T>
  struct Terms {
    T gaussian;
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView&, std::uint32_t,
                                                         float4 position) {
    return {position.x, position.y, position.z};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>&,
                                                   const Particle<T>&, const Pair<T>& pair) {
    const T x = T(c.exponent) * pair.r2;
    const T gaussian = exponential(x) - T(c.at_radius) - T(c.tangent) * x;
    return {Math<T>::select(pair.included, gaussian, T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>&,
                                                       Sum<T>& sum) {
    sum.gaussians += terms.gaussian;
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const QuantityArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    a.arrays[density][i] = c.scale * (1.0f - c.at_radius + sum.gaussians);
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& a,
                                                       std::uint32_t i) {
    a.arrays[density][i] = 0.0f;
  }

  /// In double precision: shares nothing with the kernels but the constants.
  struct Oracle {
    static double kernel(const Constants& k, double r2) {
      const double w = double(k.own[width_share]) * k.influence_radius;
      const double edge2 = double(k.influence_radius) * k.influence_radius;
      const double tangent = std::exp(-edge2 / (w * w)) * (1 + (edge2 - r2) / (w * w));
      return (std::exp(-r2 / (w * w)) - tangent) /
             (std::pow(std::numbers::pi, 1.5) * std::pow(w, 3));
    }
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      double r2 = 0;
      for (int axis = 0; axis < 3; ++axis) r2 += std::pow(i.position[axis] - j.position[axis], 2);
      sum.values[0] += kernel(k, r2);
    }
    static void finish(const Constants& k, const OracleParticle&, OracleSum& sum) {
      sum.values[0] = k.particle_mass / double(k.rest_density) * (kernel(k, 0) + sum.values[0]);
    }
  };
};

struct GaussianGas;

struct GaussianGasForces : GaussianGasPass {
  using Formulation = GaussianGas;
  static constexpr std::uint32_t reads_arrays = bits_of(density);
  static constexpr double flops_per_pair = 8 + 25 + 8;
  static constexpr double bytes_per_source = 16 + 4;
  static constexpr double bytes_per_target = 16 + 4 + 4 + 16;

  struct Coefficients {
    float exponent;   ///< -1 / w^2 [1/m^2]
    float at_radius;  ///< G(R)
    float scale;      ///< 2 c0^2 m / (rho0 pi^(3/2) w^5) [1/s^2]
    float3 gravity;
  };
  static Coefficients prepare(const Constants& c) {
    const double volume = 1.0 * c.particle_mass / c.rest_density;
    const double w = width(c), r = c.influence_radius;
    return {static_cast<float>(-1 / (w * w)), static_cast<float>(std::exp(-r * r / (w * w))),
            static_cast<float>(2 * volume * c.sound_speed * c.sound_speed /
                               (std::pow(std::numbers::pi, 1.5) * std::pow(w, 5))),
            c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z;
    T volume;  ///< 1/q
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };
  template <class T>
  struct Terms {
    T push;
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    return {position.x, position.y, position.z, 1.0f / view.arrays[density][i]};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T gaussian = exponential(T(c.exponent) * pair.r2) - T(c.at_radius);
    const T push = (i.volume + j.volume) * gaussian;
    return {Math<T>::select(pair.included, push, T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    a.rate[i] = make_float4(c.scale * sum.x + c.gravity.x, c.scale * sum.y + c.gravity.y,
                            c.scale * sum.z + c.gravity.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

  struct Oracle {
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      const double radius = k.influence_radius, w = k.own[width_share] * radius;
      double x[3], r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        x[axis] = i.position[axis] - j.position[axis];
        r2 += x[axis] * x[axis];
      }
      const double volumes = 1 / i.arrays[density][0] + 1 / j.arrays[density][0];
      const double scale = double(k.sound_speed) * k.sound_speed * k.particle_mass / k.rest_density;
      const double above_edge = std::exp(-r2 / (w * w)) - std::exp(-radius * radius / (w * w));
      const double slope = -2 * above_edge / (std::pow(std::numbers::pi, 1.5) * std::pow(w, 5));
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] -= scale * volumes * slope * x[axis];
    }
    static void finish(const Constants& k, const OracleParticle&, OracleSum& sum) {
      sum.values[0] += k.gravity.x;
      sum.values[1] += k.gravity.y;
      sum.values[2] += k.gravity.z;
    }
  };
};

struct GaussianGas : GaussianGasPass {
  using Passes = TypeList<GaussianGasDensity, GaussianGasForces>;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
