// Scenarios of summed densities between planes: what is read, and what is wrong with bad ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

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

json swing(double stroke, double period) {
  return {{"stroke", {{"value", stroke}, {"unit", "m"}}},
          {"period", {{"value", period}, {"unit", "s"}}}};
}

TEST(SummedScenario, APlaneMaySwing) {
  const Scenario scenario = load([](json& d) {
    d["geometry"]["planes"][2]["motion"] = swing(0.3, 4);
    d["geometry"]["planes"][2]["motion"]["phase"] = {{"value", 0.25}, {"unit", "1"}};
  });
  const PenaltyPlanes& planes = scenario.wcsph.planes;
  EXPECT_EQ(planes.stroke[1], 0.0f);
  EXPECT_EQ(planes.stroke[2], 0.3f);
  EXPECT_EQ(planes.frequency, 0.25f);
  EXPECT_EQ(planes.phase, 0.25f);
}

TEST(SummedScenario, PlanesThatCannotSwingSoAreNamed) {
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         d["geometry"]["planes"][0]["motion"] = swing(0.3, 4);
                         d["geometry"]["planes"][2]["motion"] = swing(0.1, 3);
                       }),
                       {"geometry.planes[2].motion", "another period", "Give all the same"}));
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         d["geometry"]["planes"][0]["motion"] = swing(0.3, 4);
                         d["time_stepping"]["integrator"] = "symplectic";
                       }),
                       {"time_stepping.integrator", "\"symplectic\"", "let the planes stand"}));
  for (const auto& [stroke, period] : {std::pair{-0.3, 4.0}, {0.3, 0.0}})
    EXPECT_TRUE(mentions(
        error_of([&](json& d) { d["geometry"]["planes"][0]["motion"] = swing(stroke, period); }),
        {"geometry.planes[0].motion", "above 0"}));
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

TEST(SummedScenario, ParticlesInACellOfTheRadiusTellTheRadius) {
  const auto by_cell = [](json& d) {
    d["physics"].erase("influence_ratio");
    d["physics"]["particles_per_cell"] = "particles_per_cell";
    d["parameters"]["particles_per_cell"] = {
        {"default", 64}, {"minimum", 8}, {"maximum", 5000}, {"description", "in a cell"}};
  };
  EXPECT_DOUBLE_EQ(load(by_cell).influence_radius, 4 * 0.03);
  EXPECT_TRUE(mentions(error_of([&](json& d) {
                         by_cell(d);
                         d["physics"]["particles_per_cell"] = "per_cell";
                       }),
                       {"physics.particles_per_cell", "particles_per_cell"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"].erase("influence_ratio"); }),
                       {"physics", "influence_ratio", "particles_per_cell", "neither"}));
  EXPECT_TRUE(mentions(
      error_of([](json& d) { d["physics"]["particles_per_cell"] = "particles_per_height"; }),
      {"physics", "influence_ratio", "particles_per_cell", "both"}));
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

constexpr const char* cuboid = "static-cuboid-64.json";

Scenario placed(const json& placement) {
  const TemporaryFile file(
      edited(cuboid, [&](json& d) { d["geometry"]["placement"] = placement; }));
  return load_scenario(file.path(), {{"particles_per_side", 10}});
}

json jittered(double reach) {
  return {{"law", "jittered"}, {"reach", {{"value", reach}, {"unit", "1"}}}, {"seed", 1}};
}

TEST(Placement, JitteredParticlesAreNearTheirPoints) {
  const ParticleState state = placed(jittered(0.5)).initial;
  ASSERT_EQ(state.size(), 1000u);
  constexpr double spacing = 0.075;
  double farthest = 0, mean = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double off = state.position[i].x - (static_cast<double>(i % 10) + 0.5) * spacing;
    farthest = std::max(farthest, std::abs(off));
    mean += off / 1000;
  }
  EXPECT_LE(farthest, 0.25 * spacing * 1.000001);
  EXPECT_GT(farthest, 0.24 * spacing);
  EXPECT_LT(std::abs(mean), 0.03 * spacing);
  EXPECT_NE(state.position[0].x, state.position[10].x) << "each is moved by itself";
}

TEST(Placement, RandomParticlesFillTheBoxAndAreTheSameForASeed) {
  const auto at_random = [](int seed) {
    return placed({{"law", "random"}, {"seed", seed}}).initial;
  };
  const ParticleState state = at_random(1);
  ASSERT_EQ(state.size(), 1000u);
  std::array<int, 8> octants{};
  for (const float4& x : state.position) {
    ASSERT_TRUE(x.x >= 0 && x.x <= 0.75f && x.y >= 0 && x.y <= 0.75f && x.z >= 0 && x.z <= 0.75f);
    ++octants[(x.x > 0.375f ? 1u : 0u) + (x.y > 0.375f ? 2u : 0u) + (x.z > 0.375f ? 4u : 0u)];
  }
  for (const int count : octants) EXPECT_NEAR(count, 125, 50);
  EXPECT_EQ(state.position[7].y, at_random(1).position[7].y);
  EXPECT_NE(state.position[7].y, at_random(2).position[7].y);
}

TEST(Placement, WithoutOneParticlesAreOnTheLattice) {
  const Scenario scenario = load([](json&) {});
  EXPECT_FLOAT_EQ(scenario.initial.position[1].x - scenario.initial.position[0].x, 0.03f);
}

TEST(Placement, BadOnesAreNamed) {
  const auto error = [](const json& placement) { return input_error([&] { placed(placement); }); };
  EXPECT_TRUE(mentions(error(jittered(0)), {"geometry.placement.reach.value", "above 0"}));
  EXPECT_TRUE(mentions(error({{"law", "randon"}, {"seed", 1}}), {"geometry.placement.law"}));
  EXPECT_TRUE(mentions(error({{"law", "random"}}), {"geometry.placement", "\"seed\""}));
  const TemporaryFile file(edited("dam-break-lj.json", [](json& d) {
    d["geometry"]["placement"] = {{"law", "random"}, {"seed", 1}};
  }));
  EXPECT_TRUE(mentions(input_error([&] { load_scenario(file.path(), {}); }),
                       {"initial_density", "geometry.placement.law", "\"rest\""}));
}

TEST(StaticCuboid, HasTheNeighboursOfItsName) {
  for (const auto& [name, per_cell] :
       {std::pair{"static-cuboid-64", 64.0}, std::pair{"static-cuboid-125", 125.0},
        std::pair{"static-cuboid-297", 297.0}}) {
    const Scenario scenario = load_scenario(scenarios_folder() / (std::string(name) + ".json"),
                                            {{"particles_per_side", 16}});
    const double cell = std::pow(scenario.influence_radius, 3);
    EXPECT_NEAR(4096 / std::pow(0.75, 3) * cell, per_cell, 0.005 * per_cell) << name;
    EXPECT_EQ(scenario.time_stepping, TimeStepping::none);
  }
}

TEST(StaticCuboid, FillsItsCellsFromTheFirstToTheLast) {
  const Scenario scenario =
      load_scenario(scenarios_folder() / "static-cuboid.json",
                    {{"particles_per_side", 20}, {"particles_per_cell", 125}});
  EXPECT_EQ(scenario.grid.cells.x, 4u) << "of 125 particles each, 8000 in all";
  EXPECT_EQ(scenario.grid.count, 64u);
  EXPECT_EQ(scenario.grid.origin.x, 0);
}

TEST(ScenariosOfPaperE, HaveItsNumbersOfParticlesAndOfThoseInACell) {
  const std::tuple<const char*, std::size_t, double> printed[] = {
      {"ocean-wave", 17'970'160, 1000}, {"dropped-bodies", 1'516'563, 500}};
  for (const auto& [name, particles, per_cell] : printed) {
    const Scenario scenario =
        describe_scenario(scenarios_folder() / (std::string(name) + ".json"), {});
    EXPECT_EQ(scenario.fluid_particles, particles) << name;
    EXPECT_NEAR(std::pow(scenario.influence_radius / scenario.spacing, 3), per_cell, 1e-9) << name;
  }
}

TEST(ScenariosOfPaperE, SoundOfTheWaveCrossesAPartOfTheRadiusInAStep) {
  const Scenario wave = describe_scenario(scenarios_folder() / "ocean-wave.json", {});
  EXPECT_LT(wave.fixed_dt, 0.6 * wave.influence_radius / wave.wcsph.sound_speed);
}

TEST(ScenariosOfPaperE, ItsBodiesAreOfAFluidThatIsNotCompressed) {
  const Scenario bodies = describe_scenario(scenarios_folder() / "dropped-bodies.json", {});
  EXPECT_EQ(bodies.physics, "pcisph");
  EXPECT_NEAR(bodies.wcsph.prediction.relaxation, 0.02, 0.0005) << "a fiftieth of delta";
  EXPECT_EQ(bodies.wcsph.repetition.least, 3u);
  EXPECT_EQ(bodies.wcsph.repetition.most, 5u);
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
