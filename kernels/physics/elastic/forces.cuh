// What the stress of an elastic body does to its particles: the last of its passes.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/physics/elastic/body.cuh"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/penalty_planes.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// With the stress S of the pass before, the pressure of either particle, and an artificial
/// viscosity of particles that approach each other:
/// ```
///     dv_i/dt = sum_j m (T_i + T_j - Pi_ij) F x_ij + g + the planes',   T = (S - w p) / rho^2
///     Pi_ij   = - alpha c0 h min(u_ij . x_ij, 0) / (rho0 (r^2 + 0.01 h^2))
/// ```
/// w = (rho0/m) / (sum_j W_ij at the beginning), which is 1 inside a body, makes the force of the
/// pressure do the work that the compression of ElasticDensity takes. Alike on both of a pair:
/// momentum is kept. The force need not lie on the line of the pair, but that of the stress has no
/// moment about a particle, whose s is symmetric. Particles of
/// two bodies have no stress in common, and their pressures push alone: S is left out, and p where
/// it is negative.
///
/// Terms and sums are accelerations [m/s^2].
struct ElasticForces : ElasticPass, OppositeVectors {
  /// Distance and its root, the smoothing kernel, two stresses and pressures added, the stress
  /// times x_ij, viscosity, sums.
  static constexpr double flops_per_pair = 8 + 3 + WendlandC2::flops + 18 + 5 + 8 + 18 + 14 + 3;
  static constexpr double bytes_per_source = 32 + 11 * 4;
  static constexpr double bytes_per_target = 32 + 4 + 11 * 4 + 16;
  static constexpr std::uint32_t reads_arrays = bits_of(acting_xx, acting_yy, acting_zz);

  struct Coefficients {
    WendlandC2 kernel;       ///< normalised by the particle mass
    float inverse_density2;  ///< 1 / rho0^2 [m^6/kg^2]
    float inverse_volume;    ///< rho0 / m [1/m^3]
    float viscosity;         ///< alpha c0 h / rho0 [m^5/(kg s)]
    float softening;         ///< 0.01 h^2 [m^2]
    float3 gravity;          ///< [m/s^2]
    PenaltyPlanes planes;
  };

  static Coefficients prepare(const Constants& c) {
    const float h = c.smoothing_length;
    return {WendlandC2::prepare(h, c.particle_mass),
            1.0f / (c.rest_density * c.rest_density),
            c.rest_density / c.particle_mass,
            c.artificial_viscosity * c.sound_speed * h / c.rest_density,
            0.01f * h * h,
            c.gravity,
            c.planes};
  }

  template <class T>
  struct Particle {
    T x, y, z,
        pressure_term;  ///< position [m], P/rho^2 over the sum of W at the beginning [m^8/(kg s^2)]
    T vx, vy, vz;       ///< velocity [m/s]
    T xx, xy, xz, yx, yy, yz, zx, zy, zz;  ///< S over (rho/rho0)^2 [Pa]
    T body;                                ///< its number
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    const float4 a = entry_of<float4>(view.arrays[acting_xx], i);
    const float4 b = entry_of<float4>(view.arrays[acting_yy], i);
    const float pressure_term = position.w * Math<float>::reciprocal(view.fields[rest_sum][i]);
    return {position.x,
            position.y,
            position.z,
            pressure_term,
            v.x,
            v.y,
            v.z,
            a.x,
            a.y,
            a.z,
            a.w,
            b.x,
            b.y,
            b.z,
            b.w,
            view.arrays[acting_zz][i],
            view.fields[body][i]};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T force = Math<T>::select(
        pair.included, c.kernel.gradient_factor(Math<T>::square_root(pair.r2)), T(0.0f));
    const auto one_body = of_one_body(i.body, j.body);
    const T k = Math<T>::select(one_body, T(c.inverse_density2), T(0.0f));
    const T pressures = Math<T>::select(
        one_body, i.pressure_term + j.pressure_term,
        Math<T>::maximum(i.pressure_term, T(0.0f)) + Math<T>::maximum(j.pressure_term, T(0.0f)));
    const T spherical = T(c.inverse_volume) * pressures + viscous(c, i, j, pair);
    const T xx = k * (i.xx + j.xx) - spherical;
    const T yy = k * (i.yy + j.yy) - spherical;
    const T zz = k * (i.zz + j.zz) - spherical;
    return {force * (xx * pair.x + k * ((i.xy + j.xy) * pair.y + (i.xz + j.xz) * pair.z)),
            force * (yy * pair.y + k * ((i.yx + j.yx) * pair.x + (i.yz + j.yz) * pair.z)),
            force * (zz * pair.z + k * ((i.zx + j.zx) * pair.x + (i.zy + j.zy) * pair.y))};
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float3 push =
        acceleration_of(c.planes, arguments.clock, position(arguments, i), velocity(arguments, i));
    arguments.rate[i] = make_float4(sum.x + c.gravity.x + push.x, sum.y + c.gravity.y + push.y,
                                    sum.z + c.gravity.z + push.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  /// Pi_ij.
  template <class T>
  __device__ static __forceinline__ T viscous(const Coefficients& c, const Particle<T>& i,
                                              const Particle<T>& j, const Pair<T>& pair) {
    const T approach = (i.vx - j.vx) * pair.x + (i.vy - j.vy) * pair.y + (i.vz - j.vz) * pair.z;
    return T(-c.viscosity) * Math<T>::minimum(approach, T(0.0f)) *
           Math<T>::reciprocal(pair.r2 + T(c.softening));
  }
};

}  // namespace sphlab
