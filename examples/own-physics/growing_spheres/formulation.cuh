// Soft spheres, each of a radius of its own that grows: what they begin with, a scenario says of
// each box of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/abi/formulation.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// Of spheres of the radii a_i, which grow towards the largest that there may be, A:
/// ```
///     m_i dv_i/dt = k sum_j max(0, a_i + a_j - r) x_ij / r + m_i g,  m_i = 4/3 pi rho0 a_i^3
///     da_i/dt     = b (A - a_i)
/// ```
/// A is half the influence radius at most, so that spheres which touch find each other; a particle
/// whose radius is 0 has no mass, and falls.
struct GrowingSpheres {
  static constexpr const char* name = "growing-spheres";

  enum Constant : std::uint32_t { stiffness, growth_rate, largest_share };
  struct Own {
    static constexpr ConstantDescription constants[] = {
        {.key = "contact_stiffness", .unit = "N/m", .meaning = "Stiffness k of two that touch."},
        {.key = "growth_rate", .unit = "1/s", .meaning = "Rate b at which radii grow."},
        {.key = "largest_share",
         .unit = "1",
         .meaning = "Largest radius A over half the influence radius.",
         .most = 1}};

    static double sound_speed(const WcsphConstants& c) {
      return std::sqrt(c.own[stiffness] / c.particle_mass) *
             std::cbrt(c.particle_mass / c.rest_density);
    }
  };

  enum Field : std::uint32_t { radius };
  static constexpr FieldDescription fields[] = {{"radius", 1}};
  static constexpr std::uint32_t writes_rates = bits_of(radius);

  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
  static constexpr bool has_compact_support = true;
  static constexpr double flops_per_pair = 20;
  static constexpr double bytes_per_source = 16 + 4;
  static constexpr double bytes_per_target = 16 + 4 + 4 + 16 + 4;

  struct Coefficients {
    float stiffness;  ///< k [N/m]
    float mass;       ///< of a sphere over the cube of its radius [kg/m^3]
    float growth;     ///< b [1/s]
    float largest;    ///< A [m]
    float3 gravity;
  };
  static Coefficients prepare(const Constants& c) {
    const double mass = 4 * std::numbers::pi / 3 * c.rest_density;
    return {c.own[GrowingSpheres::stiffness], static_cast<float>(mass), c.own[growth_rate],
            0.5f * c.own[largest_share] * c.influence_radius, c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z, radius;
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };
  template <class T>
  struct Terms {
    T push;  ///< depth of the overlap over r
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    return {position.x, position.y, position.z, view.fields[GrowingSpheres::radius][i]};
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients&, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T r2 = Math<T>::select(pair.included, pair.r2, T(1.0f));
    const T reach = (i.radius + j.radius) * Math<T>::reciprocal(Math<T>::square_root(r2));
    const T push = Math<T>::maximum(reach - T(1.0f), T(0.0f));
    return {Math<T>::select(pair.included, push, T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    const float own = a.state.fields[radius][i];
    const float mass = c.mass * own * own * own;
    const float scale = mass > 0.0f ? c.stiffness / mass : 0.0f;
    a.rate[i] = make_float4(scale * sum.x + c.gravity.x, scale * sum.y + c.gravity.y,
                            scale * sum.z + c.gravity.z, 0.0f);
    a.rates[radius][i] = c.growth * (c.largest - own);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    a.rates[radius][i] = 0.0f;
  }

  /// In double precision: dv/dt, d(rho/rho0)/dt, which is 0, and da/dt.
  struct Oracle {
    static void add(const Constants&, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      double x[3], r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        x[axis] = i.position[axis] - j.position[axis];
        r2 += x[axis] * x[axis];
      }
      const double r = std::sqrt(r2);
      const double overlap = std::max(0.0, i.fields[radius][0] + j.fields[radius][0] - r);
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] += overlap * x[axis] / r;
    }
    static void finish(const Constants& k, const OracleParticle& i, OracleSum& sum) {
      const double a = i.fields[radius][0];
      const double mass = 4 * std::numbers::pi / 3 * k.rest_density * a * a * a;
      const double gravity[] = {k.gravity.x, k.gravity.y, k.gravity.z};
      for (int axis = 0; axis < 3; ++axis) {
        const double force = double(k.own[stiffness]) * sum.values[axis];
        sum.values[axis] = (mass > 0 ? force / mass : 0) + gravity[axis];
      }
      const double largest = double(k.own[largest_share]) * k.influence_radius / 2;
      sum.values[4] = k.own[growth_rate] * (largest - a);
    }
  };
};

}  // namespace sphlab
