// What particles are made of: the equation of state of each type, for those who integrate
// densities.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/particles/seam.cuh"
#include "kernels/physics/cole.cuh"

namespace sphlab {

/// One fluid; dynamic boundaries and bodies are made of it, too. Particles that keep their density
/// at rest have no pressure.
struct OneFluid {
  Cole cole;

  static OneFluid prepare(const WcsphConstants& c) {
    return {Cole::prepare(c.sound_speed, c.rest_density)};
  }

  /// P / rho^2 [m^5/(kg s^2)] of particle i at the centred relative density s.
  __device__ __forceinline__ float pressure_over_density2(const ParticleView&, std::uint32_t,
                                                          float s) const {
    return cole.pressure_over_density2(s);
  }
};

/// One fluid behind walls and around bodies that are never thinner than at rest, where the scenario
/// says so: a wall that the fluid leaves must not hold it back by its tension. What it is to have,
/// an integrator asks of held_density().
struct FluidBehindWalls : OneFluid {
  bool holds_walls;

  static FluidBehindWalls prepare(const WcsphConstants& c) {
    return {OneFluid::prepare(c), c.holds_wall_density != 0};
  }

  /// The centred relative density of particle i, of which an update has made s.
  __device__ __forceinline__ float held_density(const ParticleView& state, std::uint32_t i,
                                                float s) const {
    const bool is_wall = type_of(state, i) != ParticleType::fluid;
    return holds_walls && is_wall && s < 0.0f ? 0.0f : s;
  }
};

/// Two fluids, told apart by their types.
struct TwoFluids {
  Cole first, second;

  static TwoFluids prepare(const WcsphConstants& c) {
    return {Cole::prepare(c.sound_speed, c.rest_density),
            Cole::prepare(c.second_fluid.sound_speed, c.second_fluid.rest_density)};
  }

  __device__ __forceinline__ float pressure_over_density2(const ParticleView& state,
                                                          std::uint32_t i, float s) const {
    const bool is_second = type_of(state, i) == ParticleType::second_fluid;
    return (is_second ? second : first).pressure_over_density2(s);
  }
};

}  // namespace sphlab
