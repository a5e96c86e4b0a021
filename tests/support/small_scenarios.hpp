// Scenarios made by hand, a few cells large.
//
// The influence radius and the cells' side are 1/4 m, and coordinates are multiples of 2^-10 m:
// cells and squared distances are then exact in float, so that a set of neighbours can be told in
// advance, to the last pair that lies on the radius.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab::test {

/// A scenario of scenarios/.
inline Scenario shipped(const std::string& name, const std::map<std::string, double>& parameters) {
  return load_scenario(fmt::format("{}/scenarios/{}.json", SPHLAB_SOURCE_DIR, name), parameters);
}

inline constexpr float radius = 0.25f;
inline constexpr float quantum = 1.0f / 1024;

inline void add_particle(ParticleState& state, ParticleType type, float x, float y, float z) {
  const auto id = static_cast<std::uint32_t>(state.size());
  state.position.push_back({x, y, z, 0});
  state.velocity.push_back({0, 0, 0, 0});
  state.identity.push_back(make_identity(type, id));
}

/// `count` particles in random places of the cell (x, y, z); its lower faces belong to it. Every
/// third is a boundary particle.
inline void fill_cell(ParticleState& state, int x, int y, int z, int count,
                      std::mt19937& generator) {
  const auto coordinate = [&](int cell) {
    return radius * static_cast<float>(cell) + quantum * static_cast<float>(generator() % 256);
  };
  for (int k = 0; k < count; ++k) {
    const float px = coordinate(x);
    const float py = coordinate(y);
    add_particle(state, k % 3 == 2 ? ParticleType::boundary : ParticleType::fluid, px, py,
                 coordinate(z));
  }
}

/// `per_cell` random particles in each of cells^3 cells.
inline ParticleState random_particles(int cells, int per_cell, unsigned seed) {
  std::mt19937 generator(seed);
  ParticleState state;
  for (int cell = 0; cell < cells * cells * cells; ++cell)
    fill_cell(state, cell % cells, cell / cells % cells, cell / cells / cells, per_cell, generator);
  return state;
}

/// Slots for every other particle as a neighbour.
inline std::uint32_t slots_for_all(std::size_t particles) {
  return static_cast<std::uint32_t>((particles + 1 + list_batch - 1) / list_batch * list_batch);
}

/// `state` in a cube of cells^3 cells from the origin on, no physics yet.
inline Scenario cube(ParticleState state, unsigned cells) {
  Scenario scenario;
  scenario.name = "made by hand";
  scenario.spacing = radius / 2;
  scenario.influence_radius = radius;
  scenario.grid.origin = {0, 0, 0};
  scenario.grid.inverse_side = 1 / radius;
  scenario.grid.cells = {cells, cells, cells};
  scenario.grid.count = cells * cells * cells;
  scenario.list_capacity = slots_for_all(state.size());
  scenario.initial = std::move(state);
  scenario.fluid_particles = static_cast<std::size_t>(
      std::count_if(scenario.initial.identity.begin(), scenario.initial.identity.end(),
                    [](std::uint32_t i) { return type_of(i) == ParticleType::fluid; }));
  scenario.boundary_particles = scenario.particles() - scenario.fluid_particles;
  return scenario;
}

/// The Lennard-Jones potential of all particles, once.
inline Scenario potential_scenario(ParticleState state, unsigned cells) {
  Scenario scenario = cube(std::move(state), cells);
  scenario.physics = "lj-potential";
  scenario.lj_potential = {radius, 1.0f, 0.125f, 0.01f, {}};
  return scenario;
}

/// Water with a fixed step of 1e-4 s.
inline Scenario water_scenario(ParticleState state, unsigned cells) {
  Scenario scenario = cube(std::move(state), cells);
  scenario.physics = "wcsph-lj";
  scenario.wcsph.smoothing_length = radius / 2;
  scenario.wcsph.influence_radius = radius;
  scenario.wcsph.particle_mass = 0.8f;
  scenario.wcsph.rest_density = 1000;
  scenario.wcsph.sound_speed = 20;
  scenario.wcsph.polytropic_exponent = 7;
  scenario.wcsph.artificial_viscosity = 0.1f;
  scenario.wcsph.density_diffusion = 0.2f;
  scenario.wcsph.gravity = {0, 0, -9.81f};
  scenario.wcsph.wall_coefficient = 3;
  scenario.wcsph.wall_distance = 0.1f;
  scenario.wcsph.courant = 0.3f;
  scenario.time_stepping = TimeStepping::fixed;
  scenario.fixed_dt = 1e-4;
  scenario.list_interval = 5;
  return scenario;
}

/// Density s of a particle, and the pressure term that goes with it.
inline void set_density(Scenario& water, std::size_t i, double s) {
  const double c0 = water.wcsph.sound_speed;
  const double scale = c0 * c0 / (7.0 * static_cast<double>(water.wcsph.rest_density));
  const double term = scale * (std::pow(1 + s, 7) - 1) / ((1 + s) * (1 + s));
  water.initial.velocity[i].w = static_cast<float>(s);
  water.initial.position[i].w = static_cast<float>(term);
}

/// A block of fluid on a floor of boundary particles, in motion, denser by up to a per cent than at
/// rest. 4^3 cells; no two particles come close.
inline Scenario moving_water() {
  std::mt19937 generator(5);
  std::uniform_real_distribution<float> sign(-1, 1);
  ParticleState state;
  constexpr float spacing = 0.09375f;
  for (int z = 0; z < 6; ++z) {
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 7; ++x) {
        add_particle(state, z == 0 ? ParticleType::boundary : ParticleType::fluid,
                     0.15f + spacing * static_cast<float>(x),
                     0.15f + spacing * static_cast<float>(y),
                     0.1f + spacing * static_cast<float>(z));
      }
    }
  }
  Scenario water = water_scenario(std::move(state), 4);
  for (std::size_t i = 0; i < water.particles(); ++i) {
    if (type_of(water.initial.identity[i]) == ParticleType::boundary) continue;
    const float vx = sign(generator);
    const float vy = sign(generator);
    water.initial.velocity[i] = {vx, vy, sign(generator), 0};
    set_density(water, i, 0.005 + 0.005 * static_cast<double>(sign(generator)));
  }
  return water;
}

/// moving_water() with the time step that its forces allow.
inline Scenario adaptive_water() {
  Scenario water = moving_water();
  water.time_stepping = TimeStepping::adaptive;
  water.fixed_dt = 0;
  return water;
}

/// Index of each particle by its id.
inline std::vector<std::size_t> index_of_id(const ParticleState& state) {
  std::vector<std::size_t> index(state.size());
  for (std::size_t i = 0; i < state.size(); ++i) index[id_of(state.identity[i])] = i;
  return index;
}

}  // namespace sphlab::test
