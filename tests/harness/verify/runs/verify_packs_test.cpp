// Every strategy of every pack that runs on this host, against the oracle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/verify/still_water.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"

namespace sphlab {
namespace {

const std::vector<LoadedPack>& host_packs() {
  static const std::vector<LoadedPack> packs = [] {
    std::vector<std::string> problems;
    std::vector<LoadedPack> all = load_packs({SPHLAB_BINARY_DIR "/lib"}, &problems);
    std::erase_if(all, [](const LoadedPack& pack) {
      return std::string(pack.pack->runtime) != "host" || !pack.unusable.empty();
    });
    return all;
  }();
  return packs;
}

Scenario scenario(const std::string& name, const std::map<std::string, double>& parameters) {
  return load_scenario(fmt::format("{}/scenarios/{}.json", SPHLAB_SOURCE_DIR, name), parameters);
}

// Calls judge(pack, variant) for every traversal that runs on this host. Tells how many there were.
template <class Judge>
std::size_t for_each_traversal(const std::string& physics, Judge&& judge) {
  std::size_t variants = 0;
  for (const LoadedPack& pack : host_packs()) {
    for (const std::string& traversal : strategy_names(*pack.pack, {Stage::pass, physics})) {
      SCOPED_TRACE(fmt::format("{} {}", pack.pack->toolchain, traversal));
      judge(pack, test::as_served(*pack.pack, physics, test::variant_of(traversal)));
      ++variants;
    }
  }
  return variants;
}

void expect_verified(const Scenario& scenario) {
  const std::size_t variants =
      for_each_traversal(scenario.physics, [&](const LoadedPack& pack, const Variant& variant) {
        Runtime runtime(host_runtime(), 0);
        const VerificationReport report = verify_variant(runtime, pack, scenario, variant);
        EXPECT_EQ(report.status, "ok");
        EXPECT_GT(report.pairs.candidate, report.pairs.accepted);
        EXPECT_GT(report.pairs.accepted, 0u);
        for (const Check& check : report.checks) {
          testing::Test::RecordProperty(check.name, fmt::format("{:g}", check.value));
        }
      });
  EXPECT_GE(variants, 2u) << "build the packs first: none was found in " SPHLAB_BINARY_DIR "/lib";
}

TEST(VerifyPacks, DamBreakWithTheCubicSpline) {
  expect_verified(scenario("dam-break-lj-cubic-spline", {{"particles_per_height", 6}}));
}

// The first pack at hand that computes a physics and of which `serves` holds. Fails the test, by an
// exception, where none was built.
template <class Serves>
const LoadedPack& first_pack(const std::string& physics, const Serves& serves) {
  for (const LoadedPack& pack : host_packs()) {
    if (serves(pack) && !strategy_names(*pack.pack, {Stage::pass, physics}).empty()) return pack;
  }
  throw std::runtime_error("build packs first: none of " + physics +
                           " in " SPHLAB_BINARY_DIR "/lib");
}

// The state that `steps` steps make of a scenario, by the first variant at hand that is for speed.
ParticleState state_after(const Scenario& scenario, std::uint64_t steps) {
  Runtime runtime(host_runtime(), 0);
  const auto is_for_speed = [](const LoadedPack& pack) { return pack.pack->warp_width <= 1; };
  Simulation simulation(runtime, first_pack(scenario.physics, is_for_speed), scenario, Variant{});
  while (simulation.run_state().steps < steps) simulation.run_cycles(1);
  EXPECT_EQ(simulation.run_state().lost, 0u);
  return simulation.download();
}

// Every traversal in the state in which a scenario begins, and in one that is `moving`. Tells how
// many there were.
std::size_t expect_verified_in_motion(const Scenario& begun, const ParticleState& moving) {
  return for_each_traversal(begun.physics, [&](const LoadedPack& pack, const Variant& variant) {
    Runtime runtime(host_runtime(), 0);
    const auto report = verify_variant(runtime, pack, begun, variant, &moving);
    EXPECT_EQ(report.status, "ok");
    ASSERT_TRUE(report.other_pairs.has_value());
    EXPECT_GT(report.other_pairs->accepted, 0u);
  });
}

// A scenario of more than two types, as it begins and when the fluid has come into motion.
void expect_verified_in_motion(const std::string& name) {
  const Scenario begun = scenario(name, {{"particles_per_height", 5}});
  EXPECT_GE(expect_verified_in_motion(begun, state_after(begun, 200)), 2u);
}

TEST(VerifyPacksInMotion, DamBreakWithAMovingBody) {
  expect_verified_in_motion("dam-break-moving-body");
}

TEST(VerifyPacksInMotion, DamBreakOfTwoFluids) {
  expect_verified_in_motion("dam-break-two-fluids");
}

TEST(VerifyPacksInMotion, DamBreakOfAViscousFluid) {
  expect_verified_in_motion("dam-break-lj-viscous");
}

TEST(VerifyPacksInMotion, DamBreakWeightedByVolumes) {
  expect_verified_in_motion("dam-break-lj-volumes");
}

TEST(VerifyPacksInMotion, DamBreakOfSummedDensities) {
  expect_verified_in_motion("dam-break-summed");
}

TEST(VerifyPacksInMotion, DamBreakThatIsNotCompressed) {
  expect_verified_in_motion("dam-break-pcisph");
}

// Whether the first pack at hand agrees with an oracle that is told of constants as `change` makes
// them.
template <class Change>
bool agrees_when_told(const Scenario& begun, const ParticleState& moving, Change&& change) {
  Runtime runtime(host_runtime(), 0);
  const auto any = [](const LoadedPack&) { return true; };
  Simulation simulation(runtime, first_pack(begun.physics, any), begun, Variant{});
  simulation.restore(moving, moving.time, 0);
  Scenario told = begun;
  change(told.wcsph);
  std::vector<Check> checks;
  verify_state(simulation, told, "moving", checks);
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed; });
}

TEST(VerifyPacksInMotion, AnotherViscosityOfTheFluidIsSeen) {
  for (const char* name : {"dam-break-lj-viscous", "dam-break-lj-volumes"}) {
    const Scenario begun = scenario(name, {{"particles_per_height", 5}});
    const ParticleState moving = state_after(begun, 200);
    const auto agrees = [&](float factor) {
      return agrees_when_told(begun, moving,
                              [&](WcsphConstants& c) { c.dynamic_viscosity *= factor; });
    };
    EXPECT_TRUE(agrees(1)) << name;
    for (const float factor : {0.0f, 0.99f, 1.01f, -1.0f})
      EXPECT_FALSE(agrees(factor)) << name << " " << factor;
  }
}

TEST(VerifyPacksInMotion, OtherConstantsOfSummedDensitiesAreSeen) {
  Scenario begun = scenario("dam-break-summed", {{"particles_per_height", 5}});
  const ParticleState moving = state_after(begun, 200);
  begun.wcsph.surface.tension = 1e5f;  // as strong as the rest
  const auto agrees = [&](auto&& change) { return agrees_when_told(begun, moving, change); };
  EXPECT_TRUE(agrees([](WcsphConstants&) {}));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.particle_mass *= 1.001f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.sound_speed *= 1.001f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.dynamic_viscosity *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.surface.tension *= -1; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.surface.least_gradient = 1e9f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.stiffness *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.damping *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { --c.planes.count; }));
}

TEST(VerifyPacksInMotion, PlanesThatSwingOtherwiseAreSeen) {
  const Scenario begun =
      scenario("ocean-wave", {{"particles_per_depth", 6}, {"particles_per_cell", 40}});
  const ParticleState moving = state_after(begun, 300);  // the paddle pushes by then
  EXPECT_NEAR(moving.time, 300 * begun.fixed_dt, 1e-6);
  const auto agrees = [&](auto&& change) { return agrees_when_told(begun, moving, change); };
  EXPECT_TRUE(agrees([](WcsphConstants&) {}));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.stroke[0] *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.frequency *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.phase += 0.01f; }));
}

TEST(VerifyPacksInMotion, OtherConstantsOfPredictionsAreSeen) {
  const Scenario begun = scenario("dam-break-pcisph", {{"particles_per_height", 5}});
  const ParticleState moving = state_after(begun, 200);
  const auto agrees = [&](auto&& change) { return agrees_when_told(begun, moving, change); };
  EXPECT_TRUE(agrees([](WcsphConstants&) {}));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.particle_mass *= 1.001f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.dynamic_viscosity *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.planes.stiffness *= 1.01f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.prediction.time_step *= 1.001f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.prediction.relaxation *= 1.001f; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.repetition.least = c.repetition.most = 6; }));
  EXPECT_FALSE(agrees([](WcsphConstants& c) { c.repetition = {1, 1, 5}; }));
}

TEST(VerifyPacksInWater, StillWater) {
  expect_verified(scenario("still-water", {{"particles_per_depth", 6}}));
}

TEST(VerifyPacks, RandomBox) {
  expect_verified(scenario("random-box", {{"cells_per_side", 5}}));
}

bool is_computed(const std::string& physics) {
  return for_each_traversal(physics, [](const LoadedPack&, const Variant&) {}) > 0;
}

TEST(VerifyPacks, PairsOfAStatedCost) {
  if (!is_computed("stated-cost-16")) GTEST_SKIP() << "the packs of this build are without them";
  for (const char* bytes : {"16", "32", "48", "64"})
    expect_verified(scenario(fmt::format("random-box-stated-{}", bytes), {{"cells_per_side", 3}}));
}

// Fluid that falls, is compressed, and has met the walls: made once, by the first variant at hand.
ParticleState falling_water(const Scenario& dam_break) {
  ParticleState state;
  for_each_traversal(dam_break.physics, [&](const LoadedPack& pack, const Variant& variant) {
    if (state.size() > 0) return;
    Runtime runtime(host_runtime(), 0);
    Simulation simulation(runtime, pack, dam_break, variant);
    simulation.run_cycles(40);
    state = simulation.download();
  });
  return state;
}

TEST(VerifyPacksInMotion, AStateInMotion) {
  const Scenario dam_break = scenario("dam-break-lj", {{"particles_per_height", 8}});
  const ParticleState moving = falling_water(dam_break);
  ASSERT_EQ(moving.size(), dam_break.particles());
  expect_verified_in_motion(dam_break, moving);
}

// The executor is there for truth, not for speed: its packs get fewer steps.
TEST(VerifyPacksAtRest, StillWaterKeepsItsMomentum) {
  const Scenario still_water = scenario("still-water", {{"particles_per_depth", 4}});
  for_each_traversal(still_water.physics, [&](const LoadedPack& pack, const Variant& variant) {
    Runtime runtime(host_runtime(), 0);
    const std::uint64_t steps = pack.pack->warp_width > 1 ? 20 : 1000;
    const StillWaterReport report = verify_still_water(runtime, pack, still_water, variant, steps);
    EXPECT_EQ(report.status, "ok");
    EXPECT_EQ(report.steps, steps);
    EXPECT_GT(report.checks.back().value, 0);  // rounding must show: the balance was formed
    EXPECT_LT(report.end.kinetic_energy, 1e-2 * report.end.total_energy());
  });
}

// What the device did is not what the oracle was told to expect.
TEST(VerifyPacks, OtherConstantsAreNotVerified) {
  const Scenario right = scenario("still-water", {{"particles_per_depth", 4}});
  for_each_traversal(right.physics, [&](const LoadedPack& pack, const Variant& variant) {
    Runtime runtime(host_runtime(), 0);
    Simulation simulation(runtime, pack, right, variant);
    Scenario wrong = right;
    wrong.wcsph.gravity.z = -wrong.wcsph.gravity.z;
    std::vector<Check> checks;
    verify_state(simulation, wrong, "initial", checks);
    const auto failed =
        std::find_if(checks.begin(), checks.end(), [](const Check& c) { return !c.passed; });
    ASSERT_NE(failed, checks.end());
    EXPECT_EQ(failed->name, "accelerations (initial)");
  });
}

}  // namespace
}  // namespace sphlab
