// A fluid in a periodic box: vortices that decay as theory has it, and particles across its faces.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/scenarios/periodic_box.hpp"
#include "harness/verify/fluid_sums.hpp"
#include "harness/verify/moving_state.hpp"
#include "harness/verify/status.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

Scenario vortices(double per_side) {
  return shipped("taylor-green", {{"particles_per_side", per_side}});
}

/// The same, of which a layer begins just inside each lower face, and drifts through it at once.
Scenario drifting() {
  Scenario drifting = vortices(8);
  ParticleState& state = drifting.initial;
  const auto shift = static_cast<float>(-0.449 * drifting.spacing);
  for (std::size_t i = 0; i < state.size(); ++i) {
    float4& at = state.position[i];
    at = in_box({at.x + shift, at.y + shift, at.z + shift, at.w}, state.period);
    state.velocity[i].x -= 4;
    state.velocity[i].y -= 3;
    state.velocity[i].z -= 2;
  }
  return drifting;
}

std::size_t outside(const ParticleState& state) {
  std::size_t count = 0;
  for (const float4& at : state.position) {
    const float4 in = in_box(at, state.period);
    if (in.x != at.x || in.y != at.y || in.z != at.z) ++count;
  }
  return count;
}

std::string status_in_motion(const RunnablePack& pack, const Scenario& run, const Scenario& judge,
                             const Variant& variant) {
  Simulation simulation(*pack.runtime, *pack.pack, run, variant);
  MovingState moving(judge, judge.initial, 0, 0, "initial");
  std::vector<Check> checks;
  moving.verify(*pack.runtime, *pack.pack, nullptr, simulation, checks);
  EXPECT_FALSE(checks.empty());
  return status_of(checks);
}

Variant by(const RunnablePack& pack, const char* traversal, const char* builder = "") {
  Variant variant = as_served(*pack.pack->pack, "wcsph-periodic", variant_of(traversal));
  if (*builder != 0) variant.stages["list"].name = builder;
  return variant;
}

TEST(TaylorGreen, BeginsWithoutDivergenceAndWithTheEnergyOfItsSpeed) {
  const Scenario scenario = vortices(16);
  const FluidSums sums = fluid_sums(scenario.initial, scenario.wcsph);
  EXPECT_NEAR(sums.kinetic_energy, 1000.0 / 4, 0.5) << "rho U^2 / 4 of a cubic metre";
  EXPECT_NEAR(sums.momentum[0], 0, 1) << "of 1000 kg: particles are off their points";
  const float4& v = scenario.initial.velocity[0];
  const double x = 2 * std::numbers::pi * scenario.initial.position[0].x;
  const double y = 2 * std::numbers::pi * scenario.initial.position[0].y;
  EXPECT_NEAR(v.x, std::sin(x) * std::cos(y), 1e-6);
  EXPECT_NEAR(v.y, -std::cos(x) * std::sin(y), 1e-6);
}

// E(t) = E(0) exp(-4 nu k^2 t). With h of 1.3 spacings the shear of a lattice decays at 0.97 of the
// rate of its viscosity (viscous_test.cpp).
TEST(TaylorGreen, DecaysAtTheRateOfItsViscosity) {
  const Scenario scenario = vortices(16);
  const RunnablePack pack = pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, scenario, by(pack, "omp-list"));
  const FluidSums first = fluid_sums(simulation.download(), scenario.wcsph);
  while (simulation.run_state().time < 0.03) simulation.run_cycles(1);
  const RunState run = simulation.run_state();
  EXPECT_EQ(run.lost, 0u);
  const FluidSums end = fluid_sums(simulation.download(), scenario.wcsph);
  const double k = 2 * std::numbers::pi;
  const double rate = 4 * 0.1 * k * k;
  EXPECT_NEAR(std::log(first.kinetic_energy / end.kinetic_energy) / (rate * run.time), 1, 0.05);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(end.momentum[axis], first.momentum[axis], 0.01)
        << "of 1000 kg at up to 1 m/s: faces push nothing";
}

TEST(PeriodicFluid, IsVerifiedWhileItCrossesFacesBetweenRebuilds) {
  const Scenario scenario = drifting();
  const RunnablePack executor = pack_of("simt-w32");
  {
    Simulation simulation(*executor.runtime, *executor.pack, scenario, by(executor, "list-gather"));
    for (int step = 0; step < 3; ++step) simulation.step();
    EXPECT_GT(outside(simulation.download()), 50u) << "of three layers of 64";
  }
  for (const char* builder : {"per-particle", "warp-per-cell", "warp-per-cell-ballot"})
    EXPECT_EQ(status_in_motion(executor, scenario, scenario, by(executor, "list-gather", builder)),
              "ok")
        << builder;
  EXPECT_EQ(status_in_motion(executor, scenario, scenario, by(executor, "par-part-noloop")), "ok");
  const RunnablePack cpu = pack_of("cpu-gcc");
  EXPECT_EQ(status_in_motion(cpu, scenario, scenario, by(cpu, "omp-list")), "ok");
}

/// What has left by a face comes in by the other one, over many rebuilds: a box that drifts as a
/// whole keeps its vortices.
TEST(PeriodicFluid, LosesNothingWhereAllOfItDriftsThroughTheBox) {
  const Scenario scenario = drifting();
  const RunnablePack pack = pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, scenario, by(pack, "omp-list"));
  const FluidSums begin = fluid_sums(simulation.download(), scenario.wcsph);
  while (simulation.run_state().time < 0.04) simulation.run_cycles(1);  // a spacing along x
  const FluidSums end = fluid_sums(simulation.download(), scenario.wcsph);
  EXPECT_EQ(simulation.run_state().lost, 0u);
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(end.momentum[axis] / begin.momentum[axis], 1, 1e-5);
}

/// The pack simt-w32 with another launch of one strategy.
LoadedPack altered(const LoadedPack& right, Stage stage, const char* name, Launch launch) {
  LoadedPack wrong = right;
  wrong.pack = edited_pack([&](KernelPack&, std::vector<Strategy>& strategies) {
    for (Strategy& strategy : strategies) {
      if (strategy.stage != stage || strategy.name != std::string_view(name)) continue;
      if (stage == Stage::pass && strategy.physics != std::string_view("wcsph-periodic")) continue;
      if (stage == Stage::list && !strategy.serves_periodic) continue;
      original_launch = strategy.launch;
      strategy.launch = launch;
    }
  });
  return wrong;
}

/// The status of the drifting box in motion by that pack.
std::string status_with(Stage stage, const char* name, Launch launch, const Variant& variant) {
  const RunnablePack& right = pack_of("simt-w32");
  const LoadedPack wrong = altered(*right.pack, stage, name, launch);
  const Scenario scenario = drifting();
  return status_in_motion({right.runtime, &wrong}, scenario, scenario, variant);
}

int forces_without_images(const void* arguments, const std::uint32_t* tuning, void* stream) {
  auto a = *static_cast<const StepForceArguments*>(arguments);
  WcsphConstants open = *static_cast<const WcsphConstants*>(a.constants.data);
  open.period = {};
  a.constants = PhysicsConstants::of(open);
  return original_launch(&a, tuning, stream);
}

TEST(PeriodicFluid, FailsWhereForcesSeeNoImages) {
  for (const char* traversal : {"par-part-noloop", "list-gather"}) {
    const std::string status = status_with(Stage::pass, traversal, forces_without_images,
                                           by(pack_of("simt-w32"), traversal));
    EXPECT_TRUE(mentions(status, {"accelerations"})) << traversal << ": " << status;
  }
}

/// Builds lists as in an open box.
int list_without_images(const void* arguments, const std::uint32_t* tuning, void* stream) {
  auto a = *static_cast<const InBox<ListArguments>*>(arguments);
  a.period = {};
  return original_launch(&a, tuning, stream);
}

TEST(PeriodicFluid, FailsWhereListsHoldNoImages) {
  for (const char* builder : {"per-particle", "warp-per-cell", "warp-per-cell-ballot"}) {
    const std::string status = status_with(Stage::list, builder, list_without_images,
                                           by(pack_of("simt-w32"), "list-gather", builder));
    EXPECT_TRUE(mentions(status, {"neighbour"})) << builder << ": " << status;
  }
}

/// Moves particles into the sorted order, and none of them to where it comes in again.
int reorder_without_wrap(const void* arguments, const std::uint32_t* tuning, void* stream) {
  auto a = *static_cast<const InBox<ReorderArguments>*>(arguments);
  a.period = {};
  return original_launch(&a, tuning, stream);
}

TEST(PeriodicFluid, FailsWhereParticlesStayOutsideTheBox) {
  const RunnablePack& right = pack_of("simt-w32");
  const Scenario left = drifting();
  const Variant variant = by(right, "list-gather");
  EXPECT_EQ(status_in_motion(right, left, left, variant), "ok");
  EXPECT_TRUE(mentions(status_with(Stage::reorder, "gather", reorder_without_wrap, variant),
                       {"particles carried"}));
}

}  // namespace
}  // namespace sphlab::test
