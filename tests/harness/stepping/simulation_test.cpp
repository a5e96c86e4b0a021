// The loop: what a cycle is, and that however it is enqueued it gives the same state.
#include "harness/stepping/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/error.hpp"
#include "harness/runtimes/host_allocations.hpp"
#include "harness/stepping/state_on_device.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/reason_against.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

TEST(Simulation, ItsBytesAreKnownBeforeTheParticlesAre) {
  const std::map<std::string, double> smallest{{"particles_per_depth", 4}};
  const Scenario made = shipped("still-water", smallest);
  const Scenario described =
      describe_scenario(SPHLAB_SOURCE_DIR "/scenarios/still-water.json", smallest);
  EXPECT_EQ(described.initial.size(), 0u);
  EXPECT_EQ(described.particles(), made.particles());
  for_each_kind_of_traversal(made.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const std::size_t bytes =
        Simulation::bytes_needed(*pack.runtime, *pack.pack, described, variant);
    EXPECT_EQ(bytes, Simulation(*pack.runtime, *pack.pack, made, variant).bytes_allocated());
    EXPECT_NO_THROW(require_memory(*pack.runtime, described, bytes));
    EXPECT_THROW(require_memory(*pack.runtime, described, std::size_t{1} << 60), OutOfMemory);
  });
}

TEST(Simulation, RestoreStartsTheSameRunAgain) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.run_cycles(3);
    const ParticleState once = simulation.download();
    const RunState at_once = simulation.run_state();
    simulation.restore(water.initial, 0, 0);
    expect_same_state(simulation.download(), water.initial);
    simulation.run_cycles(3);
    expect_same_state(simulation.download(), once);
    EXPECT_EQ(simulation.run_state().time, at_once.time);
    EXPECT_EQ(simulation.run_state().dt, at_once.dt);
    EXPECT_EQ(simulation.run_state().steps, 15u);
  });
}

TEST(Simulation, RestoreFromTheDeviceIsRestore) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const StateOnDevice initial(*pack.runtime, water.initial);
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.run_cycles(3);
    const ParticleState once = simulation.download();
    for (int again = 0; again < 2; ++again) {  // what lies there must not have run along
      simulation.restore(initial, 0, 0);
      expect_same_state(simulation.download(), water.initial);
      simulation.run_cycles(3);
      expect_same_state(simulation.download(), once);
      EXPECT_EQ(simulation.run_state().steps, 15u);
    }
  });
}

// A run saved between two cycles and continued elsewhere is the run that went on.
TEST(Simulation, ARunCanBeContinuedFromItsState) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation whole(*pack.runtime, *pack.pack, water, variant);
    whole.run_cycles(3);
    Simulation first(*pack.runtime, *pack.pack, water, variant);
    first.run_cycles(1);
    const RunState then = first.run_state();
    Simulation second(*pack.runtime, *pack.pack, water, variant);
    second.restore(first.download(), then.time, then.steps);
    second.run_cycles(2);
    expect_same_state(second.download(), whole.download());
    EXPECT_EQ(second.run_state().time, whole.run_state().time);
    EXPECT_EQ(second.run_state().steps, whole.run_state().steps);
  });
}

// Captured work, a census and a scratch allocation of the old place must not live on.
TEST(Simulation, ARelocatedRunIsTheSameRun) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.restore(water.initial, 0, 0);
    simulation.run_cycles(3);
    const ParticleState before = simulation.download();
    const std::size_t bytes = simulation.bytes_allocated();
    simulation.relocate(std::size_t{3} << 20);
    simulation.restore(water.initial, 0, 0);
    simulation.run_cycles(3);
    expect_same_state(simulation.download(), before);
    EXPECT_EQ(simulation.bytes_allocated(), bytes);
  });
}

TEST(Simulation, TellsWhatItHasAllocated) {
  const auto allocated = [] {  // without the guards of each array
    std::size_t bytes = 0;
    for (const MemoryRange& range : host_allocations()) bytes += range.bytes - 2 * guard_bytes;
    return bytes;
  };
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    const std::size_t before = allocated();
    const Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    EXPECT_EQ(simulation.bytes_allocated(), allocated() - before);
  });
}

TEST(Simulation, ThatWasRelocatedSharesNoPage) {
  const auto in_shared_pages = [] {
    const std::vector<MemoryRange> all = host_allocations();
    return std::count_if(all.begin(), all.end(),
                         [](const MemoryRange& range) { return range.bytes < device_page_bytes; });
  };
  const auto before = in_shared_pages();
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  EXPECT_GT(in_shared_pages(), before);
  simulation.relocate(1);
  EXPECT_EQ(in_shared_pages(), before);
}

TEST(Simulation, ThatSharesItsBuffersStays) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation base(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  const Simulation candidate(base, *pack.pack);
  EXPECT_THROW(base.relocate(1), std::logic_error);
}

TEST(Simulation, RefusesAStateOfAnotherSize) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
  EXPECT_THROW(simulation.restore(ParticleState{}, 0, 0), std::invalid_argument);
  const StateOnDevice nothing(*pack.runtime, ParticleState{});
  EXPECT_THROW(simulation.restore(nothing, 0, 0), std::invalid_argument);
}

TEST(Simulation, StepsMakeACycle) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation cycles(*pack.runtime, *pack.pack, water, variant);
    EXPECT_EQ(cycles.steps_per_cycle(), water.list_interval);
    cycles.run_cycles(2);
    Simulation steps(*pack.runtime, *pack.pack, water, variant);
    for (std::uint32_t k = 0; k < 2 * water.list_interval; ++k) steps.step();
    expect_same_state(steps.download(), cycles.download());
    EXPECT_EQ(steps.run_state().time, cycles.run_state().time);
    EXPECT_EQ(steps.run_state().steps, cycles.run_state().steps);
    steps.step();  // after either, the next step rebuilds
    cycles.step();
    expect_same_state(steps.download(), cycles.download());
  });
}

TEST(Simulation, WithoutTimeSteppingThereIsNoStep) {
  const Scenario scenario = potential_scenario(random_particles(2, 8, 1), 2);
  for_each_kind_of_traversal(scenario.physics,
                             [&](const RunnablePack& pack, const Variant& variant) {
                               Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
                               EXPECT_EQ(simulation.steps_per_cycle(), 1u);
                               EXPECT_THROW(simulation.step(), Error);
                               simulation.run_cycles(2);
                               const RunState state = simulation.run_state();
                               EXPECT_EQ(state.steps, 0u);
                               EXPECT_EQ(state.time, 0.0);
                             });
}

using Counts = std::vector<std::pair<std::string, int>>;

void expect_instrumented(const Scenario& scenario, bool with_clock, bool with_steps) {
  for_each_kind_of_traversal(
      scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
        Simulation plain(*pack.runtime, *pack.pack, scenario, variant);
        plain.run_cycles(3);
        Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
        Counts expected = {{"hash", 1}, {"sort", 1}, {"cells", 1}, {"reorder", 1}};
        const int steps = static_cast<int>(scenario.list_interval);
        const std::string traversal = variant.stages.at("forces").name;
        const Strategy& forces =
            find_strategy(*pack.pack->pack, {Stage::pass, scenario.physics}, traversal);
        if (runs_preparation(forces)) expected.emplace_back(forces.preparation.name, 1);
        if (has_list(forces)) expected.emplace_back("list", 1);
        expected.emplace_back("forces", with_steps ? 2 * steps : 1);
        const bool ends_steps = forces.ends_steps_of != nullptr;
        if (with_clock && !ends_steps) expected.emplace_back("time-step", steps);
        if (with_steps) expected.emplace_back("euler", ends_steps ? steps : 2 * steps);
        EXPECT_EQ(simulation.stage_counts(), expected);
        for (int cycle = 0; cycle < 3; ++cycle) {
          Counts counted;
          for (const StageSample& sample : simulation.instrumented_cycle()) {
            EXPECT_GE(sample.seconds, 0) << sample.stage;
            EXPECT_LT(sample.seconds, 60) << sample.stage;
            const auto known = std::find_if(counted.begin(), counted.end(), [&](const auto& count) {
              return count.first == sample.stage;
            });
            if (known == counted.end()) {
              counted.emplace_back(sample.stage, 1);
            } else {
              ++known->second;
            }
          }
          EXPECT_EQ(counted, expected);
        }
        expect_same_state(simulation.download(), plain.download());
        EXPECT_EQ(simulation.run_state().time, plain.run_state().time);
        EXPECT_EQ(simulation.run_state().steps, plain.run_state().steps);
      });
}

TEST(Simulation, AnInstrumentedCycleIsACycle) {
  expect_instrumented(adaptive_water(), true, true);
}
TEST(Simulation, AnInstrumentedCycleOfFixedStepsIsACycle) {
  expect_instrumented(moving_water(), false, true);
}
TEST(Simulation, AnInstrumentedCycleWithoutStepsIsACycle) {
  expect_instrumented(potential_scenario(random_particles(3, 8, 2), 3), false, false);
}

TEST(Simulation, AnEventOfTheHostCostsNothing) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of(""));
  simulation.rebuild();
  EXPECT_EQ(simulation.mark_cost(), 0.0);
}

// Isolated stages leave neither particles nor clock, nor the run that goes on, another.
TEST(Simulation, AStageAloneLeavesTheStateAsItWas) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation undisturbed(*pack.runtime, *pack.pack, water, variant);
    undisturbed.run_cycles(1);
    undisturbed.rebuild();
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    simulation.run_cycles(1);
    simulation.rebuild();
    simulation.forces();
    const ParticleState before = simulation.download();
    const RunState clock = simulation.run_state();
    const std::map<std::string, double> notes = simulation.preparation_notes();
    for (int repetition = 0; repetition < 2; ++repetition) {
      for (const auto& [stage, count] : simulation.stage_counts()) {
        SCOPED_TRACE(stage);
        simulation.run_stage_isolated(stage);
        expect_same_state(simulation.download(), before);
        EXPECT_EQ(simulation.preparation_notes(), notes);
        const RunState after = simulation.run_state();
        EXPECT_EQ(after.time, clock.time);
        EXPECT_EQ(after.steps, clock.steps);
        EXPECT_EQ(after.dt, clock.dt);
        EXPECT_EQ(after.lost, clock.lost);
        EXPECT_EQ(after.list_required, clock.list_required);
      }
    }
    for (std::uint32_t step = 0; step < water.list_interval; ++step) {
      simulation.step();
      undisturbed.step();
    }
    expect_same_state(simulation.download(), undisturbed.download());
    EXPECT_EQ(simulation.run_state().time, undisturbed.run_state().time);
  });
}

TEST(Simulation, HasNoStageOfAnotherVariant) {
  const Scenario water = moving_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("par-part-noloop"));
  EXPECT_THROW(simulation.run_stage_isolated("list"), std::invalid_argument);
  EXPECT_THROW(simulation.run_stage_isolated("time-step"), std::invalid_argument);
  EXPECT_THROW(simulation.retune("list", {}), std::invalid_argument);
  EXPECT_EQ(simulation.bytes_of_list(), 0u);
}

TEST(Simulation, NamesItsStrategies) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Variant variant = variant_of("list-gather");
  variant.stages["list"].name = "per-particle";
  Simulation simulation(*pack.runtime, *pack.pack, water, variant);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"hash", "linear"},
      {"sort", "radix"},
      {"cells", "lower-bound"},
      {"reorder", "gather"},
      {"list", "per-particle"},
      {"list-format", "split-interleaved"},
      {"forces", "list-gather"},
      {"time-step", "block-reduce"},
      {"predict", "predictor-corrector"},
      {"correct", "predictor-corrector"}};
  EXPECT_EQ(simulation.strategies(), expected);
  ASSERT_EQ(simulation.kernels("forces").size(), 1u);
  EXPECT_GT(simulation.kernels("forces").front().work.flops_per_pair, 0);
  EXPECT_EQ(simulation.kernels("euler").size(), 2u);
  EXPECT_EQ(simulation.schedule().parts("euler"), 2);
  EXPECT_TRUE(simulation.kernels("sort").empty());
}

TEST(Simulation, RefusesAStrategyThatIsNotThereBeforeAnythingElse) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  const std::string reason = reason_against(pack, water, variant_of("list-gater"));
  EXPECT_NE(reason.find("'list-gather'"), std::string::npos) << reason;
}

TEST(Simulation, ARefusedTuningLeavesTheOldOne) {
  const Scenario water = adaptive_water();
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, water,
                        variant_of("list-gather", {{"in-flight", 2}}));
  EXPECT_THROW(simulation.retune("forces", {{"in-flight", 5}}), Error);
  EXPECT_EQ(simulation.tuning().at("forces").at("in-flight"), 2u);
  simulation.run_cycles(1);
  EXPECT_EQ(simulation.run_state().steps, 5u);
}

TEST(Simulation, RefusesAScenarioThatDoesNotFitBeforeAllocating) {
  Scenario water = adaptive_water();
  water.list_capacity = 0xfffffff8u;  // 1.3e12 entries
  const RunnablePack pack = pack_of("simt-w32");
  try {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("list-gather"));
    FAIL() << "terabytes were allocated";
  } catch (const OutOfMemory& refusal) {
    EXPECT_GT(refusal.needed, std::size_t{4} * 320 * water.list_capacity);
    EXPECT_LT(refusal.available, refusal.needed);
    EXPECT_NE(std::string(refusal.what()).find("294 particles"), std::string::npos)
        << refusal.what();
  }
  // a traversal that reads no list does not need the room
  Simulation simulation(*pack.runtime, *pack.pack, water, variant_of("par-part-noloop"));
  EXPECT_LT(simulation.bytes_allocated(), std::size_t{1} << 20);
}

// Who has left the domain, or is nowhere, is counted, keeps its state, and is felt by nobody.
TEST(Simulation, LostParticlesAreCountedAndFeltByNobody) {
  const Scenario without = adaptive_water();
  Scenario with = without;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  add_particle(with.initial, ParticleType::fluid, not_a_number, 0.5f, 0.5f);
  add_particle(with.initial, ParticleType::fluid, 0.5f, 0.5f, 1.0f);
  add_particle(with.initial, ParticleType::fluid, -0.1f, 0.5f, 0.5f);
  with.initial.velocity.back() = {3, 2, 1, 0.5f};
  const std::size_t n = without.particles();
  for_each_traversal(with.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation others(*pack.runtime, *pack.pack, without, variant);
    others.run_cycles(2);
    Simulation all(*pack.runtime, *pack.pack, with, variant);
    all.run_cycles(2);
    EXPECT_EQ(others.run_state().lost, 0u);
    EXPECT_EQ(all.run_state().lost, 3u);
    EXPECT_EQ(all.run_state().time, others.run_state().time);
    ParticleState state = all.download();
    EXPECT_EQ(id_of(state.identity.back()), n + 2) << "lost ones keep their order";
    EXPECT_EQ(state.velocity.back().x, 3.0f);
    EXPECT_EQ(state.position.back().x, -0.1f);
    for (auto* column : {&state.position, &state.velocity}) column->resize(n);
    state.identity.resize(n);
    expect_same_state(state, others.download());
  });
}

// Over the rim during the run, not before it.
TEST(Simulation, AParticleThatLeavesIsCountedAtTheNextRebuild) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.25f, 0.5f, 0.5f);
  add_particle(state, ParticleType::fluid, 0.9f, 0.5f, 0.5f);
  state.velocity[1].x = 10;
  Scenario scenario = water_scenario(std::move(state), 4);
  scenario.fixed_dt = 1e-3;
  scenario.list_interval = 20;
  for_each_kind_of_traversal(
      scenario.physics, [&](const RunnablePack& pack, const Variant& variant) {
        Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
        simulation.run_cycles(1);
        simulation.rebuild();
        EXPECT_EQ(simulation.run_state().lost, 1u);
        const ParticleState now = simulation.download();
        EXPECT_EQ(id_of(now.identity[0]), 0u);
        EXPECT_GT(now.position[1].x, 1.0f);
        simulation.run_cycles(1);
        EXPECT_EQ(simulation.run_state().lost, 1u);
        EXPECT_EQ(simulation.download().position[1].x, now.position[1].x) << "the lost do not move";
      });
}

}  // namespace
}  // namespace sphlab::test
