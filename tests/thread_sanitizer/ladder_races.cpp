// Runs those traversals of the CPU ladder that have threads for ThreadSanitizer, which ends the
// process where two threads write, or one reads what another writes, at the same time. Linked of
// the kernels alone, for a pack that is loaded would not be watched. usage: ladder_races [race]
//   race  instead, threads that do write one number: to see that this is told
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

// That of a pack asks its device, too.
int refuse(const std::string& reason) {
  std::printf("refused: %s\n", reason.c_str());
  return strategy_refused;
}

namespace {

constexpr float radius = 0.25f;
constexpr unsigned sides = 8;  ///< cells along each axis, of half the radius
constexpr std::uint32_t particles = 1000;

/// Fluid and walls at random in a cube, sorted into cells.
struct State {
  std::vector<float4> position, velocity;
  std::vector<std::uint32_t> identity, keys, cell_begin;
  Grid grid{};

  State() {
    grid.inverse_side = 2 / radius;
    grid.cells = {sides, sides, sides};
    grid.count = sides * sides * sides;
    grid.reach = 2;
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> place(0, sides * radius / 2);
    for (std::uint32_t i = 0; i < particles; ++i) {
      const float x = place(generator);
      const float y = place(generator);
      position.push_back({x, y, place(generator), 0});
    }
    std::sort(position.begin(), position.end(), [&](const float4& a, const float4& b) {
      return linear_key_of(grid, a) < linear_key_of(grid, b);
    });
    velocity.assign(particles, {0.1f, 0, 0, 0});
    cell_begin.assign(grid.count + 2, 0);
    for (std::uint32_t i = 0; i < particles; ++i) {
      identity.push_back(
          make_identity(i % 3 == 0 ? ParticleType::boundary : ParticleType::fluid, i));
      keys.push_back(linear_key_of(grid, position[i]));
      ++cell_begin[keys.back() + 1];
    }
    for (std::uint32_t key = 0; key <= grid.count; ++key) cell_begin[key + 1] += cell_begin[key];
  }
};

WcsphConstants constants() {
  WcsphConstants c{};
  c.smoothing_length = radius / 2;
  c.influence_radius = radius;
  c.particle_mass = 0.8f;
  c.rest_density = 1000;
  c.sound_speed = 20;
  c.polytropic_exponent = 7;
  c.artificial_viscosity = 0.1f;
  c.density_diffusion = 0.1f;
  return c;
}

/// A preparation and two passes, with each value of the tuning `threads` that this process serves.
/// Returns how many there were, or -1 where one failed.
int run(const Strategy& strategy, const State& state) {
  const WcsphConstants physics = constants();
  std::vector<float4> rate(particles);
  ForceArguments a{};
  a.particles = particles;
  a.state.position = state.position.data();
  a.state.velocity = state.velocity.data();
  a.state.identity = state.identity.data();
  a.keys = state.keys.data();
  a.cell_begin = state.cell_begin.data();
  a.grid = state.grid;
  a.influence_radius = a.list_radius = radius;
  a.constants = {WcsphConstants::kind, &physics};
  a.rate = rate.data();
  int runs = 0;
  for (const std::uint32_t threads : {2u, 3u, 8u}) {
    std::vector<std::uint32_t> tuning;
    for (std::uint32_t k = 0; k < strategy.parameter_count; ++k) {
      const TuningParameter& parameter = strategy.parameters[k];
      tuning.push_back(std::strcmp(parameter.name, "threads") == 0 ? threads
                                                                   : parameter.default_value);
    }
    std::vector<std::byte> workspace;
    int error = 0;
    if (has_preparation(strategy)) {
      std::size_t bytes = 0;
      error = strategy.preparation.workspace(&a, tuning.data(), &bytes);
      workspace.assign(bytes, std::byte{});
      a.workspace = workspace.data();
      if (error == 0 && runs_preparation(strategy))
        error = strategy.preparation.launch(&a, tuning.data(), nullptr);
    }
    for (int pass = 0; pass < 2 && error == 0; ++pass)
      error = strategy.launch(&a, tuning.data(), nullptr);
    if (error != 0) {
      std::printf("%s with %u threads: code %d\n", strategy.name, threads, error);
      return -1;
    }
    ++runs;
  }
  std::printf("%s: %d numbers of threads\n", strategy.name, runs);
  return runs;
}

int run_all() {
  omp_set_num_threads(8);
  const State state;
  int strategies = 0;
  for (const Strategy& strategy : registry().strategies) {
    if (std::strcmp(strategy.physics, "wcsph-dynamic") != 0) continue;
    if (run(strategy, state) < 0) return 1;
    ++strategies;
  }
  return strategies == 5 ? 0 : 1;
}

int race() {
  std::vector<int> shared(1);
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 1000; ++k) shared[0] += k;
  return shared[0] == 0 ? 1 : 0;
}

}  // namespace
}  // namespace sphlab

int main(int count, char** arguments) {
  return count > 1 && std::strcmp(arguments[1], "race") == 0 ? sphlab::race() : sphlab::run_all();
}
