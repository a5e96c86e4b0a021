// Weakly compressible SPH of two fluids that do not mix, with Lennard-Jones walls and bodies
// (catalogue P8; paper A, equations 10 and 11).
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/lennard_jones_wall.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// The terms of a pair of fluid particles. V F is 0 for padding.
template <class T>
struct TwoFluidsTerms {
  T stress;                        ///< P_i + P_j + Pi_ij [Pa]
  T approach;                      ///< u_ij . x_ij [m^2/s]
  T diffusion;                     ///< 2 delta h c0 of the fluid of both; 0 across an interface
  T target_excess, source_excess;  ///< rho/rho0 - 1 of either
  T target_weight, source_weight;  ///< V_i F_ij, of what acts on the source, and V_j F_ij [1/m^2]
};

/// Sources are weighted by their volume V_j = m_j / rho_j, which does not jump where one fluid
/// meets the other, whatever their densities:
/// ```
///     du_i/dt   = - 1/rho_i sum_j (P_i + P_j + Pi_ij) V_j x_ij F_ij + wall forces + g
///     drho_i/dt =   rho_i sum_j V_j (u_ij . x_ij) F_ij
///                 + 2 delta h c0 sum_j (rho_i - rho_j) F_ij V_j
///     Pi_ij     = - (k_i + k_j)/2 (u_ij . x_ij) / (r^2 + 0.01 h^2)
/// ```
/// with the last sum of the second over sources of the target's own fluid, and Pi_ij of particles
/// that approach each other, else 0; k = alpha h c0 rho0 of each particle's fluid. What derives
/// from it adds the name.
template <class Kernel>
struct WcsphTwoFluidsOf : PushedByWalls {
  static constexpr TypeMask targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::second_fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>, SourceTypes<ParticleType::second_fluid>,
                          SourceTypes<ParticleType::boundary, ParticleType::body>>;
  using Constants = WcsphConstants;
  using Matter = TwoFluids;
  static constexpr bool has_body = true;
  /// A smoothing kernel is clamped at its radius; of the walls see WcsphLjOf.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  static constexpr double flops_per_pair = 62 + Kernel::flops;
  static constexpr double bytes_per_source = 32;
  static constexpr double bytes_per_target = 32 + 4 + 16;

  /// What a fluid has of its own.
  struct Fluid {
    float density;         ///< rho0 [kg/m^3]
    float half_viscosity;  ///< alpha h c0 rho0 / 2 [kg/(m s)]
    float diffusion;       ///< 2 delta h c0 [m^2/s]
  };

  struct Coefficients {
    Kernel kernel;  ///< normalised by the volume of a particle at rest
    LennardJonesWall wall;
    Fluid first, second;
    float viscosity_softening;  ///< 0.01 h^2 [m^2]
    float3 gravity;             ///< [m/s^2]
  };

  static Coefficients prepare(const Constants& c) {
    const float h = c.smoothing_length;
    const SecondFluidConstants& other = c.second_fluid;
    const float diffusion = 2.0f * c.density_diffusion * h;
    return {Kernel::prepare(h, c.particle_mass / c.rest_density),
            LennardJonesWall::prepare(c),
            {c.rest_density, 0.5f * c.artificial_viscosity * h * c.sound_speed * c.rest_density,
             diffusion * c.sound_speed},
            {other.rest_density,
             0.5f * other.artificial_viscosity * h * other.sound_speed * other.rest_density,
             diffusion * other.sound_speed},
            0.01f * h * h,
            c.gravity};
  }

  template <class T>
  struct Particle {
    T x, y, z, pressure_term;      ///< position [m], P/rho^2
    T vx, vy, vz, density_excess;  ///< velocity [m/s], s = rho/rho0 - 1
    T is_second;                   ///< 1 for the second fluid, else 0: read of the target only
  };

  template <class T>
  struct Sum {
    T x{0.0f}, y{0.0f}, z{0.0f};  ///< force on a unit of volume [N/m^3]
    T density{0.0f};              ///< d(rho/rho0)/dt [1/s]
  };

  __device__ static __forceinline__ Particle<float> load(const ParticleView& view, std::uint32_t i,
                                                         float4 position) {
    const float4 v = velocity(view, i);
    const bool is_second = type_of(view, i) == ParticleType::second_fluid;
    return {position.x, position.y, position.z,
            position.w, v.x,        v.y,
            v.z,        v.w,        is_second ? 1.0f : 0.0f};
  }

  template <class Group, class T>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Particle<T>& i,
                                               const Particle<T>& j, const Pair<T>& pair) {
    const T density = blend(c.first.density, c.second.density, i) * (T(1.0f) + i.density_excess);
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      return fluid_terms(c, c.first, i, j, pair, density, T(1.0f) - i.is_second);
    } else if constexpr (Group::mask == mask_of(ParticleType::second_fluid)) {
      return fluid_terms(c, c.second, i, j, pair, density, i.is_second);
    } else {
      return WallTerms<T>{c.wall.terms(pair).factor * density};
    }
  }

  using PushedByWalls::add_to_target;
  template <class Group, class T>
  __device__ static __forceinline__ void add_to_target(const TwoFluidsTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    subtract_along(sum, terms.stress * terms.source_weight, pair);
    const T diffusive = terms.diffusion * (terms.target_excess - terms.source_excess);
    sum.density +=
        terms.source_weight * (terms.approach * (T(1.0f) + terms.target_excess) + diffusive);
  }

  template <class Group, class T>
  __device__ static __forceinline__ void add_to_source(const TwoFluidsTerms<T>& terms,
                                                       const Pair<T>& pair, Sum<T>& sum) {
    add_along(sum, terms.stress * terms.target_weight, pair);
    const T diffusive = terms.diffusion * (terms.source_excess - terms.target_excess);
    sum.density +=
        terms.target_weight * (terms.approach * (T(1.0f) + terms.source_excess) + diffusive);
  }

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const ForceArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float volume = specific_volume(c, arguments.state, i);
    arguments.rate[i] = make_float4(sum.x * volume + c.gravity.x, sum.y * volume + c.gravity.y,
                                    sum.z * volume + c.gravity.z, sum.density);
  }
  __device__ static __forceinline__ void store_more(const Coefficients& c,
                                                    const ForceArguments& arguments,
                                                    std::uint32_t i, const Sum<float>& sum) {
    const float volume = specific_volume(c, arguments.state, i);
    const float4 rate = arguments.rate[i];
    arguments.rate[i] = make_float4(rate.x + sum.x * volume, rate.y + sum.y * volume,
                                    rate.z + sum.z * volume, rate.w + sum.density);
  }
  __device__ static __forceinline__ void store_nothing(const ForceArguments& arguments,
                                                       std::uint32_t i) {
    arguments.rate[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }

 private:
  /// 1 / rho_i [m^3/kg].
  __device__ static __forceinline__ float specific_volume(const Coefficients& c,
                                                          const ParticleView& state,
                                                          std::uint32_t i) {
    const bool is_second = type_of(state, i) == ParticleType::second_fluid;
    const float rest_density = (is_second ? c.second : c.first).density;
    return 1.0f / (rest_density * (1.0f + velocity(state, i).w));
  }

  /// The constant of the particle's own fluid, without a branch.
  template <class T>
  __device__ static __forceinline__ T blend(float first, float second,
                                            const Particle<T>& particle) {
    return T(first) + particle.is_second * T(second - first);
  }

  /// @param source the fluid of j. @param density rho_i. @param alike 1 where i is of that fluid,
  /// too, else 0.
  template <class T>
  __device__ static __forceinline__ TwoFluidsTerms<T> fluid_terms(
      const Coefficients& c, const Fluid& source, const Particle<T>& i, const Particle<T>& j,
      const Pair<T>& pair, T density, T alike) {
    const T approach = (i.vx - j.vx) * pair.x + (i.vy - j.vy) * pair.y + (i.vz - j.vz) * pair.z;
    const T compressed = T(1.0f) + j.density_excess;
    const T gradient = c.kernel.gradient_factor(Math<T>::square_root(pair.r2));
    const T weighted =
        Math<T>::select(pair.included, gradient * Math<T>::reciprocal(compressed), T(0.0f));

    const T source_density = T(source.density) * compressed;
    const T pressures =
        i.pressure_term * density * density + j.pressure_term * source_density * source_density;
    const T viscosity =
        blend(c.first.half_viscosity, c.second.half_viscosity, i) + T(source.half_viscosity);
    const T viscous = viscosity * Math<T>::minimum(approach, T(0.0f)) *
                      Math<T>::reciprocal(pair.r2 + T(c.viscosity_softening));

    const T target_weighted = Math<T>::select(
        pair.included, gradient * Math<T>::reciprocal(T(1.0f) + i.density_excess), T(0.0f));
    return {pressures - viscous,
            approach,
            alike * T(source.diffusion),
            i.density_excess,
            j.density_excess,
            target_weighted,
            weighted};
  }
};

struct WcsphTwoFluids : WcsphTwoFluidsOf<WendlandC2> {
  static constexpr const char* name = "wcsph-two-fluids";
};

}  // namespace sphlab
