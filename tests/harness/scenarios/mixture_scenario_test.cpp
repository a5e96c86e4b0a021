// Scenarios of fluids that mix: what is read, and what is wrong with bad ones.
#include <cmath>

#include "harness/scenarios/mixture_reader.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab::mixture_scenario {
namespace {

using nlohmann::json;

Scenario load(const std::function<void(json&)>& edit) {
  const TemporaryFile file(edited("two-fluids-mixing.json", edit));
  return load_scenario(file.path(), {{"particles_per_height", 8}});
}

std::string error_of(const std::function<void(json&)>& edit) {
  return input_error([&] { load(edit); });
}

TEST(MixtureScenario, HasTwoPhasesInOneFluid) {
  const Scenario scenario = load([](json&) {});
  EXPECT_EQ(scenario.fluid_particles, 1536u);
  EXPECT_EQ(scenario.second_fluid_particles, 0u);
  const WcsphConstants& c = scenario.wcsph;
  EXPECT_EQ(c.rest_density, 1000);
  EXPECT_EQ(c.second_fluid.rest_density, 600);
  EXPECT_EQ(c.second_fluid.dynamic_viscosity, 1);
  EXPECT_NEAR(c.second_fluid.sound_speed, std::sqrt(7e4 / 600), 1e-5) << "B is that of both";
  EXPECT_EQ(c.drift.mobility, 5e-7f);
  EXPECT_EQ(c.drift.diffusivity, 5e-4f);
  const std::vector<float>& volumes = scenario.initial.fields.at("phase-volumes");
  ASSERT_EQ(volumes.size(), 2 * 1536u);
  EXPECT_EQ(volumes.front(), 1);
  EXPECT_EQ(volumes.back(), 1);
}

TEST(MixtureScenario, TheLargeOneIsThePapersToHalfAPerCent) {
  const Scenario scenario =
      describe_scenario(scenarios_folder() / "two-fluids-mixing-500.json", {});
  EXPECT_NEAR(static_cast<double>(scenario.fluid_particles), 3169044, 0.005 * 3169044);
}

TEST(MixtureScenario, PhasesThatDoNotFillTheirParticlesAreNamed) {
  const auto with = [](const json& volumes) {
    return error_of(
        [&](json& d) { d["geometry"]["fluid"][1]["fields"]["phase-volumes"] = volumes; });
  };
  EXPECT_TRUE(mentions(with({0.3, 0.6}),
                       {"geometry.fluid[1].fields.phase-volumes", "0.3 and 0.6", "1 together"}));
  EXPECT_TRUE(mentions(with({-0.1, 1.1}), {"geometry.fluid[1].fields.phase-volumes", "below 0"}));
  EXPECT_TRUE(mentions(with({1}), {"geometry.fluid[1].fields.phase-volumes", "Give two"}));
  EXPECT_TRUE(mentions(error_of([](json& d) { d["geometry"]["fluid"][0].erase("fields"); }),
                       {"geometry.fluid[0].fields.phase-volumes", "missing"}));
}

TEST(MixtureScenario, AStepThatDiffusionDoesNotBearIsRefused) {
  EXPECT_TRUE(
      mentions(error_of([](json& d) { d["physics"]["drift"]["diffusivity"]["value"] = 10; }),
               {"time_stepping.dt", "physics.drift.diffusivity", "Divide it by"}));
  EXPECT_TRUE(mentions(
      error_of([](json& d) { d["physics"]["second_fluid"]["dynamic_viscosity"]["value"] = 6000; }),
      {"time_stepping.dt", "viscosities"}));
}

TEST(MixtureScenario, ConstantsThatCannotBeAreNamed) {
  EXPECT_TRUE(mentions(error_of([](json& d) { d["physics"]["drift"]["mobility"]["value"] = -1; }),
                       {"physics.drift.mobility.value"}));
  EXPECT_TRUE(
      mentions(error_of([](json& d) { d["physics"].erase("drift"); }), {"physics", "\"drift\""}));
}

}  // namespace
}  // namespace sphlab::mixture_scenario
