// Every pair physics that a pack computes has a scenario that ships with it: without one it could
// neither be run nor verified.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "harness/scenarios/physics.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

Names physics_of_packs() {
  Names names;
  for_each_pack([&](const RunnablePack& pack) {
    for (std::uint32_t i = 0; i < pack.pack->pack->strategy_count; ++i)
      names.insert(pack.pack->pack->strategies[i].physics);
  });
  names.erase("");
  return names;
}

Names physics_of_scenarios(const fs::path& folder) {
  Names names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || entry.path().stem().extension() == ".schema")
      continue;
    names.insert(scenario_document(entry.path()).at("physics").at("name").get<std::string>());
  }
  return names;
}

/// Those of `physics` that no scenario of the folder names.
Names without_scenario(const Names& physics, const fs::path& folder) {
  Names missing = physics;
  for (const std::string& name : physics_of_scenarios(folder)) missing.erase(name);
  return missing;
}

const fs::path shipped = fs::path(SPHLAB_SOURCE_DIR) / "scenarios";

TEST(ScenariosOfPhysics, AreThereForEveryPhysicsOfAPack) {
  const Names physics = physics_of_packs();
  EXPECT_TRUE(physics.contains("wcsph-lj") && physics.contains("position-sum")) << "of the packs";
  EXPECT_EQ(without_scenario(physics, shipped),
            (Names{pair_count_physics, periodic_pair_count_physics}))
      << "by which verification counts";
}

TEST(ScenariosOfPhysics, NameNoPhysicsThatNoPackHas) {
  const Names physics = physics_of_packs();
  for (const std::string& name : physics_of_scenarios(shipped))
    EXPECT_TRUE(physics.contains(name)) << name;
}

TEST(ScenariosOfPhysics, AreMissedWhereOneIsNotThere) {
  const TemporaryFolder folder;
  for (const char* name : {"random-box.json", "scenario.schema.json"})
    fs::copy_file(shipped / name, folder.path() / name);
  EXPECT_EQ(without_scenario({"lj-potential", "position-sum"}, folder.path()),
            Names{"position-sum"});
}

}  // namespace
}  // namespace sphlab::test
