// The physics of a fluid with walls whose constant factors are taken out of the pair: for who reads
// sources of so few bytes that instructions bound it.
//
// What multiplies every pair alike multiplies the sum, once. What multiplies a quotient is a factor
// of its denominator, which is added to anyway. What must not be less than 0 is in a unit in which
// it is never more than 1: GPUs clamp to 0...1 as they multiply.
#pragma once

#include "kernels/gpu/gpu.cuh"
#include "kernels/physics/artificial_viscosity.cuh"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/scaled_particle.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// A kernel's gradient factor F(r) = scale() of(r), of distances in a unit.
template <class Kernel>
struct GradientShape {
  Kernel kernel;
  float unit;  ///< [m]

  __device__ static __forceinline__ GradientShape of_unit(const Kernel& kernel, float unit) {
    return {kernel, unit};
  }
  __device__ __forceinline__ float scale() const { return 1.0f; }
  __device__ __forceinline__ float of(float distance) const {
    return kernel.gradient_factor(distance * unit);
  }
};
template <>
struct GradientShape<WendlandC2> {
  float normalisation;
  float slope;  ///< of q/2 over the distance, turned round

  __device__ static __forceinline__ GradientShape of_unit(const WendlandC2& kernel, float unit) {
    return {kernel.normalisation, -kernel.half_inverse_length * unit};
  }
  __device__ __forceinline__ float scale() const { return normalisation; }
  __device__ __forceinline__ float of(float distance) const {
    const float inside = gpu::clamped_sum(distance, slope, 1.0f);
    return inside * inside * inside;
  }
};

/// The units of ScaledWcsphParticle, all > 0.
struct ScaledUnits {
  float velocity;              ///< [m/s], more than velocities differ by
  float density;               ///< of rho/rho0 - 1
  float least_density = 0.0f;  ///< rho/rho0 - 1 where the density excess is 0
  float length = 1.0f;         ///< of the pair [m]
};

/// FluidPair<Kernel, ArtificialViscosity, Diffusion> of scaled particles: x_ij times `momentum` in
/// units of momentum_unit, of that of lengths and of GradientShape::scale(), and rates of the
/// density in units of that of velocities, of that of lengths and the same scale.
template <class Fluid>
struct ScaledFluidPair;

template <class Kernel, class Diffusion>
struct ScaledFluidPair<FluidPair<Kernel, ArtificialViscosity, Diffusion>> {
  using Fluid = FluidPair<Kernel, ArtificialViscosity, Diffusion>;

  GradientShape<Kernel> gradient;
  /// Minus the most that u_ij . x_ij over r^2 + 0.01 h^2 can be where components of u_ij are below
  /// 1: sqrt(3) / (2 sqrt(0.01 h^2)) [1/L], with L the unit of lengths.
  float distance2_factor;
  float softening;           ///< 0.01 h^2 times that [L]
  float momentum_unit;       ///< [m^5/(kg s^2)]
  float pressure_factor;     ///< 1 / momentum_unit
  float density_unit;        ///< u
  float inverse_unit;        ///< 1 / u
  float least_density;       ///< rho/rho0 where the density excess is 0
  float least_scaled;        ///< over u
  float diffusion_factor;    ///< U L / (2 delta h c0), with U the unit of velocities
  float diffusion_constant;  ///< over u

  __device__ static __forceinline__ ScaledFluidPair of(const Fluid& fluid,
                                                       const ScaledUnits& units) {
    const float softening = fluid.viscosity.softening / (units.length * units.length);
    const float bound = 0.8660254f * rsqrtf(softening);
    // a viscosity of 0 needs a unit, too: one in which nothing of it is left beside a pressure
    const float momentum_unit = fmaxf(fluid.viscosity.viscosity * units.velocity *
                                          (bound / units.length) * units.density * units.density,
                                      1e-16f * units.density);
    float diffusion = 0;
    if constexpr (Fluid::diffuses) diffusion = fluid.diffusion.diffusion;
    // infinite where nothing diffuses, and then 0 times it is no number
    const float diffusion_factor = fminf(units.velocity * units.length / diffusion, 1e25f);
    const float least = 1.0f + units.least_density;
    return {GradientShape<Kernel>::of_unit(fluid.kernel, units.length),
            -bound,
            -bound * softening,
            momentum_unit,
            1.0f / momentum_unit,
            units.density,
            1.0f / units.density,
            least,
            least / units.density,
            diffusion_factor,
            diffusion_factor * least / units.density};
  }

  /// The viscosity without a second quotient: (a^3 + b^3) / (a + b) = a b + (a - b)^2 of relative
  /// densities, whose cubes are the speeds of sound.
  __device__ __forceinline__ FluidTerms<float> terms(const ScaledWcsphParticle<float>& i,
                                                     const ScaledWcsphParticle<float>& j,
                                                     const Pair<float>& pair) const {
    const float approach = (i.ux - j.ux) * pair.x + (i.uy - j.uy) * pair.y + (i.uz - j.uz) * pair.z;
    const float shape = pair.included ? gradient.of(sqrtf(pair.r2)) : 0.0f;
    const float difference = i.density_excess - j.density_excess;
    const float density = (least_density + density_unit * i.density_excess) * inverse_unit;
    const float factor =
        difference * difference + (density * j.density_excess + density * least_scaled);
    const float quotient = 1.0f / (pair.r2 * distance2_factor + softening);
    const float viscous = gpu::clamped_product(approach, quotient);  // 0 of those that part
    const float pressures = j.pressure_term * pressure_factor + i.pressure_term * pressure_factor;
    const float momentum = (viscous * factor + pressures) * shape;
    return {shape, momentum, approach, diffusion(difference, j), 0.0f};
  }

 private:
  __device__ __forceinline__ float diffusion(float difference,
                                             const ScaledWcsphParticle<float>& j) const {
    if constexpr (!Fluid::diffuses) return 0.0f;
    return difference / (j.density_excess * diffusion_factor + diffusion_constant);
  }
};

/// A physics of one fluid and of walls that push it (WcsphLjOf), of ScaledWcsphParticle, from the
/// target's side.
template <class Physics>
struct ScaledPhysics : Physics {
  static constexpr bool reciprocal = false;

  struct Coefficients {
    typename Physics::Coefficients unscaled;
    ScaledFluidPair<typename Physics::Fluid> fluid;
    float acceleration_unit;  ///< of a sum [m/s^2 /m]
    float density_rate_unit;  ///< of a sum [kg/m^3 /s]
  };

  __device__ static __forceinline__ Coefficients of(const typename Physics::Coefficients& c,
                                                    const ScaledUnits& units) {
    const auto fluid = ScaledFluidPair<typename Physics::Fluid>::of(c.fluid, units);
    const float scale = fluid.gradient.scale();
    Coefficients scaled = {c, fluid, fluid.momentum_unit * scale, units.velocity * scale};
    // one sum is of the fluid's pairs and of the walls'
    scaled.unscaled.wall.coefficient /= scaled.acceleration_unit;
    return scaled;
  }

  template <class T>
  using Particle = ScaledWcsphParticle<T>;

  template <class Group>
  __device__ static __forceinline__ auto terms(const Coefficients& c, const Particle<float>& i,
                                               const Particle<float>& j, const Pair<float>& pair) {
    if constexpr (Group::mask == mask_of(ParticleType::fluid)) {
      return c.fluid.terms(i, j, pair);
    } else {
      return c.unscaled.wall.terms(pair);
    }
  }

  template <class Arguments>
  __device__ static __forceinline__ void store(const Coefficients& c, const Arguments& arguments,
                                               std::uint32_t i,
                                               const typename Physics::template Sum<float>& sum) {
    Physics::store(c.unscaled, arguments, i,
                   {sum.x * c.acceleration_unit, sum.y * c.acceleration_unit,
                    sum.z * c.acceleration_unit, sum.density * c.density_rate_unit});
  }
};

}  // namespace sphlab
