// The room that a list is given, against the neighbours that particles have at the beginning.
#include "harness/scenarios/list_capacity.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/list_view.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

constexpr std::uint32_t end_markers = 2;
constexpr double in_a_sphere_of_297 = 4.0 / 3.0 * std::numbers::pi * 297;

/// Each with those that follow it along x and are within the radius there.
std::uint32_t most_neighbours(const Scenario& scenario) {
  auto positions = scenario.initial.position;
  std::sort(positions.begin(), positions.end(),
            [](const float4& a, const float4& b) { return a.x < b.x; });
  const auto radius = static_cast<float>(scenario.influence_radius);
  std::vector<std::uint32_t> neighbours(positions.size(), 0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t j = i + 1; j < positions.size(); ++j) {
      const float x = positions[j].x - positions[i].x;
      if (x >= radius) break;
      const float y = positions[j].y - positions[i].y;
      const float z = positions[j].z - positions[i].z;
      if (x * x + y * y + z * z >= radius * radius) continue;
      ++neighbours[i];
      ++neighbours[j];
    }
  }
  return *std::max_element(neighbours.begin(), neighbours.end());
}

Scenario shipped_scenario(const std::string& name,
                          const std::map<std::string, double>& parameters) {
  return load_scenario(scenarios_folder() / (name + ".json"), parameters);
}

TEST(ListCapacity, HoldsEveryScenarioThatShipsAtItsBeginning) {
  int scenarios = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scenarios_folder())) {
    if (!is_scenario(entry)) continue;
    const auto scenario = load_scenario_to_verify(entry.path());
    if (!scenario) continue;
    ++scenarios;
    EXPECT_GE(scenario->list_capacity, most_neighbours(*scenario) + end_markers) << entry.path();
  }
  EXPECT_GT(scenarios, 0);
}

/// A cube with 2 in a cell of the radius, thus 8.4 in a sphere of a lattice, and half as many
/// again.
const std::map<std::string, double> few = {{"particles_per_side", 20}, {"particles_per_cell", 2}};
const std::uint32_t slots_of_a_lattice = list_slots(lattice_neighbours(std::cbrt(2)), "a lattice");

TEST(ListCapacity, HoldsFewNeighboursAtRandomPlaces) {
  const Scenario cube = shipped_scenario("static-cuboid", few);
  const std::uint32_t needed = most_neighbours(cube) + end_markers;
  EXPECT_GT(needed, slots_of_a_lattice);
  EXPECT_GE(cube.list_capacity, needed);
  EXPECT_LE(cube.list_capacity, 2 * needed);
}

TEST(ListCapacity, HoldsParticlesNearTheirPointsAndFarFromThem) {
  const auto placed_within = [](double reach) {
    const TemporaryFile file(edited("static-cuboid.json", [&](nlohmann::json& document) {
      document["geometry"]["placement"] = {
          {"law", "jittered"}, {"reach", {{"value", reach}, {"unit", "1"}}}, {"seed", 1}};
    }));
    return load_scenario(file.path(), few);
  };
  const Scenario near = placed_within(0.5);
  EXPECT_EQ(near.list_capacity, slots_of_a_lattice);
  EXPECT_GE(near.list_capacity, most_neighbours(near) + end_markers);
  const Scenario far = placed_within(1);
  const std::uint32_t needed = most_neighbours(far) + end_markers;
  EXPECT_GT(needed, slots_of_a_lattice);
  EXPECT_GE(far.list_capacity, needed);
}

TEST(ListCapacity, IsThatOfRandomPlacesAloneWhereNothingMoves) {
  const auto slots_of_file = [](const std::filesystem::path& file) {
    return describe_scenario(file, {{"particles_per_cell", 297}}).list_capacity;
  };
  const std::uint32_t of_a_lattice = list_slots(lattice_neighbours(std::cbrt(297)), "a lattice");
  const std::uint32_t at_rest = slots_of_file(scenarios_folder() / "static-cuboid.json");
  EXPECT_EQ(at_rest, list_slots(random_neighbours(in_a_sphere_of_297, 1e6), "random places"));
  EXPECT_LT(at_rest, of_a_lattice);
  const TemporaryFile moving(edited("dam-break-dense.json", [](nlohmann::json& document) {
    document["geometry"]["placement"] = {{"law", "random"}, {"seed", 1}};
  }));
  EXPECT_EQ(slots_of_file(moving.path()), of_a_lattice);
}

TEST(ListCapacity, HoldsRandomBoxesOfEveryDensity) {
  for (const double per_cell : {1.0, 10.0, 100.0}) {
    const Scenario scenario =
        shipped_scenario("random-box", {{"cells_per_side", 4}, {"particles_per_cell", per_cell}});
    const std::uint32_t needed = most_neighbours(scenario) + end_markers;
    EXPECT_GE(scenario.list_capacity, needed) << per_cell;
    EXPECT_LE(scenario.list_capacity, 2 * needed + 24) << per_cell;
    EXPECT_EQ(scenario.list_capacity % list_batch, 0u);
  }
}

}  // namespace
}  // namespace sphlab
