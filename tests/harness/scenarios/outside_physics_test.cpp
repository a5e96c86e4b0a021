// Pair physics that packs from outside bring.
#include "harness/scenarios/outside_physics.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/scenarios/json_document.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

constexpr PassDescription forces_alone[] = {{forces_pass, PassKind::forces}};
constexpr TypeMask fluid_and_wall = mask_of(ParticleType::fluid) | mask_of(ParticleType::boundary);

FormulationDescription formulation(const char* name) {
  FormulationDescription described{};
  described.name = name;
  described.equations = name;
  described.smoothing_kernel = "wendland-c2";
  described.constants = ConstantsKind::wcsph;
  described.sources = fluid_and_wall;
  described.targets = mask_of(ParticleType::fluid);
  described.passes = forces_alone;
  described.pass_count = 1;
  described.integrates_density = true;
  return described;
}

nlohmann::json dam_break_of(const char* physics) {
  nlohmann::json document = load_json(scenarios_folder() / "dam-break-lj.json");
  document.at("parameters").at("particles_per_height").at("default") = 4;
  document.at("physics").at("name") = physics;
  return document;
}

TEST(OutsidePhysics, AScenarioMayNameItOnceItIsKnown) {
  const TemporaryFile file(dam_break_of("test-outside").dump());
  EXPECT_THROW(load_scenario(file.path(), {}), Error);
  ASSERT_EQ(add_outside_physics(formulation("test-outside")), "");
  EXPECT_EQ(load_scenario(file.path(), {}).physics, "test-outside");
  const PhysicsKind& kind = physics_kind("test-outside");
  EXPECT_TRUE(kind.is_outside);
  EXPECT_EQ(kind.targets, mask_of(ParticleType::fluid));
  EXPECT_STREQ(kind.geometry(), "lattice");
}

TEST(OutsidePhysics, MayDoWithoutWallsAndDiffusionButNotHalfAWall) {
  ASSERT_EQ(add_outside_physics(formulation("test-wall-less")), "");
  nlohmann::json document = dam_break_of("test-wall-less");
  document.at("physics").erase("density_diffusion");
  document.at("physics").erase("wall_coefficient");
  EXPECT_THROW(load_scenario(TemporaryFile(document.dump()).path(), {}), Error);
  document.at("physics").erase("wall_distance_ratio");
  const TemporaryFile file(document.dump());
  const Scenario scenario = load_scenario(file.path(), {});
  EXPECT_EQ(scenario.wcsph.density_diffusion, 0);
  EXPECT_EQ(scenario.wcsph.wall_coefficient, 0);
}

TEST(OutsidePhysics, TwoPacksMayBringTheSame) {
  ASSERT_EQ(add_outside_physics(formulation("test-twice")), "");
  const std::size_t known = outside_physics().size();
  EXPECT_EQ(add_outside_physics(formulation("test-twice")), "");
  EXPECT_EQ(outside_physics().size(), known);
}

TEST(OutsidePhysics, ANameIsNotTakenByAnother) {
  FormulationDescription other = formulation("wcsph-lj");
  EXPECT_EQ(add_outside_physics(other), "");
  EXPECT_FALSE(physics_kind("wcsph-lj").is_outside);
  other.targets = fluid_and_wall;
  EXPECT_NE(add_outside_physics(other).find("'wcsph-lj' differs in the types of its targets"),
            std::string::npos);
  other = formulation("wcsph-lj");
  other.constants = ConstantsKind::lj_potential;
  EXPECT_NE(add_outside_physics(other).find("constants"), std::string::npos);
}

constexpr ConstantDescription two_constants[] = {{.key = "yield_stress",
                                                  .unit = "Pa",
                                                  .meaning = "Stress at which it yields.",
                                                  .excludes_least = true},
                                                 {.key = "hardening",
                                                  .unit = "1",
                                                  .meaning = "Share of the strain that hardens.",
                                                  .most = 1,
                                                  .is_optional = true,
                                                  .usual = 0.25}};

FormulationDescription with_constants(const char* name) {
  FormulationDescription described = formulation(name);
  described.own_constants = two_constants;
  described.own_constant_count = 2;
  return described;
}

std::string refusal_of(const nlohmann::json& document) {
  const TemporaryFile file(document.dump());
  try {
    load_scenario(file.path(), {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OutsidePhysics, ItsConstantsAreReadByKeyAndUnit) {
  ASSERT_EQ(add_outside_physics(with_constants("test-constants")), "");
  nlohmann::json document = dam_break_of("test-constants");
  EXPECT_TRUE(mentions(refusal_of(document), {"yield_stress", "Stress at which it yields."}));
  nlohmann::json& physics = document.at("physics");
  physics["yield_stress"] = {{"value", 300}, {"unit", "N"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"physics.yield_stress.unit", "\"Pa\""}));
  physics["yield_stress"] = {{"value", 0}, {"unit", "Pa"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"physics.yield_stress.value", "above 0"}));
  physics["yield_stress"] = {{"value", 300}, {"unit", "Pa"}};
  const TemporaryFile file(document.dump());
  const WcsphConstants constants = load_scenario(file.path(), {}).wcsph;
  EXPECT_EQ(constants.own[0], 300);
  EXPECT_EQ(constants.own[1], 0.25f) << "which it has where none is given";
  EXPECT_EQ(physics_kind("test-constants").own("yield_stress", constants), 300);
  physics["hardening"] = {{"value", 1.5}, {"unit", "1"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"physics.hardening.value", "from 0 to 1"}));
}

TEST(OutsidePhysics, AConstantOfAnotherPhysicsIsUnknown) {
  nlohmann::json document = dam_break_of("wcsph-lj");
  document.at("physics")["yield_stress"] = {{"value", 300}, {"unit", "Pa"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"yield_stress"}));
}

TEST(OutsidePhysics, AKeyIsNotThatOfASharedConstant) {
  static constexpr ConstantDescription gravity{.key = "gravity", .unit = "m/s^2", .meaning = "g."};
  FormulationDescription described = formulation("test-twice-gravity");
  described.own_constants = &gravity;
  described.own_constant_count = 1;
  EXPECT_TRUE(mentions(add_outside_physics(described), {"test-twice-gravity", "'gravity'"}));
  EXPECT_EQ(find_physics("test-twice-gravity"), nullptr);
}

TEST(OutsidePhysics, TwoOfOneNameHaveTheSameConstants) {
  ASSERT_EQ(add_outside_physics(with_constants("test-same-constants")), "");
  EXPECT_EQ(add_outside_physics(with_constants("test-same-constants")), "");
  EXPECT_TRUE(mentions(add_outside_physics(formulation("test-same-constants")),
                       {"constants of its own", "rename it"}));
}

TEST(OutsidePhysics, ConstantsThatNoScenarioHasAreRefused) {
  FormulationDescription strange = formulation("test-strange");
  strange.constants = ConstantsKind::none;
  EXPECT_NE(add_outside_physics(strange), "");
  EXPECT_EQ(find_physics("test-strange"), nullptr);
}

/// Says nothing but what every physics from outside needs.
nlohmann::json least_of(const char* physics) {
  nlohmann::json document = dam_break_of(physics);
  for (const char* key : {"sound_speed", "polytropic_exponent", "artificial_viscosity",
                          "density_diffusion", "wall_coefficient", "wall_distance_ratio"})
    document.at("physics").erase(key);
  return document;
}

FormulationDescription telling_sound(const char* name) {
  FormulationDescription described = with_constants(name);
  described.questions.sound_speed = [](const void* constants) {
    return 2.0 * static_cast<const WcsphConstants*>(constants)->own[0];
  };
  return described;
}

TEST(OutsidePhysics, MayDoWithoutWhatItDoesNotRead) {
  ASSERT_EQ(add_outside_physics(formulation("test-silent")), "");
  nlohmann::json document = least_of("test-silent");
  EXPECT_TRUE(mentions(refusal_of(document), {"physics", "\"sound_speed\""}))
      << "neither the scenario nor the physics tells how fast sound is";
  document.at("physics")["sound_speed"] = {{"value", 40}, {"unit", "m/s"}};
  const WcsphConstants constants = load_scenario(TemporaryFile(document.dump()).path(), {}).wcsph;
  EXPECT_EQ(constants.sound_speed, 40);
  EXPECT_EQ(constants.polytropic_exponent, 7);
  EXPECT_EQ(constants.artificial_viscosity, 0);
}

TEST(OutsidePhysics, ItsOwnConstantsMayTellHowFastSoundIs) {
  ASSERT_EQ(add_outside_physics(telling_sound("test-telling")), "");
  nlohmann::json document = least_of("test-telling");
  document.at("physics")["yield_stress"] = {{"value", 30}, {"unit", "Pa"}};
  EXPECT_EQ(load_scenario(TemporaryFile(document.dump()).path(), {}).wcsph.sound_speed, 60);
  document.at("physics")["sound_speed"] = {{"value", 40}, {"unit", "m/s"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"unknown key \"sound_speed\""}));
}

TEST(OutsidePhysics, ItsSecondFluidIsLikeTheFirstWhereNothingElseIsSaid) {
  FormulationDescription described = telling_sound("test-two-kinds");
  described.sources = described.targets =
      mask_of(ParticleType::fluid) | mask_of(ParticleType::second_fluid);
  ASSERT_EQ(add_outside_physics(described), "");
  nlohmann::json document = least_of("test-two-kinds");
  nlohmann::json& geometry = document.at("geometry");
  geometry.at("walls") = nlohmann::json::array();
  geometry["second_fluid"] = geometry.at("fluid");
  geometry["second_fluid"][0]["lower"]["value"][0] = 0.8;
  nlohmann::json& physics = document.at("physics");
  physics["yield_stress"] = {{"value", 30}, {"unit", "Pa"}};
  EXPECT_TRUE(mentions(refusal_of(document), {"second_fluid"}));
  physics["second_fluid"] = {{"rest_density", {{"value", 500}, {"unit", "kg/m^3"}}}};
  const WcsphConstants c = load_scenario(TemporaryFile(document.dump()).path(), {}).wcsph;
  EXPECT_EQ(c.second_fluid.sound_speed, 60);
  EXPECT_EQ(c.second_fluid.rest_density, 500);
  EXPECT_FLOAT_EQ(c.second_fluid.particle_mass, 0.5f * c.particle_mass);
}

}  // namespace
}  // namespace sphlab
