// Grains that touch: a spring and a dashpot along the line of two, and the same with a dashpot of
// the wrong sign. Of the constants it takes what comes nearest to its own.
#pragma once

#include <cmath>

#include "kernels/abi/formulation.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/wcsph_particle.cuh"

namespace sphlab::mutants {

/// dv_i/dt = sum_j (k (d - r) / d - c u_ij . n) n + g of all j nearer than d, with n = x_ij / r.
struct GrainsOracle {
  using Constants = WcsphConstants;

  static void add(const Constants& k, const OracleParticle& i, const OracleParticle& j,
                  OracleSum& sum) {
    double x[3], r2 = 0, approach = 0;
    for (int axis = 0; axis < 3; ++axis) {
      x[axis] = i.position[axis] - j.position[axis];
      r2 += x[axis] * x[axis];
      approach += (i.velocity[axis] - j.velocity[axis]) * x[axis];
    }
    const double r = std::sqrt(r2), d = k.wall_distance;
    if (r >= d) return;
    const double spring = k.wall_coefficient * (d - r) / (d * d);
    const double dashpot = k.artificial_viscosity * k.sound_speed * approach / (r * d);
    for (int axis = 0; axis < 3; ++axis) sum.values[axis] += (spring - dashpot) * x[axis] / r;
  }

  static void finish(const Constants& k, const OracleParticle&, OracleSum& sum) {
    sum.values[0] += k.gravity.x;
    sum.values[1] += k.gravity.y;
    sum.values[2] += k.gravity.z;
    sum.values[3] = 0;
  }
};

/// @tparam sign of the dashpot: 1 where it damps.
template <int sign>
struct GrainsOf {
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid, ParticleType::boundary>>;
  using Constants = WcsphConstants;
  using Oracle = GrainsOracle;
  using Matter = OneFluid;
  static constexpr bool has_body = false;
  static constexpr bool has_compact_support = true;
  static constexpr double flops_per_pair = 30;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    float contact;  ///< d [m]
    float spring;   ///< k / d^2 [1/s^2]
    float dashpot;  ///< c / d [1/s]
    float3 gravity;
  };
  static Coefficients prepare(const Constants& c) {
    const float d = c.wall_distance;
    return {d, c.wall_coefficient / (d * d), sign * c.artificial_viscosity * c.sound_speed / d,
            c.gravity};
  }

  template <class T>
  using Particle = WcsphParticle<T>;
  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};
  };
  template <class T>
  struct Terms {
    T push;  ///< over x_ij [1/s^2]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    return load_wcsph_particle(view, i, position);
  }
  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const auto touches = pair.included & (pair.r2 < T(c.contact * c.contact));
    const T r2 = Math<T>::select(touches, pair.r2, T(c.contact * c.contact));
    const T inverse = Math<T>::reciprocal(Math<T>::square_root(r2));
    const T push = T(c.spring) * (T(c.contact) * inverse - T(1.0f)) -
                   T(c.dashpot) * approach_of(i, j, pair) * inverse * inverse;
    return {Math<T>::select(touches, push, T(0.0f))};
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add_along(sum, terms.push, pair);
  }

  __device__ static __forceinline__ void store(const Coefficients& c, const ForceArguments& a,
                                               std::uint32_t i, const Sum<float>& sum) {
    a.rate[i] = make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& a, std::uint32_t i) {
    a.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
};

}  // namespace sphlab::mutants
