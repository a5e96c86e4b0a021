// Radii that hold no neighbour, and walls that push from where nobody looks.
#include "harness/scenarios/influence.hpp"

#include "harness/scenarios/scenario.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

std::string refusal_with(const std::string& shipped_file, const std::string& pointer,
                         const json& value) {
  const TemporaryFile file(
      edited(shipped_file, [&](json& d) { d[json::json_pointer(pointer)] = value; }));
  return input_error([&] { describe_scenario(file.path()); });
}

TEST(InfluenceRadius, WithoutANeighbourIsRefusedForEveryPhysics) {
  for (const char* file :
       {"dam-break-lj.json", "dam-break-lj-summed.json", "dam-break-lj-viscous.json",
        "dam-break-two-fluids.json", "dam-break-moving-body.json", "elastic-cubes.json",
        "dam-break-obstacle-quadratic.json"}) {
    for (const double ratio : {0.1, 0.4, 0.5, 0.5 + 1e-7}) {
      EXPECT_TRUE(mentions(refusal_with(file, "/physics/smoothing_ratio/value", ratio),
                           {"physics.smoothing_ratio", "holds no neighbour", "more than 1"}))
          << file;
    }
  }
  for (const char* file : {"dam-break-summed.json", "dam-break-pcisph.json",
                           "static-cuboid-64.json", "two-fluids-mixing.json"}) {
    for (const double ratio : {0.1, 1.0, 1.001}) {
      EXPECT_TRUE(mentions(refusal_with(file, "/physics/influence_ratio/value", ratio),
                           {"physics.influence_ratio", "holds no neighbour"}))
          << file;
    }
  }
  EXPECT_TRUE(mentions(
      input_error([] {
        describe_scenario(scenarios_folder() / "static-cuboid.json", {{"particles_per_cell", 1}});
      }),
      {"physics.particles_per_cell", "holds no neighbour"}));
}

TEST(InfluenceRadius, OfOneParticleHoldsNothing) {
  const TemporaryFile alone(
      edited("random-box.json", [](json& d) { d["parameters"]["cells_per_side"]["minimum"] = 1; }));
  EXPECT_TRUE(mentions(
      input_error([&] {
        describe_scenario(alone.path(), {{"cells_per_side", 1}, {"particles_per_cell", 1}});
      }),
      {"geometry", "one particle alone"}));
}

TEST(Walls, PushWithinTheInfluenceRadius) {
  const auto with = [](double ratio) {
    return refusal_with("dam-break-lj.json", "/physics/wall_distance_ratio/value", ratio);
  };
  EXPECT_TRUE(mentions(with(1e30), {"physics.wall_distance_ratio", "beyond", "at most 2.6"}));
  EXPECT_TRUE(mentions(with(2.7), {"physics.wall_distance_ratio", "beyond"}));
  EXPECT_TRUE(mentions(with(1e-10), {"physics.wall_distance_ratio", "single precision"}));
  const TemporaryFile reaching(edited(
      "dam-break-lj.json", [](json& d) { d["physics"]["wall_distance_ratio"]["value"] = 2.5; }));
  EXPECT_NO_THROW(describe_scenario(reaching.path()));
}

}  // namespace
}  // namespace sphlab
