// The dam break against an obstacle: what it creates at the resolutions that are compared, and what
// is wrong with bad ones.
#include <algorithm>
#include <cmath>
#include <set>

#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab::obstacle {
namespace {

using nlohmann::json;

constexpr const char* file = "dam-break-obstacle.json";
constexpr const char* spacing = "micrometres_apart";

Scenario described(double micrometres) {
  return describe_scenario(scenarios_folder() / file, {{spacing, micrometres}});
}

Scenario coarse() {
  return load_scenario(scenarios_folder() / file, {{spacing, 40000}});
}

TEST(Obstacle, HasTheParticlesOfThePeer) {
  EXPECT_EQ(described(10400).particles(), 98'047u);
  EXPECT_EQ(described(4500).particles(), 1'036'764u);
  EXPECT_EQ(described(2810).particles(), 3'993'916u);
  EXPECT_EQ(described(2050).particles(), 10'021'038u);
}

// None of a whole number of micrometres has the 300,000 and 503,492 of paper D.
TEST(Obstacle, HasAboutTheParticlesOfThePaper) {
  EXPECT_EQ(described(6950).particles(), 301'703u);
  EXPECT_EQ(described(5780).particles(), 505'620u);
}

TEST(Obstacle, TheSpacingIsGivenItself) {
  EXPECT_EQ(described(10400).spacing, 0.0104);
  EXPECT_EQ(described(4500).influence_radius, 2 * 1.7320508075688772 * 0.0045);
}

TEST(Obstacle, CreatesAsManyParticlesAsItCountsAndNoneTwice) {
  const Scenario scenario = coarse();
  EXPECT_EQ(scenario.initial.size(), scenario.fluid_particles + scenario.boundary_particles);
  std::set<std::array<float, 3>> places;
  for (const float4& x : scenario.initial.position) places.insert({x.x, x.y, x.z});
  EXPECT_EQ(places.size(), scenario.particles());
}

// At dp = 0.04 m the walls are at x = 0 and 1.6, y = 0 and 0.68, z = 0; they and the obstacle, from
// 0.92 to 1.04 by 0.24 to 0.36, end at 0.4 and 0.44.
TEST(Obstacle, StandsOpenOnAFloorThatItCovers) {
  const Scenario scenario = coarse();
  const auto boundary_at = [&](double x, double y, double z) {
    for (std::size_t i = 0; i < scenario.particles(); ++i) {
      const float4& p = scenario.initial.position[i];
      if (std::abs(p.x - x) + std::abs(p.y - y) + std::abs(p.z - z) > 1e-6) continue;
      return type_of(scenario.initial.identity[i]) == ParticleType::boundary;
    }
    return false;
  };
  EXPECT_TRUE(boundary_at(0, 0, 0));
  EXPECT_TRUE(boundary_at(1.6, 0.68, 0.4));
  EXPECT_FALSE(boundary_at(1.6, 0.68, 0.44)) << "open above the walls";
  EXPECT_TRUE(boundary_at(0.92, 0.24, 0));
  EXPECT_TRUE(boundary_at(0.92, 0.28, 0.2)) << "a side";
  EXPECT_TRUE(boundary_at(0.96, 0.28, 0.44)) << "the lid";
  EXPECT_FALSE(boundary_at(0.96, 0.28, 0.2)) << "hollow";
  EXPECT_FALSE(boundary_at(0.96, 0.28, 0)) << "no floor inside";
  EXPECT_TRUE(boundary_at(0.88, 0.28, 0)) << "a floor in front";
  EXPECT_FALSE(boundary_at(0.92, 0.24, 0.48)) << "above the lid";
}

TEST(Obstacle, OneThatDoesNotStandIsClosed) {
  Lattice lattice = make_lattice(1, {{0, 0, 0}, {9, 9, 9}}, {}, {{{0, 0, 0}, {1, 1, 1}}}, "file");
  add_obstacles(lattice, {{{4, 4, 4}, {3, 3, 3}}}, "file", LatticePoints::centres);
  EXPECT_EQ(lattice.boundary_points(), 26u);
}

TEST(Obstacle, WallsThatItTouchesAreNotCountedTwice) {
  const Box domain{{0, 0, 0}, {9, 9, 9}};
  Lattice lattice = make_lattice(1, domain, {{"x-", "z-"}}, {{{5, 5, 0}, {1, 1, 1}}}, "file");
  EXPECT_EQ(lattice.boundary_points(), 81u + 72u);
  add_obstacles(lattice, {{{0, 3, 0}, {3, 3, 3}}}, "file", LatticePoints::centres);
  EXPECT_EQ(lattice.boundary_points(), 81u + 72u - 9u - 6u + (27u - 2u));
}

TEST(Obstacle, FollowsItsPhysics) {
  const Scenario scenario = described(40000);
  EXPECT_EQ(scenario.wcsph.tensile.pressure_share, 0.01f);
  EXPECT_EQ(scenario.wcsph.tensile.tension_share, 0.2f);
  EXPECT_EQ(scenario.wcsph.holds_wall_density, 1u);
  EXPECT_NEAR(scenario.wcsph.sound_speed, 20 * std::sqrt(9.81 * 0.3), 0.001);
  const Scenario quadratic =
      describe_scenario(scenarios_folder() / "dam-break-obstacle-quadratic.json");
  EXPECT_EQ(quadratic.wcsph.tensile.tension_share, 0.0f);
  const Scenario usual = describe_scenario(scenarios_folder() / "dam-break-moving-body.json");
  EXPECT_EQ(usual.wcsph.holds_wall_density, 0u);
}

std::string error_of(const std::function<void(json&)>& edit) {
  const TemporaryFile bad(edited(file, edit));
  const std::string message = input_error([&] {
    describe_scenario(bad.path(), {{spacing, 40000}});
  });
  EXPECT_TRUE(mentions(message, {bad.path().string() + ": "}));
  return message;
}

std::string error_with(const std::string& pointer, const json& value) {
  return error_of([&](json& document) { document[json::json_pointer(pointer)] = value; });
}

TEST(BadObstacle, OutsideOfTheDomain) {
  EXPECT_TRUE(mentions(error_with("/geometry/obstacles/0/lower/value", {1.52, 0.24, 0}),
                       {"geometry.obstacles[0]", "reaches out of the domain along x", "inside"}));
  EXPECT_TRUE(mentions(error_with("/geometry/obstacles/0/lower/value", {0.9, -0.1, 0}),
                       {"geometry.obstacles[0]", "along y"}));
  EXPECT_TRUE(mentions(error_with("/geometry/obstacles/0/size/value", {0.12, 0.12, 1.1}),
                       {"geometry.obstacles[0]", "along z", "geometry.domain"}));
}

TEST(BadObstacle, InTheWaterOrInAnother) {
  EXPECT_TRUE(mentions(error_with("/geometry/obstacles/0/lower/value", {0.3, 0.24, 0}),
                       {"geometry.obstacles[0]: overlaps geometry.fluid[0]", "Part them"}));
  EXPECT_TRUE(mentions(error_of([](json& d) {
                         json second = d["geometry"]["obstacles"][0];
                         second["lower"]["value"] = {1.0, 0.24, 0};
                         d["geometry"]["obstacles"].push_back(second);
                       }),
                       {"geometry.obstacles[1]: overlaps geometry.obstacles[0]"}));
}

TEST(BadObstacle, ThinnerThanTheSpacing) {
  EXPECT_TRUE(mentions(error_with("/geometry/obstacles/0/size/value", {0.12, 0.03, 0.45}),
                       {"geometry.obstacles[0].size", "0.03 m along y", "0.04 m", "thicker"}));
}

TEST(BadObstacle, OfAPhysicsWithoutWalls) {
  const json obstacles = shipped(file)["geometry"]["obstacles"];
  const TemporaryFile bad(edited("dam-break-summed.json", [&](json& document) {
    document["geometry"]["obstacles"] = obstacles;
  }));
  EXPECT_TRUE(mentions(input_error([&] { describe_scenario(bad.path()); }),
                       {"geometry.obstacles", "\"wcsph-summed\"", "Leave the key out"}));
}

TEST(BadWalls, WaterOverTheOpenTop) {
  EXPECT_TRUE(mentions(
      error_with("/geometry/fluid/0/size/value", {0.4, 0.67, 0.5}),
      {"geometry.fluid[0]", "3 spacings above the walls", "open top", "geometry.wall_height"}));
}

TEST(BadWalls, ThatEndNowhere) {
  for (const double height : {0.01, 1.0, 2.0}) {
    EXPECT_TRUE(mentions(error_with("/geometry/wall_height/value", height),
                         {"geometry.wall_height", "above the floor and below"}))
        << height;
  }
  EXPECT_TRUE(mentions(error_of([](json& d) { d["geometry"]["walls"].push_back("z+"); }),
                       {"geometry.wall_height", "has a roof"}));
}

TEST(BadSpacing, GivenTwiceOrNotAtAll) {
  EXPECT_TRUE(mentions(error_with("/geometry/spacing/particles_per", spacing),
                       {"geometry.spacing", "particles_per"}));
  EXPECT_TRUE(mentions(error_with("/geometry/spacing", json::object()),
                       {"geometry.spacing", "reference_length"}));
  EXPECT_TRUE(mentions(error_with("/geometry/spacing/micrometres", "millimetres"),
                       {"geometry.spacing.micrometres", "no parameter"}));
}

TEST(BadTensileCorrection, WithoutTheCubicSpline) {
  const std::string message = error_with("/physics/name", "wcsph-dynamic-quadratic");
  EXPECT_TRUE(mentions(message, {"physics.tensile_correction", "cubic spline",
                                 "\"wcsph-dynamic-quadratic\"", "wcsph-dynamic-cubic-spline"}));
  const json shares = shipped(file)["physics"]["tensile_correction"];
  const TemporaryFile bad(edited("dam-break-moving-body.json", [&](json& document) {
    document["physics"]["tensile_correction"] = shares;
  }));
  EXPECT_TRUE(mentions(input_error([&] { describe_scenario(bad.path()); }),
                       {"physics: unknown key \"tensile_correction\""}));
}

TEST(BadTensileCorrection, WithHalfOfItsShares) {
  EXPECT_TRUE(
      mentions(error_of([](json& d) { d["physics"]["tensile_correction"].erase("tension_share"); }),
               {"physics.tensile_correction", "tension_share"}));
}

}  // namespace
}  // namespace sphlab::obstacle
