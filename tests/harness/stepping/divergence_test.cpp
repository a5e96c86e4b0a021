#include "harness/stepping/divergence.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "harness/scenarios/run_length.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

RunState run_with(double dt, double least_dt) {
  RunState run;
  run.steps = 7;
  run.time = 0.5;
  run.dt = dt;
  run.least_dt = least_dt;
  return run;
}

std::string told(const RunState& run) {
  try {
    require_advancing(run);
  } catch (const Diverged& divergence) {
    return divergence.what();
  }
  return "";
}

TEST(Divergence, ATimeStepThatCollapsesEndsTheRun) {
  EXPECT_EQ(told(run_with(1e-5, 1e-6)), "");
  EXPECT_EQ(told(run_with(1e-12, 0)), "") << "a fixed step";
  EXPECT_TRUE(mentions(told(run_with(1e-12, 1e-6)), {"collapsed to 1e-12 s", "after 7 steps"}));
  EXPECT_TRUE(mentions(told(run_with(std::numeric_limits<double>::quiet_NaN(), 1e-6)), {"nan"}));
  RunState at_once;
  at_once.least_dt = 1;
  EXPECT_EQ(told(at_once), "") << "before the first step there is none";
}

TEST(Divergence, ARunKnowsBelowWhichStepItHasCollapsed) {
  const RunnablePack pack = pack_of("cpu-gcc");
  const Scenario adaptive = adaptive_water();
  const Simulation simulation(*pack.runtime, *pack.pack, adaptive, Variant{});
  EXPECT_GT(least_step(adaptive), 0);
  EXPECT_EQ(simulation.run_state().least_dt, least_step(adaptive));
}

TEST(Divergence, WallsThatThrowParticlesOutCollapseTheStep) {
  Scenario water = adaptive_water();
  water.wcsph.wall_coefficient = 1e20f;
  water.wcsph.wall_distance = radius;
  const RunnablePack pack = pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, water, Variant{});
  simulation.run_cycles(1);
  EXPECT_TRUE(mentions(told(simulation.run_state()), {"the run has diverged"}));
}

}  // namespace
}  // namespace sphlab::test
