// Scenarios whose pairs have a stated cost.
#include "harness/scenarios/stated_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

Scenario boxed(const std::string& bytes) {
  return load_scenario(SPHLAB_SOURCE_DIR "/scenarios/random-box-stated-" + bytes + ".json",
                       {{"cells_per_side", 3}});
}

TEST(StatedCost, HasAPhysicsForEachNumberOfBytes) {
  EXPECT_EQ(stated_costs().size(), 4u);
  for (const auto& [bytes, kind] : stated_costs()) {
    EXPECT_EQ(kind->name, "stated-cost-" + std::to_string(bytes));
    EXPECT_TRUE(kind->is_potential() && kind->brings_oracle());
  }
}

TEST(StatedCost, TellsWhatAPairTakes) {
  EXPECT_EQ(flops_of_stated_pair(boxed("32")), 59) << "of 60";
  EXPECT_EQ(flops_of_stated_pair(load_scenario(SPHLAB_SOURCE_DIR "/scenarios/random-box.json")),
            std::nullopt);
}

TEST(StatedCost, HasFieldsThatDifferFromParticleToParticle) {
  const Scenario scenario = boxed("64");
  std::set<float> all;
  ASSERT_EQ(scenario.initial.fields.size(), 3u);
  for (const auto& [name, values] : scenario.initial.fields) {
    ASSERT_EQ(values.size(), 4 * scenario.particles()) << name;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    EXPECT_TRUE(*least >= 0.5f && *most <= 1.5f && *most - *least > 0.9f) << name;
    all.insert(values.begin(), values.end());
  }
  EXPECT_GT(all.size(), 11 * scenario.particles()) << "few are alike";
  EXPECT_TRUE(boxed("16").initial.fields.empty());
}

std::string error_with_cost(const std::string& bytes, const json& flops) {
  return error_of("random-box.json", [&](json& document) {
    document["physics"] = {{"name", "stated-cost-" + bytes},
                           {"cutoff", {{"value", 1}, {"unit", "m"}}},
                           {"flops_per_pair", {{"value", flops}, {"unit", "1"}}}};
  });
}

TEST(StatedCost, IsRefusedOutOfItsRange) {
  for (const json& flops : {json(0), json(-60), json(10.9), json(10001), json("many")})
    EXPECT_TRUE(mentions(error_with_cost("16", flops), {"physics.flops_per_pair.value"})) << flops;
  EXPECT_TRUE(mentions(error_with_cost("64", 34), {"physics.flops_per_pair.value", "35", "34"}));
  EXPECT_TRUE(mentions(error_with_cost("40", 60), {"physics.name", "stated-cost-48"}));
  EXPECT_TRUE(mentions(
      error_of("random-box.json", [](json& d) { d["physics"]["name"] = "stated-cost-16"; }),
      {"physics", "unknown key \"softening\""}))
      << "it has no well";
}

}  // namespace
}  // namespace sphlab
