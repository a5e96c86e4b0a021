// time-step: how long a step may be, and that what is not a number is not lost on the way.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

struct Limits {
  double acoustic, forced;  // [s]
};

// Of the state and the rates that the simulation holds.
Limits limits_of(const Simulation& simulation, const WcsphConstants& c) {
  const ParticleState state = simulation.download();
  const std::vector<float4> rates = simulation.download_rates();
  const std::size_t live = state.size() - simulation.run_state().lost;
  double acceleration = 0;
  double sound_speed = 0;
  for (std::size_t i = 0; i < live; ++i) {
    acceleration =
        std::max(acceleration, std::hypot(static_cast<double>(rates[i].x), rates[i].y, rates[i].z));
    sound_speed =
        std::max(sound_speed, static_cast<double>(c.sound_speed) *
                                  std::pow(1 + static_cast<double>(state.velocity[i].w), 3));
  }
  const double h = c.smoothing_length;
  return {h / sound_speed, std::sqrt(h / acceleration)};
}

double first_step(Simulation& simulation, const ParticleState& state) {
  simulation.restore(state, 0, 0);
  simulation.step();
  return simulation.run_state().dt;
}

/// The stage that finds the largest rates: its own, or the forces.
std::string stage_of_time_step(const Simulation& simulation) {
  for (const auto& [stage, calls] : simulation.stage_counts())
    if (stage == "time-step") return stage;
  return "forces";
}

enum class Limit { acoustic, forced };

void expect_limited(const Scenario& water, Limit limit) {
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    const std::string stage = stage_of_time_step(simulation);
    for (const std::uint32_t block : {64u, 128u, 256u}) {
      const std::vector<TuningParameter> parameters = simulation.tuning_parameters(stage);
      if (!parameters.empty() && parameters.front().name == std::string("block"))
        simulation.retune(stage, {{"block", block}});
      simulation.restore(water.initial, 0, 0);
      simulation.rebuild();
      simulation.forces();
      const Limits limits = limits_of(simulation, water.wcsph);
      EXPECT_EQ(limits.forced < limits.acoustic, limit == Limit::forced);
      const double expected =
          static_cast<double>(water.wcsph.courant) * std::min(limits.acoustic, limits.forced);
      EXPECT_NEAR(first_step(simulation, water.initial), expected, 2e-6 * expected);
    }
  });
}

TEST(TimeStep, IsLimitedBySound) {
  expect_limited(adaptive_water(), Limit::acoustic);
}

TEST(TimeStep, IsLimitedByForces) {
  Scenario water = adaptive_water();
  water.wcsph.gravity = {0, 0, -1e5f};
  expect_limited(water, Limit::forced);
}

// One particle of many, in every place of a warp and a block: none may be passed over.
TEST(TimeStep, SeesEveryParticle) {
  Scenario water = water_scenario(random_particles(3, 20, 8), 3);
  water.time_stepping = TimeStepping::adaptive;
  water.fixed_dt = 0;
  water.wcsph.particle_mass = 0;
  water.wcsph.wall_coefficient = 0;
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of(""));
    for (std::size_t dense = 0; dense < water.particles(); dense += 7) {
      ParticleState state = water.initial;
      state.velocity[dense].w = 1;  // sound is 2^3 times as fast there
      const double expected = 0.3 * 0.125 / (8 * 20.0);
      ASSERT_NEAR(first_step(simulation, state), expected, 1e-6 * expected) << "particle " << dense;
    }
  });
}

TEST(TimeStep, NoForceIsNoLimit) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.5f, 0.5f, 0.5f);
  Scenario water = water_scenario(std::move(state), 4);
  water.time_stepping = TimeStepping::adaptive;
  water.wcsph.gravity = {0, 0, 0};
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of(""));
    const double expected = 0.3 * 0.125 / 20;
    EXPECT_NEAR(first_step(simulation, water.initial), expected, 1e-6 * expected);
  });
}

TEST(TimeStep, AFixedOneStays) {
  Scenario water = moving_water();
  water.fixed_dt = 2.5e-4;
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    EXPECT_EQ(simulation.run_state().dt, static_cast<double>(2.5e-4f));
    simulation.run_cycles(3);
    EXPECT_EQ(simulation.run_state().dt, static_cast<double>(2.5e-4f));
  });
}

TEST(TimeStep, TheTimeIsTheSumOfTheSteps) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.restore(water.initial, 0.5, 100);
    double sum = 0.5;
    for (std::uint64_t step = 1; step <= 12; ++step) {
      simulation.step();
      const RunState state = simulation.run_state();
      EXPECT_GT(state.dt, 0);
      sum += state.dt;
      EXPECT_DOUBLE_EQ(state.time, sum);
      EXPECT_EQ(state.steps, 100 + step);
    }
  });
}

// The longest step must follow the state, not the largest value ever seen.
TEST(TimeStep, ForgetsTheMaximaOfTheStepBefore) {
  const Scenario calm = adaptive_water();
  ParticleState wild = calm.initial;
  wild.velocity[60].w = 1;
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, calm, variant_of(""));
    const double alone = first_step(simulation, calm.initial);
    EXPECT_LT(first_step(simulation, wild), 0.5 * alone);
    EXPECT_EQ(first_step(simulation, calm.initial), alone);
  });
}

enum class Broken { pressure, density };
class NotANumber : public testing::TestWithParam<Broken> {};

// Pressure: the accelerations of the neighbours are not numbers, while sound is as fast as ever.
TEST_P(NotANumber, MakesTheStepNotANumber) {
  const Scenario water = adaptive_water();
  ParticleState broken = water.initial;
  const std::size_t in_the_middle = water.particles() / 2;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  (GetParam() == Broken::pressure ? broken.position : broken.velocity)[in_the_middle].w =
      not_a_number;
  for_each_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    EXPECT_TRUE(std::isnan(first_step(simulation, broken)));
    EXPECT_TRUE(std::isnan(simulation.run_state().time));
    simulation.restore(broken, 0, 0);
    simulation.run_cycles(2);
    EXPECT_EQ(simulation.run_state().lost, water.particles())
        << "after a step that is not a number, nobody is anywhere";
  });
}

INSTANTIATE_TEST_SUITE_P(TimeStep, NotANumber, testing::Values(Broken::pressure, Broken::density));

}  // namespace
}  // namespace sphlab::test
