// Rebuild policies: a skin changes no force, and a displacement ends a list when it must.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/error.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

RebuildPolicy every(std::uint32_t interval, double expansion = 1) {
  return {RebuildTrigger::interval, interval, expansion};
}

RebuildPolicy displaced(double expansion) {
  return {RebuildTrigger::displacement, std::nullopt, expansion};
}

Variant rebuilt(Variant variant, const RebuildPolicy& rebuild) {
  variant.rebuild = rebuild;
  return variant;
}

using Components = std::vector<double>;

/// What the physics computes, by id and one unit at a time: accelerations and density rates, or
/// potentials.
std::vector<Components> results_by_id(const Simulation& simulation, const std::string& physics) {
  const std::vector<std::size_t> index = index_of_id(simulation.download());
  if (physics == "lj-potential") {
    const std::vector<float> potential = simulation.download_potential();
    Components potentials;
    for (const std::size_t i : index) potentials.push_back(static_cast<double>(potential[i]));
    return {potentials};
  }
  const std::vector<float4> rate = simulation.download_rates();
  Components accelerations;
  Components density_rates;
  for (const std::size_t i : index) {
    for (const float component : {rate[i].x, rate[i].y, rate[i].z})
      accelerations.push_back(static_cast<double>(component));
    density_rates.push_back(static_cast<double>(rate[i].w));
  }
  return {accelerations, density_rates};
}

double largest(const Components& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

void expect_close(const Components& computed, const Components& right, double tolerance) {
  ASSERT_EQ(computed.size(), right.size());
  const double allowed = tolerance * largest(right);
  ASSERT_GT(allowed, 0);
  for (std::size_t k = 0; k < right.size(); ++k) ASSERT_NEAR(computed[k], right[k], allowed) << k;
}

std::vector<Components> forces_of(const RunnablePack& pack, const Scenario& scenario,
                                  const Variant& variant) {
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  simulation.forces();
  simulation.check_overflow();
  return results_by_id(simulation, scenario.physics);
}

/// What results may differ by, of the largest: `usual`, or what two lists with different skins make
/// of sources that a traversal rounds.
double tolerance_of(const RunnablePack& pack, const Scenario& scenario, const Variant& variant,
                    double usual) {
  const Strategy& forces = find_strategy(*pack.pack->pack, {Stage::pass, scenario.physics},
                                         variant.stages.at("forces").name);
  return std::max(usual, 2 * forces.stated_error);
}

void expect_skin_without_effect(const Scenario& scenario) {
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const std::vector<Components> without = forces_of(pack, scenario, variant);
    for (const double expansion : {1.02, 1.4}) {
      SCOPED_TRACE(expansion);
      const std::vector<Components> with =
          forces_of(pack, scenario, rebuilt(variant, every(5, expansion)));
      for (std::size_t kind = 0; kind < without.size(); ++kind)
        expect_close(with[kind], without[kind], tolerance_of(pack, scenario, variant, 2e-6));
    }
  });
}

// The smoothing kernel vanishes in the skin by itself, ...
TEST(RebuildPolicy, ASkinDoesNotChangeTheForcesOfWater) {
  expect_skin_without_effect(moving_water());
}

// ... the potential does not: there the traversal must tell. Particles lie on the radius, too.
TEST(RebuildPolicy, ASkinDoesNotChangePotentials) {
  expect_skin_without_effect(potential_scenario(random_particles(3, 12, 3), 3));
}

TEST(RebuildPolicy, ListsWithASkinHoldMore) {
  const Scenario scenario = moving_water();
  const RunnablePack pack = pack_of("simt-w32");
  const auto longest_row = [&](double expansion) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario,
                          rebuilt(variant_of("list-gather"), every(5, expansion)));
    simulation.rebuild();
    return simulation.run_state().list_required;
  };
  EXPECT_GT(longest_row(1.4), longest_row(1.0));
}

// The criterion, evaluated beside the run from what the run itself holds.
class Demand {
 public:
  Demand(const Simulation& simulation, const Scenario& scenario)
      : simulation_(simulation), scenario_(scenario) {}

  /// Whether the step to come must begin with a rebuild; remembers the positions where it must.
  bool next() {
    const ParticleState now = simulation_.download();
    const bool due =
        built_.size() == 0 || furthest(now) > simulation_.list_setup().displacement_limit;
    if (due) built_ = now;
    return due;
  }

 private:
  double half_step(float density_excess) const {
    if (scenario_.time_stepping == TimeStepping::fixed) return scenario_.fixed_dt / 2;
    const WcsphConstants& c = scenario_.wcsph;
    const double speed = c.sound_speed * std::pow(1.0 + static_cast<double>(density_excess), 3);
    return c.courant * c.smoothing_length / speed / 2;
  }

  double furthest(const ParticleState& now) const {
    const std::vector<std::size_t> before = index_of_id(built_);
    double most = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const float4 a = now.position[i];
      const float4 b = built_.position[before[id_of(now.identity[i])]];
      const float4 v = now.velocity[i];
      const auto length = [](double x, double y, double z) { return std::hypot(x, y, z); };
      most = std::max(most, length(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y,
                                   static_cast<double>(a.z) - b.z) +
                                half_step(v.w) * length(v.x, v.y, v.z));
    }
    return most;
  }

  const Simulation& simulation_;
  const Scenario& scenario_;
  ParticleState built_;  ///< empty before the first rebuild
};

void expect_rebuilds_when_demanded(const Scenario& scenario, double expansion) {
  constexpr int steps = 24;
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario,
                          rebuilt(variant, displaced(expansion)));
    Demand demand(simulation, scenario);
    std::uint64_t expected = 0;
    for (int step = 0; step < steps; ++step) {
      expected += demand.next() ? 1 : 0;
      simulation.step();
      ASSERT_EQ(simulation.rebuilds(), expected) << "step " << step;
    }
    EXPECT_GT(expected, 2u) << "the case must demand some";
    EXPECT_LT(expected, std::uint64_t{steps} / 2) << "and leave some out";
    EXPECT_EQ(simulation.run_state().rebuilds, expected);
    EXPECT_EQ(simulation.run_state().steps, std::uint64_t{steps});
  });
}

TEST(RebuildPolicy, ADisplacementDemandsARebuildExactlyWhenItMust) {
  expect_rebuilds_when_demanded(moving_water(), 1.008);
}
TEST(RebuildPolicy, ADisplacementDemandsARebuildExactlyWhenItMustInAdaptiveSteps) {
  expect_rebuilds_when_demanded(adaptive_water(), 1.08);
}

// Nothing moves in the first step but the particle that falls; a rebuild is not demanded before it
// has fallen half the skin.
TEST(RebuildPolicy, NothingIsDemandedOfParticlesAtRest) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.25f, 0.5f, 0.5f);
  Scenario scenario = water_scenario(std::move(state), 4);
  scenario.wcsph.gravity = {0, 0, 0};
  for_each_traversal(scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, rebuilt(variant, displaced(1.001)));
    simulation.run_cycles(4);
    EXPECT_EQ(simulation.rebuilds(), 1u);
  });
}

TEST(RebuildPolicy, StepsMakeACycleOfADemandingRun) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const Variant demanding = rebuilt(variant, displaced(1.08));
    Simulation cycles(*pack.runtime, *pack.pack, water, demanding);
    EXPECT_EQ(cycles.steps_per_cycle(), water.list_interval);
    cycles.run_cycles(2);
    Simulation steps(*pack.runtime, *pack.pack, water, demanding);
    for (std::uint32_t k = 0; k < 2 * water.list_interval; ++k) steps.step();
    expect_same_state(steps.download(), cycles.download());
    EXPECT_EQ(steps.rebuilds(), cycles.rebuilds());
    Simulation instrumented(*pack.runtime, *pack.pack, water, demanding);
    int checks = 0;
    int rebuilds = 0;
    for (int cycle = 0; cycle < 2; ++cycle) {
      for (const StageSample& sample : instrumented.instrumented_cycle()) {
        checks += sample.stage == "displacement" ? 1 : 0;
        rebuilds += sample.stage == "remember" ? 1 : 0;
      }
    }
    expect_same_state(instrumented.download(), cycles.download());
    const Strategy& forces = find_strategy(*pack.pack->pack, {Stage::pass, water.physics},
                                           variant.stages.at("forces").name);
    const bool checks_apart = forces.ends_steps_of == nullptr;
    EXPECT_EQ(checks, checks_apart ? static_cast<int>(2 * water.list_interval) : 0);
    EXPECT_EQ(rebuilds, static_cast<int>(cycles.rebuilds()));
  });
}

// A list that is old but has its skin left computes what a fresh one does, step after step.
TEST(RebuildPolicy, ARunThatDemandsItsRebuildsIsTheRunThatAlwaysRebuilds) {
  const Scenario water = moving_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const auto velocities_after = [&](const RebuildPolicy& rebuild) {
      Simulation simulation(*pack.runtime, *pack.pack, water, rebuilt(variant, rebuild));
      for (int step = 0; step < 20; ++step) simulation.step();
      const ParticleState state = simulation.download();
      Components values;
      for (const std::size_t i : index_of_id(state)) {
        for (const float component :
             {state.velocity[i].x, state.velocity[i].y, state.velocity[i].z})
          values.push_back(static_cast<double>(component));
      }
      return values;
    };
    expect_close(velocities_after(displaced(1.02)), velocities_after(every(1)),
                 tolerance_of(pack, water, variant, 1e-5));
  });
}

TEST(RebuildPolicy, AnIntervalOfTheVariantReplacesTheScenarios) {
  const Scenario water = moving_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water,
                        rebuilt(variant_of("list-gather"), every(3)));
  EXPECT_EQ(simulation.steps_per_cycle(), 3u);
  simulation.run_cycles(2);
  EXPECT_EQ(simulation.run_state().steps, 6u);
  EXPECT_EQ(simulation.rebuilds(), 2u);
  simulation.restore(water.initial, 0, 0);
  EXPECT_EQ(simulation.rebuilds(), 0u);
}

// Slots enough for the influence radius and too few for the skin.
TEST(RebuildPolicy, AListThatItsSkinOverflowsIsRefused) {
  Scenario water = moving_water();
  water.list_capacity_given = true;
  const RunnablePack pack = pack_of("simt-w32");
  {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
    simulation.rebuild();
    const std::uint32_t required = simulation.run_state().list_required;
    water.list_capacity = (required + list_batch - 1) / list_batch * list_batch;
  }
  Simulation simulation(*pack.runtime, *pack.pack, water,
                        rebuilt(variant_of("list-gather"), every(5, 1.5)));
  simulation.rebuild();
  const auto overflow = overflow_of<ListOverflow>(simulation);
  EXPECT_EQ(overflow.capacity, water.list_capacity);
  EXPECT_GT(overflow.required, overflow.capacity);
  EXPECT_TRUE(mentions(overflow.what(), {"list.capacity of at least", "an expansion below 1.5"}));
}

TEST(ListSetup, WithoutAPolicyIsTheScenarios) {
  const Scenario water = moving_water();
  const ListSetup setup = set_up_list(water, std::nullopt);
  EXPECT_EQ(setup.radius, water.influence_radius);
  EXPECT_EQ(setup.capacity, water.list_capacity);
  EXPECT_EQ(setup.interval, water.list_interval);
  EXPECT_EQ(setup.grid.inverse_side, water.grid.inverse_side);
  EXPECT_EQ(setup.grid.count, water.grid.count);
  EXPECT_FALSE(setup.on_demand());
}

TEST(ListSetup, ASkinWidensCellsAndDerivedCapacity) {
  Scenario water = moving_water();
  water.list_capacity = 64;
  const ListSetup setup = set_up_list(water, every(20, 1.25));
  EXPECT_DOUBLE_EQ(setup.radius, 1.25 * water.influence_radius);
  EXPECT_GE(1 / static_cast<double>(setup.grid.inverse_side), setup.radius);
  EXPECT_EQ(setup.grid.cells.x, 4u);
  EXPECT_EQ(setup.capacity, 128u) << "125 slots, in batches of 8";
  EXPECT_EQ(setup.second_capacity, 128u);
  EXPECT_EQ(setup.interval, 20u);
  water.list_capacity_given = true;
  EXPECT_EQ(set_up_list(water, every(20, 1.25)).capacity, 64u) << "as the file says";
  water.second_list_capacity = 24;
  EXPECT_EQ(set_up_list(water, every(20, 1.25)).second_capacity, 24u) << "as the file says";
}

// Only a split list of more than two types has a second part, and that behind the first.
TEST(ListSetup, ASecondPartLiesInTheSlotsOfTheSameRegion) {
  Scenario water = moving_water();
  water.list_capacity = 64;
  water.second_list_capacity = 24;
  const ListSetup setup = set_up_list(water, std::nullopt);
  for (const NamedListFormat& named : list_formats) {
    const bool split = named.format.contents == ListContents::split;
    const ListSlots two = setup.slots(named.format, 0b0011);
    const ListSlots four = setup.slots(named.format, 0b1111);
    EXPECT_EQ(two.capacity, 64u) << named.name;
    EXPECT_EQ(two.first_part, 64u) << named.name;
    EXPECT_EQ(four.capacity, split ? 88u : 64u) << named.name;
    EXPECT_EQ(four.first_part, 64u) << named.name;
    EXPECT_EQ(list_regions(named.format, 0b1111),
              named.format.contents == ListContents::separate ? 4u : 1u);
  }
}

TEST(ListSetup, ADisplacementStaysBelowHalfTheSkin) {
  const Scenario water = moving_water();
  const ListSetup setup = set_up_list(water, displaced(1.1));
  const double half_skin = 0.05 * water.influence_radius;
  EXPECT_LT(setup.displacement_limit, half_skin);
  EXPECT_GT(setup.displacement_limit, 0.999 * half_skin);
}

std::string refusal(const Scenario& scenario, const RebuildPolicy& rebuild) {
  try {
    set_up_list(scenario, rebuild);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "it was taken";
  return "";
}

TEST(ListSetup, RefusesADisplacementWhereNothingMoves) {
  const std::string message =
      refusal(potential_scenario(random_particles(2, 8, 1), 2), displaced(1.1));
  EXPECT_NE(message.find("no time stepping"), std::string::npos) << message;
}

TEST(ListSetup, RefusesASkinThatAWallWouldReachInto) {
  Scenario water = moving_water();
  water.wcsph.wall_distance = 1.2f * radius;
  const std::string message = refusal(water, every(5, 1.1));
  EXPECT_NE(message.find("physics.wall_distance_ratio"), std::string::npos) << message;
  EXPECT_NO_THROW(set_up_list(water, every(5)));
}

TEST(ListSetup, RefusesASkinThatRoundingWouldHide) {
  Scenario water = moving_water();
  water.grid.origin.x = 4096;
  const std::string message = refusal(water, displaced(1.001));
  EXPECT_NE(message.find("list_life.expansion"), std::string::npos) << message;
}

TEST(RebuildPolicy, NamesAVariant) {
  const Variant plain = variant_of("list-gather");
  EXPECT_EQ(rebuilt(plain, every(5)).name(), "list-gather+every-5");
  EXPECT_EQ(rebuilt(plain, every(5, 1.05)).name(), "list-gather+every-5-x1.05");
  EXPECT_EQ(rebuilt(plain, displaced(1.02)).name(), "list-gather+displacement-x1.02");
  EXPECT_EQ(rebuilt(plain, RebuildPolicy{}).name(), "list-gather");
}

}  // namespace
}  // namespace sphlab::test
