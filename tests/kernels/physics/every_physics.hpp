// Every pair physics on a few particles of every type that it knows: what the tests of sums share.
#pragma once

#define SPHLAB_WARP_WIDTH 32
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/physics/pair_physics.cuh"

namespace sphlab::test {

/// A particle as a pair physics loads it, in numbers of type T, and its type.
template <class Physics, class T>
struct TypedParticle {
  ParticleType type;
  typename Physics::template Particle<T> particle;
};

/// The numbers of a Particle<T> or Sum<T>.
template <class T, class Aggregate>
std::array<T, sizeof(Aggregate) / sizeof(T)> numbers_of(const Aggregate& aggregate) {
  return std::bit_cast<std::array<T, sizeof(Aggregate) / sizeof(T)>>(aggregate);
}

/// The same particle in numbers of another type.
template <class T, template <class> class Fields>
Fields<T> with_numbers(const Fields<float>& particle) {
  const auto floats = numbers_of<float>(particle);
  std::array<T, floats.size()> numbers;
  for (std::size_t k = 0; k < floats.size(); ++k) numbers[k] = static_cast<T>(floats[k]);
  return std::bit_cast<Fields<T>>(numbers);
}

inline constexpr float test_radius = 0.25f;

template <class Physics>
typename Physics::Constants test_constants() {
  if constexpr (std::is_same_v<typename Physics::Constants, LjPotentialConstants>) {
    return {test_radius, 2.0f, 0.125f, 0.01f, {}};
  } else {
    WcsphConstants c{};
    c.smoothing_length = test_radius / 2;
    c.influence_radius = test_radius;
    c.particle_mass = 0.8f;
    c.rest_density = 1000;
    c.sound_speed = 20;
    c.polytropic_exponent = 7;
    c.artificial_viscosity = 0.1f;
    c.dynamic_viscosity = 5;
    c.density_diffusion = 0.2f;
    c.gravity = {0, 0, -9.81f};
    c.own = {514285.7f, 0.285714f};  // of elastic bodies: K = rho0 c0^2, G = 2e5 Pa
    c.fixed_dt = 1e-3f;
    c.wall_coefficient = 3;
    c.wall_distance = 0.1f;
    c.second_fluid = {0.6f, 750, 25, 0.05f, 3};
    c.drift = {5e-7f, 5e-4f};
    c.prediction = {0.02f, 1, 50};
    c.tensile = {0.01f, 0.2f};
    return c;
  }
}

/// 5^3 particles, what their formulation has beside their state at random, near the points of a
/// lattice, none close to another, of the source types of the physics by turns, with random
/// velocities, densities and pressure terms.
template <class Physics, class T>
std::vector<TypedParticle<Physics, T>> test_particles() {
  constexpr int side = 5;
  constexpr float spacing = 0.4f * test_radius;
  std::mt19937 generator(17);
  std::uniform_real_distribution<float> sign(-1, 1);
  std::vector<TypedParticle<Physics, T>> particles;
  for (std::uint32_t turn = 0; particles.size() < side * side * side; ++turn) {
    const auto type = static_cast<ParticleType>(turn % particle_type_count);
    if ((mask_of(type) & source_types<Physics>) == 0) continue;
    const int number = static_cast<int>(particles.size());
    const auto near = [&](int place) {
      return spacing * (static_cast<float>(place) + 0.2f * sign(generator));
    };
    float4 position{near(number % side), near(number / side % side), near(number / side / side),
                    0.1f * sign(generator)};
    float4 velocity{sign(generator), sign(generator), sign(generator), 0.02f * sign(generator)};
    std::uint32_t identity = make_identity(type, turn);
    float beside[4] = {1.5f + sign(generator), 1.5f + sign(generator), sign(generator), 0.1f};
    PassView view{&position, &velocity, &identity, {}, {}};
    std::fill(std::begin(view.fields), std::end(view.fields), beside);
    std::fill(std::begin(view.arrays), std::end(view.arrays), beside);
    const auto loaded = Physics::load(view, 0, position);
    particles.push_back({type, with_numbers<T, Physics::template Particle>(loaded)});
  }
  return particles;
}

template <class Physics>
bool is_target(ParticleType type) {
  return (mask_of(type) & Physics::targets) != 0;
}

/// Calls use(group) with the group of sources that a type is in, as an object of its type.
template <class... Groups, class Use>
void with_group(TypeList<Groups...>, ParticleType type, Use&& use) {
  ((mask_of(type) & Groups::mask ? use(Groups{}) : void()), ...);
}

template <class T, class Particle>
Pair<T> pair_of(const Particle& i, const Particle& j) {
  Pair<T> pair = make_pair_distance<T>(i.x, i.y, i.z, j.x, j.y, j.z, true);
  pair.included = pair.r2 < T(test_radius * test_radius);
  return pair;
}

/// The sums of every particle, all pairs taken from both sides.
template <class Physics, class T>
std::vector<typename Physics::template Sum<T>> one_sided_sums(
    const typename Physics::Coefficients& coefficients,
    const std::vector<TypedParticle<Physics, T>>& particles) {
  std::vector<typename Physics::template Sum<T>> sums(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i) {
    if (!is_target<Physics>(particles[i].type)) continue;
    for (std::size_t j = 0; j < particles.size(); ++j) {
      if (i == j) continue;
      const auto& target = particles[i].particle;
      const auto& source = particles[j].particle;
      with_group(typename Physics::Groups{}, particles[j].type, [&](auto group) {
        add_one_sided<Physics, decltype(group)>(coefficients, target, source,
                                                pair_of<T>(target, source), sums[i]);
      });
    }
  }
  return sums;
}

/// The sums of every particle, each pair taken once.
template <class Physics, class T>
std::vector<typename Physics::template Sum<T>> two_sided_sums(
    const typename Physics::Coefficients& coefficients,
    const std::vector<TypedParticle<Physics, T>>& particles) {
  std::vector<typename Physics::template Sum<T>> sums(particles.size());
  for (std::size_t first = 0; first < particles.size(); ++first) {
    for (std::size_t second = 0; second < first; ++second) {
      // of two targets, now the one and now the other is taken for the source
      const bool swap = is_target<Physics>(particles[second].type) &&
                        (!is_target<Physics>(particles[first].type) || (first + second) % 2 == 0);
      const std::size_t i = swap ? second : first;
      const std::size_t j = swap ? first : second;
      if (!is_target<Physics>(particles[i].type)) continue;
      const auto& target = particles[i].particle;
      const auto& source = particles[j].particle;
      const Pair<T> pair = pair_of<T>(target, source);
      with_group(typename Physics::Groups{}, particles[j].type, [&](auto group) {
        using Group = decltype(group);
        if constexpr (has_reaction<Physics, Group>) {
          if (is_target<Physics>(particles[j].type)) {
            with_group(typename Physics::Groups{}, particles[i].type, [&](auto target_group) {
              add_both_sides<Physics, Group, decltype(target_group)>(coefficients, target, source,
                                                                     pair, sums[i], sums[j]);
            });
            return;
          }
        }
        add_one_sided<Physics, Group>(coefficients, target, source, pair, sums[i]);
      });
    }
  }
  return sums;
}

/// Calls use.template operator()<Physics>() for every physics of the list.
template <class... Physics, class Use>
void for_each_physics(TypeList<Physics...>, Use&& use) {
  (use.template operator()<Physics>(), ...);
}

}  // namespace sphlab::test
