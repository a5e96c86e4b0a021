// Particle states for the tests of verification, and device results made on the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_state.hpp"
#include "harness/verify/oracle_search.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {

/// Every third particle is a boundary particle.
inline ParticleType alternating_type(std::size_t i) {
  return i % 3 == 2 ? ParticleType::boundary : ParticleType::fluid;
}

/// Uniformly random in a cube, with random velocities (|v| < 1) and densities (|s| < 0.01).
inline ParticleState random_state(std::size_t particles, float side, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> unit(0, 1);
  std::uniform_real_distribution<float> sign(-1, 1);
  ParticleState state;
  for (std::size_t i = 0; i < particles; ++i) {
    const float x = side * unit(generator);
    const float y = side * unit(generator);
    add_particle(state, alternating_type(i), x, y, side * unit(generator));
    const float vx = sign(generator);
    const float vy = sign(generator);
    const float vz = sign(generator);
    state.velocity[i] = {vx, vy, vz, 0.01f * sign(generator)};
  }
  return state;
}

/// A cubic lattice of count^3 particles.
inline ParticleState lattice_state(int count, float spacing) {
  ParticleState state;
  for (int z = 0; z < count; ++z) {
    for (int y = 0; y < count; ++y) {
      for (int x = 0; x < count; ++x) {
        add_particle(state, alternating_type(state.size()), spacing * static_cast<float>(x),
                     spacing * static_cast<float>(y), spacing * static_cast<float>(z));
      }
    }
  }
  return state;
}

/// A lattice whose particles are moved by up to a tenth of the spacing, with random velocities
/// (|v| < 1) and densities (|s| < 0.01): no two particles are close, as in a fluid.
inline ParticleState jittered_state(int count, float spacing, unsigned seed) {
  ParticleState state = lattice_state(count, spacing);
  const ParticleState random = random_state(state.size(), 1, seed);
  state.velocity = random.velocity;
  for (std::size_t i = 0; i < state.size(); ++i) {
    state.position[i].x += 0.1f * spacing * random.position[i].x;
    state.position[i].y += 0.1f * spacing * random.position[i].y;
    state.position[i].z += 0.1f * spacing * random.position[i].z;
  }
  return state;
}

/// The particles as they are, all of them in one cell; those from `live` on are lost.
inline SortedState in_one_cell(const ParticleState& particles, std::size_t live) {
  SortedState state{particles, {}, {}, {}, "linear"};
  state.grid.cells = {1, 1, 1};
  state.grid.count = 1;
  const auto end = static_cast<std::uint32_t>(particles.size());
  state.cell_begin = {0, static_cast<std::uint32_t>(live), end};
  state.keys.assign(particles.size(), 0);
  std::fill(state.keys.begin() + static_cast<std::ptrdiff_t>(live), state.keys.end(), 1);
  return state;
}
inline SortedState in_one_cell(const ParticleState& particles) {
  return in_one_cell(particles, particles.size());
}

inline WcsphConstants wcsph_constants() {
  WcsphConstants constants{};
  constants.smoothing_length = 0.1f;
  constants.influence_radius = 0.2f;
  constants.particle_mass = 0.5f;
  constants.rest_density = 1000;
  constants.sound_speed = 20;
  constants.polytropic_exponent = 7;
  constants.artificial_viscosity = 0.1f;
  constants.density_diffusion = 0.2f;
  constants.gravity = {0, 0, -9.81f};
  constants.wall_coefficient = 3;
  constants.wall_distance = 0.08f;
  constants.courant = 0.3f;
  return constants;
}

/// A split, interleaved list for two types, every byte of it `filling`.
inline DownloadedList blank_list(std::size_t particles, std::uint32_t capacity,
                                 std::byte filling = std::byte{0xab}) {
  DownloadedList list;
  list.format = {ListContents::split, 1, ListEntry::index};
  list.types = list_type_sets[0];
  list.stride = static_cast<std::uint32_t>((particles + 63) / 64 * 64);
  list.slots = {capacity, capacity};
  list.regions.assign(1, UnfilledVector<std::byte>(list.region_entries() * 4, filling));
  return list;
}

/// Slot k of a particle in a list of blank_list().
inline std::uint32_t& slot_of(DownloadedList& list, std::size_t particle, std::size_t k) {
  return reinterpret_cast<std::uint32_t*>(list.regions[0].data())[k * list.stride + particle];
}

/// The list as a correct device would write it.
inline DownloadedList host_list(const ParticleState& state, std::size_t live, float reach,
                                std::uint32_t capacity, TypeMask targets) {
  DownloadedList list = blank_list(state.size(), capacity);
  const BruteForceSearch search(state, live, reach);
  for (std::size_t i = 0; i < live; ++i) {
    std::size_t fluid = 0;
    std::size_t boundary = capacity - 1;
    const auto slot = [&](std::size_t k) -> std::uint32_t& { return slot_of(list, i, k); };
    if (mask_of(type_of(state.identity[i])) & targets) {
      search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
        if (r2 >= static_cast<double>(reach) * reach) return;
        slot(type_of(state.identity[j]) == ParticleType::fluid ? fluid++ : boundary--) = j;
      });
    }
    slot(fluid) = list_end;
    slot(boundary) = list_end;
  }
  return list;
}

}  // namespace sphlab::test
