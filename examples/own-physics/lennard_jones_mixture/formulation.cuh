// Molecules of two kinds that attract and repel each other by Lennard-Jones forces. The first kind
// are the particles of the fluid, the second those of the second fluid.
#pragma once

#include <cmath>

#include "kernels/abi/formulation.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// With the depth e and the diameter s of a pair, of two kinds a and b by the rules of Lorentz and
/// Berthelot, and the radius R beyond which nothing acts:
/// ```
///     m dv_i/dt = sum_j (f(r) - f(R)) x_ij / r + m g,  f(r) = 24 e / r (2 (s/r)^12 - (s/r)^6)
///     s_ab = (s_a + s_b) / 2,  e_ab = sqrt(e_a e_b)
/// ```
struct LennardJonesMixture {
  static constexpr const char* name = "lennard-jones-mixture";

  enum Constant : std::uint32_t { first_depth, first_diameter, second_depth, second_diameter };
  struct Own {
    static constexpr ConstantDescription constants[] = {
        {.key = "first_depth", .unit = "J", .meaning = "Depth of the well of the first kind."},
        {.key = "first_diameter", .unit = "m", .meaning = "Where its potential is zero."},
        {.key = "second_depth", .unit = "J", .meaning = "Depth of the well of the second kind."},
        {.key = "second_diameter", .unit = "m", .meaning = "Where its potential is zero."}};

    /// In a row of the first kind: the well has the curvature 72 e / r^2 at its bottom.
    static double sound_speed(const WcsphConstants& c) {
      return std::sqrt(72.0 * c.own[first_depth] / c.particle_mass);
    }
  };

  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::second_fluid);
  using Groups =
      TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::second_fluid>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
  static constexpr double flops_per_pair = 35;
  static constexpr double bytes_per_source = 16 + 4;
  static constexpr double bytes_per_target = 16 + 4 + 16;

  /// What a pair of two kinds is told by.
  struct Well {
    float diameter2, scale;  ///< s^2 [m^2], 24 e [J]
    float force_at_radius;   ///< f(R) [N]
  };
  static Well well(float diameter, float depth, float radius) {
    const double s6 = std::pow(1.0 * diameter / radius, 6);
    return {diameter * diameter, 24 * depth,
            static_cast<float>(24.0 * depth / radius * s6 * (2 * s6 - 1))};
  }

  struct Coefficients {
    Well first, mixed, second;
    float first_mass, second_mass;  ///< [kg]
    float3 gravity;
  };
  static Coefficients prepare(const Constants& c) {
    const float a = c.own[first_diameter], b = c.own[second_diameter];
    const float e = c.own[first_depth], f = c.own[second_depth];
    const float r = c.influence_radius;
    return {well(a, e, r),
            well(0.5f * (a + b), std::sqrt(e * f), r),
            well(b, f, r),
            c.particle_mass,
            c.second_fluid.particle_mass,
            c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z;
    T is_second;  ///< 1 of the second kind, else 0
  };
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};  ///< [N]
  };
  template <class T>
  struct Terms {
    T push;  ///< over x_ij [N/m]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const bool is_second = type_of(view, i) == ParticleType::second_fluid;
    return {position.x, position.y, position.z, is_second ? 1.0f : 0.0f};
  }
  /// Takes the well of the target's kind and the source's. The group says which kind the sources
  /// are when the code is compiled; only the target's is read.
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>&, const Pair<T>& pair) {
    constexpr bool from_first = Group::mask == mask_of(ParticleType::fluid);
    const Well& with_first = from_first ? c.first : c.mixed;
    const Well& with_second = from_first ? c.mixed : c.second;
    const auto of_target = [&](float first, float second) {
      return T(first) + i.is_second * T(second - first);
    };
    const T inverse2 = Math<T>::reciprocal(Math<T>::select(pair.included, pair.r2, T(1.0f)));
    const T s2 = of_target(with_first.diameter2, with_second.diameter2) * inverse2;
    const T s6 = s2 * s2 * s2;
    const T force =
        of_target(with_first.scale, with_second.scale) * inverse2 * (T(2.0f) * s6 * s6 - s6);
    const T at_radius = of_target(with_first.force_at_radius, with_second.force_at_radius) *
                        Math<T>::square_root(inverse2);
    return {Math<T>::select(pair.included, force - at_radius, T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
  }
  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    const bool is_second = type_of(a, i) == ParticleType::second_fluid;
    const float by_mass = 1.0f / (is_second ? c.second_mass : c.first_mass);
    a.rate[i] = make_float4(by_mass * sum.x + c.gravity.x, by_mass * sum.y + c.gravity.y,
                            by_mass * sum.z + c.gravity.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

  /// In double precision: shares nothing with the kernels but the constants.
  struct Oracle {
    static bool is_second(const OracleParticle& i) { return i.type == ParticleType::second_fluid; }

    static double force(double r, double depth, double diameter) {
      return 24 * depth / r * (2 * std::pow(diameter / r, 12) - std::pow(diameter / r, 6));
    }
    static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                    OracleSum& sum) {
      double x[3], r2 = 0;
      for (int axis = 0; axis < 3; ++axis) {
        x[axis] = i.position[axis] - j.position[axis];
        r2 += x[axis] * x[axis];
      }
      const auto depth = [&](const OracleParticle& one) -> double {
        return k.own[is_second(one) ? second_depth : first_depth];
      };
      const auto diameter = [&](const OracleParticle& one) -> double {
        return k.own[is_second(one) ? second_diameter : first_diameter];
      };
      const double r = std::sqrt(r2);
      const double e = std::sqrt(depth(i) * depth(j)), s = (diameter(i) + diameter(j)) / 2;
      const double push = (force(r, e, s) - force(k.influence_radius, e, s)) / r;
      for (int axis = 0; axis < 3; ++axis) sum.values[axis] += push * x[axis];
    }
    static void finish(const Constants& k, const OracleParticle& i, OracleSum& sum) {
      const double mass = is_second(i) ? k.second_fluid.particle_mass : k.particle_mass;
      const double gravity[] = {k.gravity.x, k.gravity.y, k.gravity.z};
      for (int axis = 0; axis < 3; ++axis)
        sum.values[axis] = sum.values[axis] / mass + gravity[axis];
    }
  };
};

}  // namespace sphlab
