// Scenarios of more than two particle types, made by hand.
#pragma once

#include <random>
#include <vector>

#include "harness/scenarios/physics.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {

/// Particle k becomes of type types[k % count].
inline void deal_types(ParticleState& state, const std::vector<ParticleType>& types) {
  for (std::uint32_t k = 0; k < state.size(); ++k)
    state.identity[k] = make_identity(types[k % types.size()], k);
}

/// A state of a physics with more than two types, in a cube of cells^3 cells: random velocities,
/// densities within a per cent of rest for the targets, and the pressures that go with them. A body
/// that moves by up to 1/8 m and back in 0.01 s.
inline Scenario many_types_scenario(const std::string& physics, ParticleState state,
                                    unsigned cells) {
  Scenario scenario = water_scenario(std::move(state), cells);
  scenario.physics = physics;
  WcsphConstants& c = scenario.wcsph;
  c.second_fluid = {0.6f, 750, 25, 0.05f, 0};
  c.body.stroke = {0.125f, 0, 0};
  c.body.frequency = 100;
  c.body.quantum = 1.0f / (1 << 24);
  c.wall_distance = 0.02f;
  std::mt19937 generator(11);
  std::uniform_real_distribution<float> sign(-1, 1);
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    const ParticleType type = type_of(scenario.initial.identity[i]);
    const float vx = sign(generator);
    const float vy = sign(generator);
    const bool fluid = is_any_fluid(scenario.initial.identity[i]);
    if (fluid) scenario.initial.velocity[i] = {vx, vy, sign(generator), 0};
    if ((mask_of(type) & physics_kind(physics).targets) == 0) continue;
    const FluidConstants own = fluid_constants(c, type);
    const double s = 0.01 * static_cast<double>(sign(generator));
    const double scale = own.sound_speed * own.sound_speed / (7 * own.rest_density);
    scenario.initial.velocity[i].w = static_cast<float>(s);
    scenario.initial.position[i].w =
        static_cast<float>(scale * (std::pow(1 + s, 7) - 1) / ((1 + s) * (1 + s)));
  }
  return scenario;
}

/// count^3 particles, 3/32 m apart.
inline ParticleState cubic_lattice(int count) {
  ParticleState state;
  const auto at = [](int k) { return 0.09375f * static_cast<float>(k) + 0.0625f; };
  for (int k = 0; k < count * count * count; ++k) {
    add_particle(state, ParticleType::fluid, at(k % count), at(k / count % count),
                 at(k / count / count));
  }
  return state;
}

}  // namespace sphlab::test
