// How an elastic body is deformed, and the rate of its stress: the second of its passes.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/physics/elastic/body.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// From the velocity gradient L the rates of strain and of rotation, and from these the rate of the
/// deviatoric stress that an observer sees who turns with the body (Jaumann's):
/// ```
///     L   = (sum_j V_j (v_j - v_i) (x) F x_ij) M^-1,   M = - sum_j V_j x_ij (x) F x_ij
///     eps = (L + L^T) / 2,   Omega = (L - L^T) / 2,    V = m / rho
///     ds/dt = 2 G (eps - tr(eps)/3) + Omega s + s Omega^T
/// ```
/// M is near the unit tensor inside a body, and makes up for the neighbours that a particle of its
/// surface lacks: without it a body that turns would be strained there. The stress acts on the
/// neighbours through the same M^-1 (Bonet and Lok, 1999), or the two would not do the same work,
/// and vibrations would grow. What is handed to the forces is (s + dt ds/dt) M^-1, the stress at
/// the end of the step: were velocity and stress both advanced by what they are at its beginning,
/// every vibration would grow, however short the step. Particles whose neighbours lie in a plane,
/// or on a line, do without.
struct ElasticStrain : ElasticPass {
  static constexpr const char* pass = "strain";
  static constexpr std::uint32_t writes_rates = bits_of(stress, stress_yz);
  static constexpr std::uint32_t writes_arrays = bits_of(acting_xx, acting_yy, acting_zz);
  /// Determinant of M below which it is not inverted: that of the corner of a cube is 0.017 to
  /// 0.0026 for h from 1.5 to 4 spacings, and splinters would be torn by more than they are pulled.
  static constexpr float least_determinant = 1e-3f;

  /// Distance and its root, the smoothing kernel, both weights, their products along two vectors.
  static constexpr double flops_per_pair = 8 + 3 + WendlandC2::flops + 3 + 3 + 2 + 6 + 18 + 12;
  static constexpr double bytes_per_source = 32 + 4;
  static constexpr double bytes_per_target = 32 + 4 + 4 + 5 * 4 + 5 * 4 + 9 * 4;

  struct Coefficients {
    WendlandC2 kernel;  ///< normalised by m / rho0
    float shear;        ///< 2 G [Pa]
    float step;         ///< dt [s]; 0 where nothing moves
  };

  static Coefficients prepare(const Constants& c) {
    const float volume = c.particle_mass / c.rest_density;
    const auto shear = static_cast<float>(2 * ElasticConstants::shear_modulus(c));
    return {WendlandC2::prepare(c.smoothing_length, volume), shear, c.fixed_dt};
  }

  template <class T>
  struct Particle {
    T x, y, z, volume;   ///< position [m], rho0/rho [1]
    T vx, vy, vz, body;  ///< velocity [m/s], number of the body
  };

  template <class T>
  struct Terms {
    T gradient;              ///< F_ij m / rho0 [1/m^2], F < 0
    T vx, vy, vz;            ///< v_j - v_i [m/s]
    T of_source, of_target;  ///< rho0/rho of either [1]
  };

  template <class T>
  struct Sum {
    T lxx{0.0f}, lxy{0.0f}, lxz{0.0f};  ///< of V_j F_ij (v_j - v_i) x_ij [1/s]
    T lyx{0.0f}, lyy{0.0f}, lyz{0.0f};
    T lzx{0.0f}, lzy{0.0f}, lzz{0.0f};
    T mxx{0.0f}, mxy{0.0f}, mxz{0.0f}, myy{0.0f}, myz{0.0f}, mzz{0.0f};  ///< of -V_j F_ij x_ij x_ij
  };

  __device__ static __forceinline__ Particle<float> load(const PassView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    return {position.x, position.y, position.z, Math<float>::reciprocal(1.0f + v.w),
            v.x,        v.y,        v.z,        view.fields[body][i]};
  }

  template <class Group, class T>
  __device__ static __forceinline__ Terms<T> terms(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair) {
    const T gradient = c.kernel.gradient_factor(Math<T>::square_root(pair.r2));
    return {Math<T>::select(pair.included & of_one_body(i.body, j.body), gradient, T(0.0f)),
            j.vx - i.vx,
            j.vy - i.vy,
            j.vz - i.vz,
            j.volume,
            i.volume};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add(terms, terms.gradient * terms.of_source, pair, sum);
  }
  /// Both v_j - v_i and x_ij change their sign.
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const Terms<T>& terms, const Pair<T>& pair,
                                                       Sum<T>& sum) {
    add(terms, terms.gradient * terms.of_target, pair, sum);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const QuantityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const SymmetricTensor correction =
        inverse_or_unit({sum.mxx, sum.mxy, sum.mxz, sum.myy, sum.myz, sum.mzz}, least_determinant);
    const Tensor gradient =
        Tensor{sum.lxx, sum.lxy, sum.lxz, sum.lyx, sum.lyy, sum.lyz, sum.lzx, sum.lzy, sum.lzz} *
        correction;
    const SymmetricTensor s = stress_of(arguments.state, i);
    const float ratio = 1.0f + velocity(arguments, i).w;
    const SymmetricTensor rate = stress_rate(c, gradient, s);
    set_rate(arguments, i, rate);
    set_acting(arguments, i, as_tensor(advanced(s, rate, c.step)) * correction,
               1.0f / (ratio * ratio));
  }
  __device__ static __forceinline__ void store_nothing(const QuantityArguments& arguments,
                                                       std::uint32_t i) {
    set_rate(arguments, i, {});
    set_acting(arguments, i, {}, 0.0f);
  }

 private:
  template <class T>
  __device__ static __forceinline__ void add(const Terms<T>& terms, T weight, const Pair<T>& pair,
                                             Sum<T>& sum) {
    const T x = weight * pair.x;
    const T y = weight * pair.y;
    const T z = weight * pair.z;
    sum.lxx += terms.vx * x;
    sum.lxy += terms.vx * y;
    sum.lxz += terms.vx * z;
    sum.lyx += terms.vy * x;
    sum.lyy += terms.vy * y;
    sum.lyz += terms.vy * z;
    sum.lzx += terms.vz * x;
    sum.lzy += terms.vz * y;
    sum.lzz += terms.vz * z;
    sum.mxx -= pair.x * x;
    sum.mxy -= pair.x * y;
    sum.mxz -= pair.x * z;
    sum.myy -= pair.y * y;
    sum.myz -= pair.y * z;
    sum.mzz -= pair.z * z;
  }

  __device__ static __forceinline__ void set_rate(const QuantityArguments& arguments,
                                                  std::uint32_t i, const SymmetricTensor& rate) {
    set_entry(arguments.rates[stress], i, make_float4(rate.xx, rate.xy, rate.xz, rate.yy));
    arguments.rates[stress_yz][i] = rate.yz;
  }

  __device__ static __forceinline__ void set_acting(const QuantityArguments& arguments,
                                                    std::uint32_t i, const Tensor& t, float scale) {
    set_entry(arguments.arrays[acting_xx], i,
              make_float4(scale * t.xx, scale * t.xy, scale * t.xz, scale * t.yx));
    set_entry(arguments.arrays[acting_yy], i,
              make_float4(scale * t.yy, scale * t.yz, scale * t.zx, scale * t.zy));
    arguments.arrays[acting_zz][i] = scale * t.zz;
  }

  /// The five independent numbers, and zz as what makes the trace vanish.
  __device__ static __forceinline__ SymmetricTensor stress_rate(const Coefficients& c,
                                                                const Tensor& l,
                                                                const SymmetricTensor& s) {
    const float third = (l.xx + l.yy + l.zz) / 3.0f;
    const float wxy = 0.5f * (l.xy - l.yx);
    const float wxz = 0.5f * (l.xz - l.zx);
    const float wyz = 0.5f * (l.yz - l.zy);
    const float xx = c.shear * (l.xx - third) + 2.0f * (wxy * s.xy + wxz * s.xz);
    const float yy = c.shear * (l.yy - third) + 2.0f * (wyz * s.yz - wxy * s.xy);
    const float xy = 0.5f * c.shear * (l.xy + l.yx) + wxy * (s.yy - s.xx) + wxz * s.yz + wyz * s.xz;
    const float xz = 0.5f * c.shear * (l.xz + l.zx) + wxz * (s.zz - s.xx) + wxy * s.yz - wyz * s.xy;
    const float yz = 0.5f * c.shear * (l.yz + l.zy) + wyz * (s.zz - s.yy) - wxy * s.xz - wxz * s.xy;
    return {xx, xy, xz, yy, yz, -(xx + yy)};
  }
};

}  // namespace sphlab
