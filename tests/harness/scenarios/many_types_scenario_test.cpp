// Scenarios with a body and with a second fluid: what they create, and what is wrong with bad ones.
#include <algorithm>
#include <cmath>

#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

constexpr const char* moving_body = "dam-break-moving-body.json";
constexpr const char* two_fluids = "dam-break-two-fluids.json";

std::size_t count(const Scenario& scenario, ParticleType type) {
  const auto& words = scenario.initial.identity;
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(), [&](std::uint32_t word) { return type_of(word) == type; }));
}

void expect_counts(const Scenario& scenario) {
  EXPECT_EQ(scenario.fluid_particles, count(scenario, ParticleType::fluid));
  EXPECT_EQ(scenario.boundary_particles, count(scenario, ParticleType::boundary));
  EXPECT_EQ(scenario.body_particles, count(scenario, ParticleType::body));
  EXPECT_EQ(scenario.second_fluid_particles, count(scenario, ParticleType::second_fluid));
  EXPECT_EQ(scenario.fluid_particles + scenario.boundary_particles + scenario.body_particles +
                scenario.second_fluid_particles,
            scenario.particles());
}

Scenario load(const std::string& file) {
  return load_scenario(scenarios_folder() / file, {{"particles_per_height", 8}});
}

TEST(ManyTypes, ScenariosLoadFromTheirLowestResolutionOn) {
  for (const char* file : {moving_body, two_fluids}) {
    for (double per_height = 4; per_height <= 20; ++per_height)
      EXPECT_NO_THROW(
          load_scenario(scenarios_folder() / file, {{"particles_per_height", per_height}}))
          << file << " at " << per_height;
  }
}

TEST(MovingBody, HasThreeTypesAndWallsOfTwoLayers) {
  const Scenario scenario = load(moving_body);
  expect_counts(scenario);
  EXPECT_EQ(scenario.second_fluid_particles, 0u);
  EXPECT_EQ(scenario.body_particles, 3u * 4u * 4u);
  EXPECT_EQ(scenario.boundary_particles, 32u * 13u * 12u - 28u * 9u * 8u);
  EXPECT_EQ(scenario.constants().data, &scenario.wcsph);
}

TEST(MovingBody, ItsPositionsAreMultiplesOfTheQuantumAndSoAreAllOthersOnTheGrid) {
  const Scenario scenario = load(moving_body);
  const double quantum = scenario.wcsph.body.quantum;
  EXPECT_EQ(quantum, std::ldexp(1.0, -23)) << "1.6 m and a margin are below 2 m";
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    if (type_of(scenario.initial.identity[i]) != ParticleType::body) continue;
    const float4 x = scenario.initial.position[i];
    for (const float coordinate : {x.x, x.y, x.z})
      ASSERT_EQ(std::fmod(static_cast<double>(coordinate), quantum), 0.0);
  }
}

TEST(MovingBody, AUniformMotionIsThereFromTheStart) {
  const TemporaryFile file(edited(moving_body, [](json& d) {
    d["geometry"]["body"]["motion"] = {
        {"law", "uniform"}, {"velocity", {{"value", {0.25, 0, 0.125}}, {"unit", "m/s"}}}};
  }));
  const Scenario scenario = load_scenario(file.path(), {{"particles_per_height", 8}});
  EXPECT_EQ(scenario.wcsph.body.velocity.x, 0.25f);
  EXPECT_EQ(scenario.wcsph.body.frequency, 0.0f);
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    const bool body = type_of(scenario.initial.identity[i]) == ParticleType::body;
    EXPECT_EQ(scenario.initial.velocity[i].z, body ? 0.125f : 0.0f);
  }
}

TEST(TwoFluids, HaveFourTypesAndConstantsOfTheirOwn) {
  const Scenario scenario = load(two_fluids);
  expect_counts(scenario);
  for (const std::size_t particles : {scenario.fluid_particles, scenario.boundary_particles,
                                      scenario.body_particles, scenario.second_fluid_particles})
    EXPECT_GT(particles, 0u);
  const WcsphConstants& c = scenario.wcsph;
  EXPECT_EQ(c.second_fluid.rest_density, 800.0f);
  EXPECT_FLOAT_EQ(c.second_fluid.particle_mass / c.second_fluid.rest_density,
                  c.particle_mass / c.rest_density);
  EXPECT_EQ(fluid_constants(c, ParticleType::second_fluid).rest_density, 800.0);
  EXPECT_EQ(fluid_constants(c, ParticleType::fluid).rest_density, 1000.0);
}

// A layer of the lighter fluid on the heavier one presses with its own weight.
TEST(TwoFluids, AreInBalanceUnderEachOther) {
  const TemporaryFile file(edited(two_fluids, [](json& d) {
    json& geometry = d["geometry"];
    geometry["fluid"][0]["size"]["value"] = {0.4, 0.67, 0.2};
    geometry["second_fluid"][0]["lower"]["value"] = {0, 0, 0.2};
    geometry["second_fluid"][0]["size"]["value"] = {0.4, 0.67, 0.2};
    geometry.erase("body");
  }));
  const Scenario scenario = load_scenario(file.path(), {{"particles_per_height", 8}});
  double deepest = 0;
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    const ParticleType type = type_of(scenario.initial.identity[i]);
    if (!is_any_fluid(scenario.initial.identity[i])) continue;
    const double rest = fluid_constants(scenario.wcsph, type).rest_density;
    const double density = rest * (1 + static_cast<double>(scenario.initial.velocity[i].w));
    deepest = std::max(deepest, scenario.initial.position[i].w * density * density);
  }
  const double weight = 800 * 0.2 + 1000 * (0.2 - 0.025);
  EXPECT_NEAR(deepest, 9.81 * weight, 1e-3);
}

std::string error_of(const char* shipped_file, const std::function<void(json&)>& edit) {
  const TemporaryFile file(edited(shipped_file, edit));
  const std::string message = input_error([&] { load_scenario(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

std::string error_with(const char* shipped_file, const std::string& pointer, const json& value) {
  return error_of(shipped_file,
                  [&](json& document) { document[json::json_pointer(pointer)] = value; });
}

TEST(BadManyTypes, TypesThatThePhysicsDoesNotKnow) {
  const json body = shipped(moving_body)["geometry"]["body"];
  EXPECT_TRUE(mentions(error_with("dam-break-lj.json", "/geometry/body", body),
                       {"geometry.body", "\"wcsph-lj\"", "Leave the key out"}));
  const json boxes = shipped(two_fluids)["geometry"]["second_fluid"];
  EXPECT_TRUE(mentions(error_with(moving_body, "/geometry/second_fluid", boxes),
                       {"geometry.second_fluid", "\"wcsph-dynamic\"", "second fluid"}));
  EXPECT_TRUE(mentions(error_of(two_fluids, [](json& d) { d["geometry"].erase("second_fluid"); }),
                       {"geometry", "missing key \"second_fluid\""}));
}

TEST(BadManyTypes, KeysOfThePhysics) {
  const json wall = shipped("dam-break-lj.json")["physics"]["wall_coefficient"];
  EXPECT_TRUE(mentions(error_with(moving_body, "/physics/wall_coefficient", wall),
                       {"physics: unknown key \"wall_coefficient\""}));
  EXPECT_TRUE(mentions(error_of(two_fluids, [](json& d) { d["physics"].erase("second_fluid"); }),
                       {"physics", "missing key \"second_fluid\""}));
  EXPECT_TRUE(mentions(error_of(two_fluids, [](json& d) { d["physics"].erase("gravity"); }),
                       {"physics", "missing key \"gravity\"", "Acceleration of gravity"}));
  EXPECT_TRUE(mentions(error_with(two_fluids, "/physics/second_fluid/rest_density/unit", "kg"),
                       {"physics.second_fluid.rest_density.unit", "\"kg/m^3\""}));
  EXPECT_TRUE(mentions(error_with(two_fluids, "/physics/second_fluid/gamma", 7),
                       {"physics.second_fluid: unknown key \"gamma\""}));
}

TEST(BadManyTypes, Motions) {
  const std::string motion = "/geometry/body/motion";
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/law", "circle"),
                       {"geometry.body.motion.law", "uniform, oscillation"}));
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/velocity", 1),
                       {"geometry.body.motion: unknown key \"velocity\""}));
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/period/value", 0),
                       {"geometry.body.motion.period.value", "above 0"}));
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/stroke/value", {0.9, 0, 0}),
                       {"geometry.body.motion", "boxes[0]", "along x", "into a wall"}));
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/stroke/value", {0, 0, -0.1}),
                       {"geometry.body.motion", "along z"}));
  EXPECT_TRUE(mentions(error_with(moving_body, motion + "/period/value", 0.01),
                       {"geometry.body.motion", "a tenth of the speed of sound", "Slow"}));
}

TEST(BadManyTypes, BoxesAndWalls) {
  EXPECT_TRUE(mentions(error_with(moving_body, "/geometry/body/boxes/0/lower/value", {0.3, 0.2, 0}),
                       {"geometry.body.boxes[0]", "overlaps geometry.fluid[0]"}));
  EXPECT_TRUE(mentions(error_with(two_fluids, "/geometry/second_fluid/0/lower/value", {0.2, 0, 0}),
                       {"geometry.second_fluid[0]", "overlaps geometry.fluid[0]"}));
  EXPECT_TRUE(mentions(error_with(moving_body, "/geometry/body/boxes", json::array()),
                       {"geometry.body.boxes", "at least 1 items"}));
  EXPECT_TRUE(mentions(error_with(moving_body, "/geometry/wall_layers", 0),
                       {"geometry.wall_layers", "at least 1"}));
  EXPECT_TRUE(mentions(error_with(moving_body, "/geometry/wall_layers", 9),
                       {"geometry.wall_layers", "at most 8"}));
}

}  // namespace
}  // namespace sphlab
