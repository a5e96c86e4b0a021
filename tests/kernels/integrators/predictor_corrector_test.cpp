#include <gtest/gtest.h>

#include <cmath>

#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

// A particle without neighbours is thrown up and falls. The scheme is exact where the acceleration
// is constant: what remains is the rounding of single precision, step by step.
TEST(PredictorCorrector, APointMassFollowsItsParabola) {
  constexpr double dt = 1e-3;
  constexpr int steps = 100;
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.25f, 0.5f, 0.5f);
  state.velocity[0] = {0.5f, -0.25f, 2, 0};
  Scenario scenario = water_scenario(std::move(state), 4);
  scenario.fixed_dt = dt;
  scenario.list_interval = 10;
  for_each_kind_of_traversal(
      scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
        Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
        for (int cycles = 1; cycles <= steps / 10; ++cycles) {
          simulation.run_cycles(1);
          const double t = 10 * cycles * dt;
          const ParticleState now = simulation.download();
          EXPECT_NEAR(now.position[0].x, 0.25 + 0.5 * t, 5e-6);
          EXPECT_NEAR(now.position[0].y, 0.5 - 0.25 * t, 5e-6);
          EXPECT_NEAR(now.position[0].z, 0.5 + 2 * t - 0.5 * 9.81 * t * t, 5e-6);
          EXPECT_NEAR(now.velocity[0].z, 2 - 9.81 * t, 1e-5);
          EXPECT_EQ(now.velocity[0].x, 0.5f);
          EXPECT_EQ(now.velocity[0].w, 0.0f) << "nobody compresses it";
          EXPECT_EQ(now.position[0].w, 0.0f);
        }
        EXPECT_EQ(simulation.run_state().steps, static_cast<std::uint64_t>(steps));
        EXPECT_EQ(simulation.run_state().lost, 0u);
      });
}

TEST(PredictorCorrector, BoundaryParticlesStandStill) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.run_cycles(2);
    const ParticleState now = simulation.download();
    std::size_t moved = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const float4& was = water.initial.position[id_of(now.identity[i])];
      const bool stands = now.position[i].x == was.x && now.position[i].y == was.y &&
                          now.position[i].z == was.z && now.velocity[i].x == 0;
      if (type_of(now.identity[i]) == ParticleType::boundary) {
        ASSERT_TRUE(stands);
      } else {
        moved += stands ? 0 : 1;
      }
    }
    EXPECT_EQ(moved, water.fluid_particles);
  });
}

// The force kernels take the pressure from there.
TEST(PredictorCorrector, KeepsThePressureOfTheDensity) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.run_cycles(1);
    Scenario now = water;
    now.initial = simulation.download();
    double largest = 0;
    for (const float4& position : now.initial.position)
      largest = std::max(largest, std::abs(static_cast<double>(position.w)));
    ASSERT_GT(largest, 0);
    for (std::size_t i = 0; i < now.particles(); ++i) {
      const float stored = now.initial.position[i].w;
      set_density(now, i, static_cast<double>(now.initial.velocity[i].w));
      EXPECT_NEAR(stored, now.initial.position[i].w, 1e-6 * largest);
    }
  });
}

// Two dense particles part. Half the step must leave a quarter of the error.
TEST(PredictorCorrector, IsOfSecondOrder) {
  const auto end_of = [](const RunnablePack& pack, const Variant& variant, std::uint32_t steps) {
    constexpr double until = 2e-2;
    ParticleState state;
    add_particle(state, ParticleType::fluid, 0.5f, 0.5f, 0.5f);
    add_particle(state, ParticleType::fluid, 0.625f, 0.5f, 0.5f);
    Scenario pair = water_scenario(std::move(state), 4);
    pair.wcsph.gravity = {0, 0, 0};
    pair.wcsph.artificial_viscosity = 0;
    set_density(pair, 0, 0.05);
    set_density(pair, 1, 0.05);
    pair.list_interval = steps;
    pair.fixed_dt = until / steps;
    Simulation simulation(*pack.runtime, *pack.pack, pair, variant);
    simulation.run_cycles(1);
    const ParticleState now = simulation.download();
    const std::vector<std::size_t> index = index_of_id(now);
    return static_cast<double>(now.position[index[1]].x) - now.position[index[0]].x;
  };
  for_each_kind_of_traversal("wcsph-lj", [&](const RunnablePack& pack, const Variant& variant) {
    const double exact = end_of(pack, variant, 64);
    const double coarse = std::abs(end_of(pack, variant, 4) - exact);
    const double fine = std::abs(end_of(pack, variant, 8) - exact);
    EXPECT_GT(coarse, 1e-5) << "too small to tell from rounding";
    EXPECT_GT(coarse / fine, 3.0) << coarse << ' ' << fine;
  });
}

}  // namespace
}  // namespace sphlab::test
