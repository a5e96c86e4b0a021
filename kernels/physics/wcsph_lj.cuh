// Weakly compressible SPH with Lennard-Jones walls: paper A, equations 8 and 9, with artificial
// viscosity in place of the viscous term, and Molteni and Colagrossi's density diffusion.
#pragma once

#include "kernels/pack/abi.hpp"
#include "kernels/physics/cole.cuh"
#include "kernels/physics/constants.hpp"
#include "kernels/physics/lennard_jones_wall.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/support.cuh"
#include "kernels/physics/type_list.hpp"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// du_i/dt    = - sum_j m (P_i/rho_i^2 + P_j/rho_j^2 + Pi_ij) x_ij F_ij + wall forces + g
/// drho_i/dt  =   sum_j m (u_ij . x_ij) F_ij + 2 delta h c0 sum_j (rho_i - rho_j) F_ij m / rho_j
/// Pi_ij      = - alpha c_ij h (u_ij . x_ij) / (rho_ij (r^2 + 0.01 h^2)) for approaching particles,
/// else 0 with c_ij and rho_ij the means of the pair. Equation 8 is printed with a minus sign; with
/// F < 0 and u_ij = u_i - u_j, compression raises the density only without it.
struct WcsphLj {
  static constexpr const char* name = "wcsph-lj";
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::boundary>>;
  using Constants = WcsphConstants;

  static constexpr bool in_every_list_format = true;
  static constexpr double flops_per_pair = 62;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  struct Coefficients {
    WendlandC2 kernel;  ///< normalised by the particle mass
    LennardJonesWall wall;
    float viscosity;            ///< alpha h c0 / rho0 [m^4/(kg s)]
    float viscosity_softening;  ///< 0.01 h^2 [m^2]
    float diffusion;            ///< 2 delta h c0 [m^2/s]
    float inverse_density;      ///< 1 / rho0 [m^3/kg]
    float3 gravity;             ///< [m/s^2]
  };

  static Coefficients prepare(const Constants& c) {
    const float h = c.smoothing_length;
    return {WendlandC2::prepare(h, c.particle_mass),
            LennardJonesWall::prepare(c),
            c.artificial_viscosity * h * c.sound_speed / c.rest_density,
            0.01f * h * h,
            2.0f * c.density_diffusion * h * c.sound_speed,
            1.0f / c.rest_density,
            c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z, pressure_term;      ///< position [m], P/rho^2
    T vx, vy, vz, density_excess;  ///< velocity [m/s], s = rho/rho0 - 1
  };

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f}, density{0.0f};
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 velocity = view.velocity[i];
    return {position.x, position.y, position.z, position.w,
            velocity.x, velocity.y, velocity.z, velocity.w};
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add(const Coefficients& c, const Particle<T>& i,
                                             const Particle<T>& j, const Pair<T>& pair,
                                             Sum<T>& sum) {
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      add_fluid(c, i, j, pair, sum);
    } else {
      const T factor = c.wall.factor(pair);
      sum.x += factor * pair.x;
      sum.y += factor * pair.y;
      sum.z += factor * pair.z;
    }
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const StageArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    arguments.rate[i] = make_float4(sum.x + c.gravity.x, sum.y + c.gravity.y, sum.z + c.gravity.z,
                                    sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const StageArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float4 rate = arguments.rate[i];
    arguments.rate[i] = make_float4(rate.x + sum.x, rate.y + sum.y, rate.z + sum.z,
                                    rate.w + sum.density * c.inverse_density);
  }
  __device__ static __forceinline__ void store_nothing(const StageArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  template <class T>
  __device__ static __forceinline__ void add_fluid(const Coefficients& c, const Particle<T>& i,
                                                   const Particle<T>& j, const Pair<T>& pair,
                                                   Sum<T>& sum) {
    const T approach = (i.vx - j.vx) * pair.x + (i.vy - j.vy) * pair.y + (i.vz - j.vz) * pair.z;
    T gradient = c.kernel.gradient_factor(Math<T>::square_root(pair.r2));
    gradient = Math<T>::select(pair.included, gradient, T(0.0f));

    // mean sound speed over mean density, both relative: the halves of the two means cancel
    const T sound_speeds =
        Cole::relative_sound_speed(i.density_excess) + Cole::relative_sound_speed(j.density_excess);
    const T densities = T(2.0f) + i.density_excess + j.density_excess;
    const T viscous = T(-c.viscosity) * Math<T>::minimum(approach, T(0.0f)) * sound_speeds *
                      Math<T>::reciprocal((pair.r2 + T(c.viscosity_softening)) * densities);

    const T momentum = (i.pressure_term + j.pressure_term + viscous) * gradient;
    sum.x -= momentum * pair.x;
    sum.y -= momentum * pair.y;
    sum.z -= momentum * pair.z;
    const T diffusive = T(c.diffusion) * (i.density_excess - j.density_excess) *
                        Math<T>::reciprocal(T(1.0f) + j.density_excess);
    sum.density += gradient * (approach + diffusive);
  }
};

/// The smoothing kernel is clamped at its radius, and a list with a skin is refused where the wall
/// reaches further (harness/stepping/list_plan.hpp).
template <>
inline constexpr bool has_compact_support<WcsphLj> = true;

}  // namespace sphlab
