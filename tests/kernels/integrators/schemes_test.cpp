// Every integration scheme, step by step against its oracle, and what carries its fields.
#include <gtest/gtest.h>

#include <string>

#include <cmath>
#include <random>

#include "harness/scenarios/physics.hpp"
#include "harness/stepping/state_on_device.hpp"
#include "harness/verify/checks_steps.hpp"
#include "harness/verify/oracle_formulas.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

Scenario integrated_by(const std::string& scheme, Scenario scenario) {
  scenario.scheme = scheme;
  return scenario;
}

/// Calls judge(simulation, pack) with the scenario in every pack.
template <class Judge>
void for_each_simulation(const Scenario& scenario, Judge&& judge) {
  for_each_pack([&](const RunnablePack& pack) {
    if (find_formulation(*pack.pack->pack, scenario.physics) == nullptr) return;
    Simulation simulation(*pack.runtime, *pack.pack, scenario, Variant{});
    judge(simulation, pack);
  });
}

/// At once in the midst of it: velocities and thin walls, at random.
Scenario falling(Scenario scenario) {
  std::mt19937 generator(29);
  std::uniform_real_distribution<float> sign(-1, 1);
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    float4& v = scenario.initial.velocity[i];
    v.w = 0.001f * sign(generator);
    if (is_any_fluid(scenario.initial.identity[i]))
      v = {sign(generator), sign(generator), sign(generator), v.w};
    scenario.initial.position[i].w = static_cast<float>(oracle_pressure_term(v.w, scenario.wcsph));
  }
  return scenario;
}

void expect_steps_agree(const Scenario& scenario) {
  SCOPED_TRACE(scenario.name + ", " + scenario.scheme);
  for_each_simulation(scenario, [&](Simulation& simulation, const RunnablePack& pack) {
    std::vector<Check> checks;
    verify_steps(simulation, *pack.pack, scenario, checks);
    EXPECT_EQ(checks.size(), scenario.scheme == "verlet" ? 6u : 2u);
    for (const Check& check : checks)
      EXPECT_TRUE(check.passed) << check.name << ": " << check.value << ", " << check.detail;
  });
}

class Schemes : public ::testing::TestWithParam<const char*> {};

TEST_P(Schemes, StepAsTheOracleWhereTheStepIsFixed) {
  expect_steps_agree(integrated_by(GetParam(), moving_water()));
}

TEST_P(Schemes, StepAsTheOracleWhereTheStepIsAdaptive) {
  expect_steps_agree(integrated_by(GetParam(), adaptive_water()));
}

TEST_P(Schemes, MoveABodyAsPrescribed) {
  expect_steps_agree(
      integrated_by(GetParam(), shipped("dam-break-moving-body", {{"particles_per_height", 4}})));
}

// The pairs limit the step, and the densities of walls are held.
TEST_P(Schemes, StepAgainstAnObstacle) {
  for (const char* name : {"dam-break-obstacle", "dam-break-obstacle-quadratic"}) {
    Scenario scenario = falling(shipped(name, {{"micrometres_apart", 60000}}));
    scenario.euler_every = 0;  // of the scheme
    expect_steps_agree(integrated_by(GetParam(), std::move(scenario)));
  }
}

TEST_P(Schemes, StepTwoFluids) {
  expect_steps_agree(
      integrated_by(GetParam(), shipped("dam-break-two-fluids", {{"particles_per_height", 4}})));
}

// Saved between two cycles and continued elsewhere: across the Euler steps, of which the last
// interval is not a multiple of the cycle's.
TEST_P(Schemes, GoOnFromASavedState) {
  Scenario water = integrated_by(GetParam(), adaptive_water());
  if (water.scheme == std::string("verlet")) water.euler_every = 7;
  for_each_pack([&](const RunnablePack& pack) {
    Simulation whole(*pack.runtime, *pack.pack, water, Variant{});
    whole.run_cycles(4);
    Simulation first(*pack.runtime, *pack.pack, water, Variant{});
    first.run_cycles(1);
    const RunState then = first.run_state();
    const ParticleState saved = first.download();
    Simulation second(*pack.runtime, *pack.pack, water, Variant{});
    const auto expect_the_same_end = [&] {
      second.run_cycles(3);
      expect_same_state(second.download(), whole.download());
      EXPECT_EQ(second.download().fields, whole.download().fields);
      EXPECT_EQ(second.run_state().time, whole.run_state().time);
    };
    second.restore(saved, then.time, then.steps);
    expect_the_same_end();
    second.restore(StateOnDevice(*pack.runtime, saved), then.time, then.steps);
    expect_the_same_end();
  });
}

INSTANTIATE_TEST_SUITE_P(All, Schemes,
                         ::testing::Values("predictor-corrector", "symplectic", "symplectic-euler",
                                           "verlet"));

/// Largest distance of two states' particles [m], which may be in different orders.
double distance(const ParticleState& a, const ParticleState& b) {
  const std::vector<std::size_t> in_a = index_of_id(a);
  const std::vector<std::size_t> in_b = index_of_id(b);
  double largest = 0;
  for (std::size_t id = 0; id < in_a.size(); ++id) {
    const float4& x = a.position[in_a[id]];
    const float4& y = b.position[in_b[id]];
    largest = std::max({largest, std::abs(static_cast<double>(x.x) - y.x),
                        std::abs(static_cast<double>(x.y) - y.y),
                        std::abs(static_cast<double>(x.z) - y.z)});
  }
  return largest;
}

TEST(Verlet, TakesItsEulerStepWhenTheScenarioSays) {
  const Scenario usual = integrated_by("verlet", moving_water());
  Scenario always = usual;
  always.euler_every = 1;
  for_each_pack([&](const RunnablePack& pack) {
    Simulation a(*pack.runtime, *pack.pack, usual, Variant{});
    Simulation b(*pack.runtime, *pack.pack, always, Variant{});
    a.step();
    b.step();
    expect_same_state(a.download(), b.download());
    a.step();
    b.step();
    EXPECT_FALSE(same_bits(a.download().velocity, b.download().velocity));
  });
}

// The velocity before is each particle's own, however the particles are reordered.
TEST(Verlet, FieldFollowsItsParticle) {
  const Scenario water = integrated_by("verlet", adaptive_water());
  ParticleState state = water.initial;
  std::vector<float>& field = state.fields["previous-velocity"];
  for (std::size_t i = state.size(); i-- > 0;) {  // the last particle first
    std::swap(state.position[i], state.position[(i * 5) % (i + 1)]);
    std::swap(state.velocity[i], state.velocity[(i * 5) % (i + 1)]);
    std::swap(state.identity[i], state.identity[(i * 5) % (i + 1)]);
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    const auto id = static_cast<float>(id_of(state.identity[i]));
    field.insert(field.end(), {id, -id, 2 * id, 3 * id});
  }
  for_each_simulation(water, [&](Simulation& simulation, const RunnablePack&) {
    simulation.restore(state, 0, 3);
    EXPECT_EQ(simulation.download().fields, state.fields) << "restored and downloaded as it was";
    simulation.rebuild();
    const ParticleState ordered = simulation.download();
    ASSERT_NE(ordered.identity, state.identity);
    const std::vector<float>& moved = ordered.fields.at("previous-velocity");
    ASSERT_EQ(moved.size(), 4 * state.size());
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      const auto id = static_cast<float>(id_of(ordered.identity[i]));
      EXPECT_EQ(moved[4 * i], id);
      EXPECT_EQ(moved[4 * i + 1], -id);
      EXPECT_EQ(moved[4 * i + 2], 2 * id);
      EXPECT_EQ(moved[4 * i + 3], 3 * id);
    }
  });
}

TEST(Verlet, DoesNotGoOnWithoutTheVelocityBefore) {
  const Scenario water = integrated_by("verlet", adaptive_water());
  for_each_simulation(water, [&](Simulation& simulation, const RunnablePack&) {
    EXPECT_THROW(simulation.restore(water.initial, 0, 7), InputError);
    EXPECT_NO_THROW(simulation.restore(water.initial, 0, 0));
  });
}

TEST(Symplectic, TakesNoEulerSteps) {
  Scenario water = integrated_by("symplectic", adaptive_water());
  water.euler_every = 7;
  for_each_pack([&](const RunnablePack& pack) {
    EXPECT_THROW(Simulation(*pack.runtime, *pack.pack, water, Variant{}), InputError);
  });
}

// Halving the step quarters the error of a scheme of second order; one of first order halves it.
TEST_P(Schemes, AreOfTheirOrder) {
  const auto end_of = [&](const RunnablePack& pack, int halvings) {
    Scenario water = integrated_by(GetParam(), moving_water());
    const auto steps = 8u << halvings;
    water.fixed_dt = 8e-3 / steps;
    water.list_interval = steps;
    Simulation simulation(*pack.runtime, *pack.pack, water, Variant{});
    simulation.run_cycles(1);
    return simulation.download();
  };
  const RunnablePack pack = pack_of("cpu-gcc");
  const ParticleState coarse = end_of(pack, 0);
  const ParticleState middle = end_of(pack, 1);
  const ParticleState fine = end_of(pack, 2);
  const double order = std::log2(distance(coarse, middle) / distance(middle, fine));
  RecordProperty("order", fmt::format("{:.3f}", order));
  const bool is_first = GetParam() == std::string("symplectic-euler");
  EXPECT_GT(order, is_first ? 0.7 : 1.7)
      << distance(coarse, middle) << " m, " << distance(middle, fine) << " m";
}

}  // namespace
}  // namespace sphlab::test
