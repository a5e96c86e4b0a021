// Scenarios that say how they differ from another one.
#include <gtest/gtest.h>

#include "harness/scenarios/extended_document.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

Scenario loaded(const json& document) {
  const TemporaryFile file(document.dump());
  return load_scenario(file.path(), {{"particles_per_height", 4}});
}

std::string error_of(const json& document) {
  const TemporaryFile file(document.dump());
  const std::string message = input_error([&] { load_scenario(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

TEST(ExtendedScenario, IsWhatTheOtherSaysButForItsOwn) {
  json extension = extension_of("dam-break-lj.json");
  extension["physics"] = {{"sound_speed", {{"value", 30}, {"unit", "m/s"}}}};
  const Scenario other =
      load_scenario(scenarios_folder() / "dam-break-lj.json", {{"particles_per_height", 4}});
  const Scenario scenario = loaded(extension);
  EXPECT_EQ(scenario.name, "more");
  EXPECT_EQ(scenario.wcsph.sound_speed, 30);
  EXPECT_EQ(scenario.wcsph.rest_density, other.wcsph.rest_density);
  EXPECT_EQ(scenario.particles(), other.particles());
}

TEST(ExtendedScenario, IsTheOneThatSaysAllOfIt) {
  const json whole = shipped("dam-break-lj-summed.json");
  EXPECT_FALSE(whole.contains("extends"));
  EXPECT_FALSE(whole.contains("initial_density")) << "null takes a key away";
  const Scenario extending =
      load_scenario(scenarios_folder() / "dam-break-lj-summed.json", {{"particles_per_height", 4}});
  EXPECT_EQ(loaded(whole).configuration_hash, extending.configuration_hash);
}

TEST(ExtendedScenario, FindsAPathFromItsOwnFolder) {
  const auto example = scenarios_folder() / ".." / "examples" / "tall-column.json";
  const Scenario scenario = load_scenario(example, {{"particles_per_height", 6}});
  EXPECT_EQ(scenario.name, "tall-column");
  EXPECT_EQ(scenario.list_interval, 5u);
}

/// As the command looks them up, until the end of a test.
struct LookedUpInShippedFolder {
  LookedUpInShippedFolder() { look_up_extended_in("scenario", {scenarios_folder()}); }
  ~LookedUpInShippedFolder() { look_up_extended_in("scenario", {}); }
};

TEST(ExtendedScenario, FindsANameWhereScenariosAreLookedUp) {
  json extension = extension_of("dam-break-lj.json");
  extension["extends"] = "dam-break-lj";
  EXPECT_TRUE(mentions(error_of(extension), {"no scenario is called \"dam-break-lj\""}));
  const LookedUpInShippedFolder looked_up;
  EXPECT_EQ(loaded(extension).name, "more");
  extension["extends"] = "dam-brake-lj";
  EXPECT_TRUE(mentions(error_of(extension), {"extends", "Did you mean \"dam-break-lj\""}));
}

TEST(ExtendedScenario, IsNotTheOneOfItsOwnNameThatItExtends) {
  json extension = extension_of("dam-break-lj.json");
  extension["extends"] = "dam-break-lj";
  const TemporaryFolder folder;
  const auto file = folder.write("dam-break-lj.json", extension.dump());
  const LookedUpInShippedFolder looked_up;
  EXPECT_EQ(load_scenario(file, {{"particles_per_height", 4}}).name, "more");
}

TEST(ExtendedScenario, TakesOtherBoxesOfWater) {
  const auto example = scenarios_folder() / ".." / "examples" / "two-columns.json";
  const Scenario scenario = load_scenario(example, {{"particles_per_height", 16}});
  std::size_t left = 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    if (type_of(scenario.initial.identity[i]) != ParticleType::fluid) continue;
    const float x = scenario.initial.position[i].x;
    EXPECT_TRUE(x < 0.45f || x > 0.75f) << x;
    ++(x < 0.6f ? left : right);
  }
  EXPECT_GT(right, left / 3);
  EXPECT_LT(right, left) << "half as high";
}

TEST(ExtendedScenario, IsTheSameHoweverItIsVerified) {
  json extension = extension_of("dam-break-lj.json");
  const std::string hash = loaded(extension).configuration_hash;
  extension["verification"] = {{"particles_per_height", 12}};
  EXPECT_EQ(loaded(extension).configuration_hash, hash);
  extension["verification"] = {{"particles_per_height", "many"}};
  EXPECT_TRUE(mentions(error_of(extension), {"verification.particles_per_height"}));
}

TEST(ScenarioToVerify, HasTheParametersOfItsFile) {
  const auto scenario = load_scenario_to_verify(scenarios_folder() / "dam-break-lj-verlet.json");
  ASSERT_TRUE(scenario.has_value());
  EXPECT_EQ(scenario->parameters.at("particles_per_height"), 4);
  EXPECT_FALSE(load_scenario_to_verify(scenarios_folder() / "random-box-5.json").has_value());
}

TEST(ScenarioToVerify, IsMadeOfEveryFileThatHasOne) {
  std::size_t made = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scenarios_folder())) {
    if (!entry.is_regular_file() || entry.path().string().ends_with(".schema.json")) continue;
    EXPECT_NO_THROW(made += load_scenario_to_verify(entry.path()).has_value()) << entry.path();
  }
  EXPECT_GT(made, 20u);
}

TEST(ScenarioToVerify, IsCheckedBeforeItsParametersAreTaken) {
  for (const json& wrong : {json("many"), json({{"particles_per_height", "many"}}), json(8)}) {
    json extension = extension_of("dam-break-lj.json");
    extension["verification"] = wrong;
    const TemporaryFile file(extension.dump());
    EXPECT_TRUE(
        mentions(input_error([&] { load_scenario_to_verify(file.path()); }), {"verification"}));
  }
}

TEST(BadExtendedScenario, ExtendsWhatIsNotThere) {
  EXPECT_TRUE(
      mentions(error_of(extension_of("dam-brake-lj.json")), {"extends", "dam-brake-lj.json"}));
}

TEST(BadExtendedScenario, ExtendsNoName) {
  json extension = extension_of("dam-break-lj.json");
  extension["extends"] = 7;
  EXPECT_TRUE(mentions(error_of(extension), {"extends", "name of a scenario", "found 7"}));
}

TEST(BadExtendedScenario, ExtendsWhatExtends) {
  EXPECT_TRUE(mentions(error_of(extension_of("dam-break-lj-verlet.json")),
                       {"extends", "extends \"dam-break-lj\" itself"}));
}

TEST(BadExtendedScenario, TakesAwayWhatIsNeeded) {
  json extension = extension_of("dam-break-lj.json");
  extension["physics"] = {{"gravity", nullptr}};
  EXPECT_TRUE(mentions(error_of(extension), {"physics", "gravity"}));
}

}  // namespace
}  // namespace sphlab
