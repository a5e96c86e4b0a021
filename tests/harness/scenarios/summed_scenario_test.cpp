// Scenarios of summed densities between planes: what is read, and what is wrong with bad ones.
#include <cmath>

#include "harness/scenarios/penalty_planes.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab::summed_scenario {
namespace {

using nlohmann::json;

constexpr const char* dam_break = "dam-break-summed.json";

Scenario load(const std::function<void(json&)>& edit) {
  const TemporaryFile file(edited(dam_break, edit));
  return load_scenario(file.path(), {{"particles_per_height", 8}});
}

std::string error_of(const std::function<void(json&)>& edit) {
  return input_error([&] { load(edit); });
}

TEST(SummedScenario, IsOfFluidAloneAndItsRadiusIsH) {
  const Scenario scenario = load([](json&) {});
  EXPECT_EQ(scenario.fluid_particles, 512u);
  EXPECT_EQ(scenario.particles(), 512u);
  EXPECT_DOUBLE_EQ(scenario.influence_radius, 3 * 0.03);
  EXPECT_EQ(scenario.wcsph.influence_radius, 0.09f);
  EXPECT_EQ(scenario.wcsph.smoothing_length, 0.09f);
  EXPECT_EQ(scenario.wcsph.particle_mass, 0.027f);
  EXPECT_NEAR(scenario.wcsph.sound_speed, std::sqrt(7.0), 1e-6) << "B = 1000 Pa";
  EXPECT_EQ(scenario.wcsph.polytropic_exponent, 7);
  EXPECT_EQ(scenario.wcsph.surface.tension, 0.2f);
  EXPECT_EQ(scenario.wcsph.surface.least_gradient, 0.1f);
  EXPECT_EQ(scenario.scheme, "symplectic-euler");
}

TEST(SummedScenario, PlanesAreMeasuredFromTheDomainsCornerAndHaveUnitNormals) {
  const Scenario scenario = load([](json& d) {
    d["geometry"]["planes"][0]["normal"]["value"] = {3, 0, 4};
  });
  const PenaltyPlanes& planes = scenario.wcsph.planes;
  ASSERT_EQ(planes.count, 5u);
  EXPECT_FLOAT_EQ(planes.plane[0].x, 0.6f);
  EXPECT_FLOAT_EQ(planes.plane[0].z, 0.8f);
  EXPECT_NEAR(planes.plane[0].w, 0, 1e-9);
  EXPECT_FLOAT_EQ(planes.plane[1].w, -0.72f);
  EXPECT_FLOAT_EQ(planes.stiffness, 2e4f);
  EXPECT_FLOAT_EQ(planes.damping, 200);
}

TEST(SummedScenario, ConstantsThatMustBeAboveZeroAreNamed) {
  for (const char* key : {"stiffness", "influence_ratio", "rest_density", "plane_stiffness"}) {
    for (const double value : {0.0, -1.0}) {
      EXPECT_TRUE(mentions(error_of([&](json& d) { d["physics"][key]["value"] = value; }),
                           {std::string("physics.") + key + ".value", "above 0"}));
    }
  }
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"]["stiffness"]["unit"] = "bar"; }),
                       {"physics.stiffness.unit", "must be \"Pa\""}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"].erase("surface_tension"); }),
                       {"physics", "\"surface_tension\""}));
}

TEST(SummedScenario, PlanesAndTheirStiffnessComeTogether) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["geometry"].erase("planes"); }),
                       {"physics.plane_stiffness", "no plane", "Give \"geometry\" planes"}));
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         d["physics"].erase("plane_stiffness");
                         d["physics"].erase("plane_damping");
                       }),
                       {"geometry.planes", "plane_stiffness and plane_damping"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"].erase("plane_damping"); }),
                       {"physics", "plane_damping"}));
  const Scenario free = load([](json& d) {
    d["geometry"].erase("planes");
    d["physics"].erase("plane_stiffness");
    d["physics"].erase("plane_damping");
  });
  EXPECT_EQ(free.wcsph.planes.count, 0u);
}

TEST(SummedScenario, ANormalWithoutADirectionIsNamed) {
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         d["geometry"]["planes"][2]["normal"]["value"] = {0, 0, 0};
                       }),
                       {"geometry.planes[2].normal", "into the fluid"}));
}

TEST(SummedScenario, AStepThatThePlanesDoNotBearIsRefused) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["time_stepping"]["dt"]["value"] = 0.0075; }),
                       {"time_stepping.dt", "physics.plane_stiffness", "Divide it by 1"}));
  PenaltyPlanes planes{};
  EXPECT_TRUE(std::isinf(longest_step(planes)));
  planes.count = 1;
  planes.stiffness = 100;
  EXPECT_DOUBLE_EQ(longest_step(planes), 0.2) << "K dt^2 = 4";
  planes.damping = 10;
  const double dt = longest_step(planes);
  EXPECT_DOUBLE_EQ(100 * dt * dt + 2 * 10 * dt, 4);
}

TEST(SummedScenario, WallsOfParticlesAreRefused) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["geometry"]["walls"] = {"z-"}; }),
                       {"geometry.walls", "\"wcsph-summed\"", "boundary", "Use []"}));
}

TEST(SummedScenario, DensitiesBeginAtRest) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["initial_density"] = "hydrostatic"; }),
                       {"initial_density", "\"rest\""}));
}

TEST(SummedScenario, PlanesBelongToPhysicsThatSaysHowHardTheyPush) {
  const std::string text = edited("dam-break-lj.json", [](json& d) {
    d["geometry"]["planes"] = shipped(dam_break)["geometry"]["planes"];
  });
  const TemporaryFile file(text);
  EXPECT_TRUE(mentions(input_error([&] { load_scenario(file.path(), {}); }),
                       {"geometry.planes", "\"wcsph-summed\""}));
}

}  // namespace
}  // namespace sphlab::summed_scenario
