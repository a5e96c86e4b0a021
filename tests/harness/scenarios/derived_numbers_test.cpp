// Constants that single precision holds, and what kernels make of them that it does not.
#include "harness/scenarios/derived_numbers.hpp"

#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// With an end that any step reaches, since shorter steps are refused before.
std::string refused_number(const std::string& shipped_file, const std::string& pointer,
                           double value) {
  const TemporaryFile file(edited(shipped_file, [&](json& d) {
    d[json::json_pointer(pointer)] = value;
    d["end_time"]["value"] = 0;
  }));
  const std::string message = input_error([&] { describe_scenario(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

TEST(DerivedNumbers, PressuresFit) {
  EXPECT_TRUE(mentions(refused_number("dam-break-lj.json", "/physics/sound_speed/value", 1e25),
                       {"physics.sound_speed", "overflows"}));
  EXPECT_TRUE(mentions(refused_number("dam-break-lj.json", "/physics/sound_speed/value", 1e-25),
                       {"physics.sound_speed", "vanishes"}));
  EXPECT_TRUE(mentions(
      refused_number("dam-break-two-fluids.json", "/physics/second_fluid/sound_speed/value", 1e25),
      {"physics.second_fluid.sound_speed", "overflows"}));
  EXPECT_TRUE(mentions(refused_number("static-cuboid-64.json", "/physics/stiffness/value", 1e38),
                       {"physics.stiffness", "overflows"}));
}

TEST(DerivedNumbers, DensitiesAndViscositiesFit) {
  EXPECT_TRUE(mentions(refused_number("dam-break-lj.json", "/physics/rest_density/value", 1e25),
                       {"physics.", "overflows"}));
  EXPECT_TRUE(mentions(refused_number("dam-break-lj.json", "/physics/rest_density/value", 1e-25),
                       {"physics.", "single precision"}));
  EXPECT_TRUE(
      mentions(refused_number("dam-break-lj.json", "/physics/artificial_viscosity/value", 1e38),
               {"physics.artificial_viscosity", "overflows"}));
  EXPECT_TRUE(mentions(
      refused_number("dam-break-lj-viscous.json", "/physics/dynamic_viscosity/value", 1e-37),
      {"physics.dynamic_viscosity", "vanishes"}));
  EXPECT_TRUE(
      mentions(refused_number("two-fluids-mixing.json", "/physics/drift/mobility/value", 1e36),
               {"physics.drift.mobility", "overflows"}));
}

TEST(DerivedNumbers, ForcesFit) {
  EXPECT_TRUE(mentions(refused_number("dam-break-lj.json", "/physics/wall_coefficient/value", 1e37),
                       {"physics.wall_coefficient", "overflows"}));
  const TemporaryFile heavy(edited("dam-break-lj.json", [](json& d) {
    d["physics"]["gravity"]["value"] = {0, 0, -1e25};
  }));
  EXPECT_TRUE(mentions(input_error([&] { describe_scenario(heavy.path()); }),
                       {"physics.gravity", "overflows"}));
}

TEST(DerivedNumbers, PotentialsFit) {
  const auto with = [](const char* key, double value) {
    return refused_number("random-box.json", std::string("/physics/") + key + "/value", value);
  };
  EXPECT_TRUE(mentions(with("zero_radius", 1e-10), {"physics.zero_radius", "vanishes"}));
  EXPECT_TRUE(mentions(with("zero_radius", 2), {"physics.zero_radius", "Choose less"}));
  EXPECT_TRUE(mentions(with("softening", 1e-30), {"physics.softening", "overflows"}));
  EXPECT_TRUE(mentions(with("softening", 1e8), {"physics.softening"}));
  EXPECT_TRUE(mentions(with("cutoff", 1e30), {"physics.cutoff", "overflows"}));
}

TEST(DerivedNumbers, PlanesAreAsPreciseAsParticles) {
  const auto with = [](const std::string& pointer, const json& value) {
    const TemporaryFile file(
        edited("ocean-wave.json", [&](json& d) { d[json::json_pointer(pointer)] = value; }));
    return input_error([&] { describe_scenario(file.path()); });
  };
  EXPECT_TRUE(mentions(with("/geometry/planes/0/point/value", {1e9, 1e9, 1e9}),
                       {"geometry.planes[0]", "single precision"}));
  const json swing = {{"stroke", {{"value", 0.1}, {"unit", "m"}}},
                      {"period", {{"value", 1e-30}, {"unit", "s"}}}};
  const TemporaryFile rattling(edited("ocean-wave.json", [&](json& d) {
    for (json& plane : d["geometry"]["planes"]) {
      if (plane.contains("motion")) plane["motion"] = swing;
    }
  }));
  EXPECT_TRUE(mentions(input_error([&] { describe_scenario(rattling.path()); }),
                       {"geometry.planes: motion.period", "two steps"}));
}

}  // namespace
}  // namespace sphlab
