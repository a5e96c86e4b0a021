// Everything that a user can write into a scenario by mistake, or to do harm.
#include <cmath>
#include <limits>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/host_memory.hpp"
#include "harness/scenarios/particle_creation.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

std::string error_of(const std::string& shipped_file, const std::function<void(json&)>& edit,
                     const std::map<std::string, double>& overrides = {}) {
  const TemporaryFile file(edited(shipped_file, edit));
  const std::string message = input_error([&] { load_scenario(file.path(), overrides); });
  EXPECT_TRUE(mentions(message, {file.path().string() + ": "}));
  return message;
}

/// Sets the value at a JSON pointer of still-water.
std::string error_with(const std::string& pointer, const json& value) {
  return error_of("still-water.json",
                  [&](json& document) { document[json::json_pointer(pointer)] = value; });
}

std::string error_without(const std::string& key) {
  return error_of("still-water.json", [&](json& document) { document.erase(key); });
}

TEST(BadScenario, WrongUnitNamesTheExpectedOne) {
  EXPECT_TRUE(mentions(error_with("/physics/gravity/unit", "m/s2"),
                       {"physics.gravity.unit", "must be \"m/s^2\"", "found \"m/s2\""}));
  EXPECT_TRUE(mentions(error_with("/physics/rest_density/unit", "g/cm^3"),
                       {"physics.rest_density.unit", "\"kg/m^3\""}));
  EXPECT_TRUE(mentions(error_with("/geometry/fluid/0/size/unit", "cm"),
                       {"geometry.fluid[0].size.unit", "must be \"m\""}));
  EXPECT_TRUE(
      mentions(error_with("/time_stepping/dt/unit", "ms"), {"time_stepping.dt.unit", "\"s\""}));
  EXPECT_TRUE(mentions(error_with("/physics/smoothing_ratio/unit", ""), {"must be \"1\""}));
}

TEST(BadScenario, PlainNumbersHaveNoUnit) {
  EXPECT_TRUE(
      mentions(error_with("/physics/sound_speed", 28),
               {"physics.sound_speed", "must be of type object, found 28", "\"unit\": \"m/s\""}));
}

TEST(BadScenario, WrongTypes) {
  EXPECT_TRUE(mentions(error_with("/physics/sound_speed/value", "fast"),
                       {"physics.sound_speed.value", "must be of type number, found \"fast\""}));
  EXPECT_TRUE(
      mentions(error_with("/physics/sound_speed/value", nullptr), {"type number, found null"}));
  EXPECT_TRUE(mentions(error_with("/physics/gravity/value", -9.81), {"type array"}));
  EXPECT_TRUE(
      mentions(error_with("/physics/gravity/value", {0, -9.81}), {"at least 3 items, has 2"}));
  EXPECT_TRUE(mentions(error_with("/physics/gravity/value/1", "0"), {"physics.gravity.value[1]"}));
  EXPECT_TRUE(mentions(error_with("/geometry", json::array()), {"geometry", "type object"}));
  EXPECT_TRUE(mentions(error_with("/list/interval", 2.5), {"list.interval", "type integer"}));
  EXPECT_TRUE(mentions(error_with("/schema_version", 2), {"schema_version", "must be 1, found 2"}));
  EXPECT_TRUE(mentions(error_with("/name", "Still Water"), {"name", "lower-case"}));
}

TEST(BadScenario, UnknownKeysNameTheNearest) {
  EXPECT_TRUE(mentions(error_with("/end_tiem", 1), {"unknown key \"end_tiem\"", "\"end_time\""}));
  EXPECT_TRUE(mentions(error_with("/physics/gravty", 1), {"physics: unknown key", "\"gravity\""}));
  EXPECT_TRUE(mentions(error_with("/geometry/wals", 1), {"geometry: unknown key", "\"walls\""}));
  EXPECT_TRUE(mentions(error_with("/time_stepping/courant", 1),
                       {"time_stepping: unknown key \"courant\""}));
  EXPECT_TRUE(mentions(error_with("/physics/name", "wcsph-l"), {"physics.name", "\"wcsph-lj\""}));
  EXPECT_TRUE(mentions(error_with("/geometry/walls/0", "x"), {"geometry.walls[0]", "x-, x+"}));
  EXPECT_TRUE(mentions(error_with("/time_stepping/scheme", "fix"), {"\"fixed\""}));
}

TEST(BadScenario, EulerStepsComeAtAnInterval) {
  EXPECT_TRUE(mentions(error_with("/time_stepping/euler_every", 0),
                       {"time_stepping.euler_every", "from 1 on"}));
  EXPECT_TRUE(mentions(error_with("/time_stepping/integrator", 7),
                       {"time_stepping.integrator", "type string"}));
}

TEST(BadScenario, MissingKeys) {
  EXPECT_TRUE(mentions(error_without("end_time"), {"missing key \"end_time\"", "How long"}));
  EXPECT_TRUE(mentions(error_of("still-water.json", [](json& d) { d["physics"].erase("gravity"); }),
                       {"physics: missing key \"gravity\""}));
  // what is told of the walls or of one arrangement is not told of all the physics, or of a number
  const std::string of_physics =
      error_of("dam-break-lj.json", [](json& d) { d["physics"].erase("gravity"); });
  EXPECT_TRUE(
      of_physics.ends_with("physics: missing key \"gravity\": Acceleration of gravity. "
                           "docs/write-a-scenario.md tells which keys the physics of each "
                           "\"name\" takes; packs may add physics of their own, with theirs."))
      << of_physics;
  const std::string of_geometry = error_with("/geometry", 3);
  EXPECT_TRUE(mentions(of_geometry, {"must be of type object, found 3. Where the particles are"}));
  EXPECT_TRUE(
      mentions(error_of("still-water.json", [](json& d) { d["time_stepping"].erase("dt"); }),
               {"time_stepping: missing key \"dt\""}));
}

TEST(BadScenario, SpacingMustBeAboveZero) {
  const std::string length = "/geometry/spacing/reference_length/value";
  const std::vector<std::string> words = {"geometry.spacing.reference_length.value",
                                          "must be above 0"};
  EXPECT_TRUE(mentions(error_with(length, 0), words));
  EXPECT_TRUE(mentions(error_with(length, -0.2), words));
}

TEST(BadScenario, OverridesStayWithinBounds) {
  const auto unchanged = [](json&) {};
  const auto with = [&](double value) {
    return error_of("still-water.json", unchanged, {{"particles_per_depth", value}});
  };
  for (const double value : {3.0, 41.0, 0.0, -10.0, 10.5, 1e300, std::nan(""),
                             std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(
        mentions(with(value), {"parameter particles_per_depth", "whole number from 4 to 40"}));
  }
  EXPECT_TRUE(mentions(error_of("still-water.json", unchanged, {{"particles_per_deph", 10}}),
                       {"\"particles_per_deph\"", "Did you mean \"particles_per_depth\""}));
}

TEST(BadScenario, ParametersToVerifyAtAreDeclared) {
  EXPECT_TRUE(mentions(error_with("/verification", {{"particles_per_deph", 4}}),
                       {"verification", "\"particles_per_deph\"", "\"particles_per_depth\""}));
  EXPECT_TRUE(mentions(error_with("/verification", {{"particles_per_depth", -5}}),
                       {"verification", "whole number from 4 to 40"}));
  EXPECT_TRUE(mentions(error_of("random-box.json",
                                [](json& d) {
                                  d["verification"] = {{"particles", 1}};
                                }),
                       {"verification", "\"particles\""}));
}

TEST(BadScenario, NothingBeginsFasterThanSound) {
  const json fast = {{"value", {0, 100, 0}}, {"unit", "m/s"}};
  EXPECT_TRUE(mentions(error_with("/geometry/fluid/0/velocity", fast),
                       {"geometry.fluid[0].velocity", "100 m/s", "28 m/s"}));
  EXPECT_TRUE(
      mentions(error_of("dam-break-two-fluids.json",
                        [&](json& d) { d["geometry"]["second_fluid"][0]["velocity"] = fast; }),
               {"geometry.second_fluid[0].velocity"}));
  EXPECT_TRUE(mentions(error_of("dam-break-pcisph.json",
                                [&](json& d) { d["geometry"]["fluid"][0]["velocity"] = fast; }),
                       {"geometry.fluid[0].velocity", "crosses a smoothing length in a step"}));
}

TEST(BadScenario, StepsAreNoLongerThanIsStable) {
  EXPECT_TRUE(mentions(
      error_of("dam-break-lj.json", [](json& d) { d["time_stepping"]["courant"]["value"] = 1.5; }),
      {"time_stepping.courant", "largest stable step"}));
  EXPECT_TRUE(mentions(
      error_of("dam-break-pcisph.json", [](json& d) { d["time_stepping"]["dt"]["value"] = 1; }),
      {"time_stepping.dt", "a fall needs"}));
}

TEST(BadScenario, ParametersMakeSense) {
  EXPECT_TRUE(mentions(error_with("/parameters/particles_per_depth/default", 100),
                       {"parameters.particles_per_depth.default", "from 4 to 40"}));
  EXPECT_TRUE(mentions(error_with("/parameters/particles_per_depth/minimum", 0), {"at least 1"}));
  EXPECT_TRUE(
      mentions(error_with("/parameters/particles_per_depth/maximum", 1e10), {"type integer"}));
  EXPECT_TRUE(mentions(error_with("/geometry/spacing/particles_per", "particles_per_height"),
                       {"geometry.spacing.particles_per", "\"particles_per_depth\""}));
  EXPECT_TRUE(
      mentions(error_with("/parameters", json::object()), {"parameters", "at least 1 keys"}));
}

TEST(BadScenario, GeometryMakesSense) {
  EXPECT_TRUE(mentions(error_with("/geometry/domain/size/value", {0.4, 0.04, 0.3}),
                       {"geometry.domain", "2 lattice points along y"}));
  EXPECT_TRUE(mentions(error_with("/geometry/fluid/0/lower/value", {1.0, 0, 0}),
                       {"geometry.fluid[0]", "holds no particle"}));
  EXPECT_TRUE(
      mentions(error_with("/geometry/fluid/0/size/value", {1e-9, 1, 1}), {"holds no particle"}));
  EXPECT_TRUE(mentions(
      error_of("still-water.json",
               [](json& d) { d["geometry"]["fluid"].push_back(d["geometry"]["fluid"][0]); }),
      {"geometry.fluid[1]", "overlaps geometry.fluid[0]"}));
  EXPECT_TRUE(mentions(error_with("/geometry/fluid", json::array()),
                       {"geometry.fluid", "at least 1 items"}));
  EXPECT_TRUE(mentions(error_with("/geometry/domain/lower/value", {1e6, 0, 0}),
                       {"geometry.domain", "single precision"}));
}

TEST(BadScenario, PhysicsFitsTheArrangement) {
  EXPECT_TRUE(mentions(error_with("/physics", shipped("random-box.json")["physics"]),
                       {"physics.name", "\"wcsph-lj\""}));
  EXPECT_TRUE(
      mentions(error_of("random-box.json",
                        [](json& d) { d["physics"] = shipped("still-water.json")["physics"]; }),
               {"physics.name", "\"lj-potential\""}));
  EXPECT_TRUE(mentions(
      error_of("random-box.json",
               [](json& d) { d["time_stepping"] = shipped("still-water.json")["time_stepping"]; }),
      {"time_stepping.scheme", "\"none\""}));
  EXPECT_TRUE(mentions(error_with("/physics/gravity/value", {9.81, 0, 0}),
                       {"initial_density", "along -z"}));
  EXPECT_TRUE(mentions(error_with("/physics/polytropic_exponent/value", 1.4), {"must be 7"}));
  EXPECT_TRUE(
      mentions(error_with("/time_stepping/dt/value", 0.1), {"time_stepping.dt", "Shorten it"}));
}

TEST(BadScenario, SummedDensitiesNeitherDiffuseNorBeginInBalance) {
  const auto with = [](const char* key, const json& value) {
    return error_of("dam-break-lj-summed.json",
                    [&](json& document) { document[json::json_pointer(key)] = value; });
  };
  EXPECT_TRUE(mentions(with("/initial_density", "hydrostatic"),
                       {"initial_density", "must be \"rest\"", "found \"hydrostatic\""}));
  EXPECT_TRUE(mentions(with("/physics/density_diffusion", {{"value", 0.1}, {"unit", "1"}}),
                       {"physics", "unknown key \"density_diffusion\""}));
  EXPECT_TRUE(mentions(error_of("dam-break-lj-cubic-spline.json",
                                [](json& d) { d["physics"].erase("density_diffusion"); }),
                       {"physics", "density_diffusion"}));
}

TEST(BadScenario, ViscosityOfAFluid) {
  for (const char* shipped : {"dam-break-lj-viscous.json", "dam-break-lj-volumes.json"}) {
    const auto with = [&](const char* key, const json& value) {
      return error_of(shipped, [&](json& document) { document[json::json_pointer(key)] = value; });
    };
    EXPECT_TRUE(mentions(with("/physics/dynamic_viscosity/value", -1),
                         {"physics.dynamic_viscosity.value", "at least 0, found -1",
                          "{\"value\": number from 0 on, \"unit\": \"Pa s\"}"}));
    EXPECT_TRUE(mentions(with("/physics/dynamic_viscosity/unit", "m^2/s"),
                         {"physics.dynamic_viscosity.unit", "must be \"Pa s\""}));
    EXPECT_TRUE(
        mentions(error_of(shipped, [](json& d) { d["physics"].erase("dynamic_viscosity"); }),
                 {"physics", "\"dynamic_viscosity\""}));
    EXPECT_TRUE(mentions(with("/physics/artificial_viscosity", {{"value", 0.1}, {"unit", "1"}}),
                         {"physics: unknown key \"artificial_viscosity\""}));
    EXPECT_TRUE(mentions(with("/physics/dynamic_viscosity/value", 1000),
                         {"time_stepping.courant", "physics.dynamic_viscosity", "Divide it by"}));
    const json stepping = {{"scheme", "fixed"}, {"dt", {{"value", 1e-4}, {"unit", "s"}}}};
    EXPECT_TRUE(mentions(error_of(shipped,
                                  [&](json& d) {
                                    d["time_stepping"] = stepping;
                                    d["physics"]["dynamic_viscosity"]["value"] = 1000;
                                  }),
                         {"time_stepping.dt", "physics.dynamic_viscosity"}));
  }
  EXPECT_TRUE(mentions(error_with("/physics/dynamic_viscosity", {{"value", 1}, {"unit", "Pa s"}}),
                       {"physics: unknown key \"dynamic_viscosity\""}));
}

TEST(BadScenario, NumbersFitSinglePrecision) {
  EXPECT_TRUE(mentions(error_with("/physics/sound_speed/value", 1e300),
                       {"physics.sound_speed", "single precision"}));
  EXPECT_TRUE(mentions(error_with("/physics/gravity/value/2", -1e39), {"physics.gravity"}));
  EXPECT_TRUE(mentions(error_with("/physics/artificial_viscosity/value", 1e-300),
                       {"physics.artificial_viscosity"}));
  EXPECT_TRUE(mentions(error_with("/geometry/spacing/reference_length/value", 1e300),
                       {"single precision"}));
  EXPECT_TRUE(mentions(error_with("/geometry/spacing/reference_length/value", 1e-300),
                       {"single precision"}));
}

TEST(BadScenario, HugeCountsAreRefusedBeforeAnyAllocation) {
  EXPECT_TRUE(mentions(error_with("/geometry/domain/size/value", {1e30, 1e30, 1e30}),
                       {"geometry.domain", "lattice points", "Lower the resolution"}));
  EXPECT_TRUE(mentions(error_with("/geometry/domain/size/value", {1e300, 1e300, 1e300}),
                       {"geometry.domain", "lattice points"}));
  EXPECT_TRUE(
      mentions(error_with("/physics/smoothing_ratio/value", 1e3), {"neighbours a particle"}));
  const auto dam_break_with = [](const std::string& pointer, double value) {
    return error_of("dam-break-lj.json",
                    [&](json& document) { document[json::json_pointer(pointer)] = value; });
  };
  EXPECT_TRUE(mentions(dam_break_with("/geometry/spacing/reference_length/value", 5e-3),
                       {"particles are more than the 1073741824"}));
}

/// An absurd resolution that the format allows: a billion particles. It is refused on any machine
/// with less memory than that takes.
TEST(BadScenario, AbsurdResolutionIsRefusedWithItsBytes) {
  const std::size_t needed = std::size_t{1000} * 1000 * 1000 * bytes_per_particle;
  if (available_host_memory() > needed) GTEST_SKIP() << "this machine would really do it";
  const TemporaryFile file(edited("random-box.json", [](json& document) {
    document["parameters"]["particles_per_cell"]["maximum"] = 1000000;
    document["parameters"]["cells_per_side"]["default"] = 10;
    document["list"]["capacity"] = 8;
  }));
  EXPECT_THROW(load_scenario(file.path(), {{"particles_per_cell", 1000000}}), OutOfMemory);
}

TEST(BadScenario, MoreParticlesThanMemoryTellsTheBytes) {
  EXPECT_NO_THROW(require_particles(1000, 36000, "file.json"));
  try {
    require_particles(1000, 35999, "file.json");
    FAIL() << "1000 particles of 36 bytes do not fit into 35999 bytes";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.needed, 36000u);
    EXPECT_EQ(error.available, 35999u);
    EXPECT_TRUE(mentions(error.what(), {"file.json", "1000 particles", "36000"}));
  }
  EXPECT_NO_THROW(require_particles(max_particles, std::numeric_limits<std::size_t>::max(), "f"));
  EXPECT_THROW(require_particles(max_particles + 1, std::numeric_limits<std::size_t>::max(), "f"),
               InputError);
}

}  // namespace
}  // namespace sphlab
