// Weakly compressible SPH as paper E's simulations have it, after Mueller, Charypar and Gross
// (2003): densities that are summed, viscosity, surface tension, and planes for walls. A
// formulation of two passes.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/passes.hpp"
#include "kernels/physics/penalty_planes.cuh"
#include "kernels/physics/poly6_density.cuh"
#include "kernels/physics/spiky.cuh"

namespace sphlab {

/// What a pair of the force pass needs of each particle.
template <class T>
struct SummedParticle {
  T x, y, z, pressure;   ///< position [m], P/rho0^2 [m^5/(kg s^2)]
  T vx, vy, vz, volume;  ///< velocity [m/s], rho0/rho [1]
};

/// What it contributes. What is constant, and what is the target's own, multiplies the sums.
template <class T>
struct SummedTerms {
  T push;        ///< (p_i + p_j) (h - r) / r, of pressures over rho0^2 [m^5/(kg s^2)]
  T near;        ///< h - r [m]
  T drag;        ///< what multiplies h - r to make viscosity of it, where push makes pressure
  T vx, vy, vz;  ///< v_j - v_i [m/s]
  T inside;      ///< h^2 - r^2 [m^2]
  T curvature;   ///< r^2 - 3/4 (h^2 - r^2), the Laplacian over h^2 - r^2 [m^2]
  T of_source, of_target;  ///< rho0/rho of either [1]
};

/// The second pass, on the densities of the first:
/// ```
///     f_i = m 45 / (pi h^6) sum_j ( (p_i + p_j) (h - r)^2 x_ij / (2 r rho_j)
///                                   + mu (h - r) (v_j - v_i) / rho_j )  -  sigma l_i n_i / |n_i|
///     n_i = -m 945 / (32 pi h^9) sum_j (h^2 - r^2)^2 x_ij / rho_j
///     l_i =  m 945 / (8 pi h^9 rho_i) sum_j (h^2 - r^2) (r^2 - 3/4 (h^2 - r^2)) / rho_j
///     dv_i/dt = f_i / rho_i + g + the planes'
/// ```
/// Half the sum of two pressures makes half the gradient of the pressure: in fluid at rest it is
/// twice the weight above. The surface tension acts where |n| is above a threshold. l has, beside
/// the Laplacian of the colour field, the density of the target below it, as paper E's code has,
/// whence the unit of sigma. Where particles coincide their line has no direction, and they do not
/// act on each other.
///
/// Pressures and viscosity act alike on both of a pair; the surface tension keeps no momentum.
struct SummedForces {
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  /// The smoothing kernels are clamped at their radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  /// Distance and its reciprocal, two differences clamped; pressure, viscosity, their sum along two
  /// vectors; gradient and Laplacian. Roots and reciprocals count 3.
  static constexpr double flops_per_pair = 8 + 6 + 3 + 2 + 5 + 1 + 15 + 8 + 4;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    float radius, radius2;  ///< h [m], h^2 [m^2]
    float pressure;         ///< m 45 / (2 pi h^6) [kg/m^6]
    float drag;            ///< 2 mu / rho0^2, viscosity's factor over that of pressure [m^5/(kg s)]
    float gradient;        ///< -m / rho0 945 / (32 pi h^9) [1/m^6]
    float laplacian;       ///< sigma m / rho0 945 / (8 pi h^9) / rho0^2 [1/(m^3 s^2)]
    float least_gradient;  ///< of the colour field, where the surface tension acts [1/m]
    float3 gravity;        ///< [m/s^2]
    PenaltyPlanes planes;
  };

  static Coefficients prepare(const Constants& c) {
    const double h = c.influence_radius;
    const double mass = c.particle_mass;
    const double density = c.rest_density;
    const double tension = c.surface.tension;
    const double viscosity = c.dynamic_viscosity;
    return {c.influence_radius,
            static_cast<float>(h * h),
            static_cast<float>(mass * Spiky::factor(h) / 2),
            static_cast<float>(2 * viscosity / (density * density)),
            static_cast<float>(-mass / density * Poly6::gradient_factor(h)),
            static_cast<float>(tension * mass * Poly6::laplacian_factor(h) /
                               (density * density * density)),
            c.surface.least_gradient,
            c.gravity,
            c.planes};
  }

  template <class T>
  using Particle = SummedParticle<T>;

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};     ///< acceleration by pressure and viscosity over both factors
    T nx{0.0f}, ny{0.0f}, nz{0.0f};  ///< of the gradient's terms times rho0/rho_j [m^5]
    T curvature{0.0f};               ///< of the Laplacian's times rho0/rho_j [m^4]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    const float density = 1.0f + v.w;
    return {position.x, position.y, position.z, position.w * density * density,
            v.x,        v.y,        v.z,        Math<float>::reciprocal(density)};
  }

  template <class Group, class T>
  __device__ static __forceinline__ SummedTerms<T> terms(const Coefficients& c,
                                                         const Particle<T>& i, const Particle<T>& j,
                                                         const Pair<T>& pair) {
    const auto acts = pair.included & (T(0.0f) < pair.r2);
    // of particles that do not act, one that can be divided by and is out of reach
    const T distance2 = Math<T>::select(acts, pair.r2, T(c.radius2));
    const T inverse = Math<T>::reciprocal(Math<T>::square_root(distance2));
    const T near = Math<T>::maximum(T(c.radius) - distance2 * inverse, T(0.0f));
    const T inside = Math<T>::maximum(T(c.radius2) - distance2, T(0.0f));
    return {(i.pressure + j.pressure) * near * inverse,
            near,
            T(c.drag),
            j.vx - i.vx,
            j.vy - i.vy,
            j.vz - i.vz,
            inside,
            Poly6::curvature(inside, distance2),
            j.volume,
            i.volume};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const SummedTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    const T weight = terms.near * terms.of_source;
    const T drag = terms.drag * weight;
    add_along(sum, terms.push * weight, pair);
    sum.x += drag * terms.vx;
    sum.y += drag * terms.vy;
    sum.z += drag * terms.vz;
    const T inside = terms.inside * terms.of_source;
    add_gradient(sum, terms.inside * inside, pair);
    sum.curvature += terms.curvature * inside;
  }
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const SummedTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    const T weight = terms.near * terms.of_target;
    const T drag = terms.drag * weight;
    subtract_along(sum, terms.push * weight, pair);
    sum.x -= drag * terms.vx;
    sum.y -= drag * terms.vy;
    sum.z -= drag * terms.vz;
    const T inside = terms.inside * terms.of_target;
    add_gradient(sum, -terms.inside * inside, pair);
    sum.curvature += terms.curvature * inside;
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float4 r = position(arguments, i);
    const float4 v = velocity(arguments, i);
    const float density = 1.0f + v.w;
    const float factor = c.pressure / density;
    const float3 tension = surface_tension(c, density, sum);
    const float3 push = acceleration_of(c.planes, arguments.clock, r, v);
    arguments.rate[i] = make_float4(factor * sum.x + tension.x + c.gravity.x + push.x,
                                    factor * sum.y + tension.y + c.gravity.y + push.y,
                                    factor * sum.z + tension.z + c.gravity.z + push.z, 0.0f);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  template <class T>
  __device__ static __forceinline__ void add_gradient(Sum<T>& sum, T factor, const Pair<T>& pair) {
    sum.nx += factor * pair.x;
    sum.ny += factor * pair.y;
    sum.nz += factor * pair.z;
  }

  /// Acceleration by the surface tension [m/s^2]. @param density rho/rho0 of the target.
  __device__ static __forceinline__ float3 surface_tension(const Coefficients& c, float density,
                                                           const Sum<float>& sum) {
    const float3 n = {c.gradient * sum.nx, c.gradient * sum.ny, c.gradient * sum.nz};
    const float length = Math<float>::square_root(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(length > c.least_gradient)) return {0.0f, 0.0f, 0.0f};
    const float factor = -c.laplacian * sum.curvature / (density * density * length);
    return {factor * n.x, factor * n.y, factor * n.z};
  }
};

struct WcsphSummed {
  static constexpr const char* name = "wcsph-summed";
  /// No list is of fluid alone: that of walls without particles is empty.
  static constexpr TypeMask list_types =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);

  struct Density : Poly6Density {
    static constexpr const char* name = WcsphSummed::name;
    static constexpr TypeMask list_types = WcsphSummed::list_types;
  };
  struct Forces : SummedForces {
    static constexpr const char* name = WcsphSummed::name;
    static constexpr TypeMask list_types = WcsphSummed::list_types;
    using Formulation = WcsphSummed;
  };

  using Passes = TypeList<Density, Forces>;
  using Constants = WcsphConstants;
  using Matter = ThinFluid;
  static constexpr bool has_body = false;
  static constexpr bool integrates_density = false;
};

}  // namespace sphlab
