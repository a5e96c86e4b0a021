#include "harness/scenarios/scenario.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "kernels/abi/list_view.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {
namespace {

Scenario dam_break(double particles_per_height) {
  return load_scenario(scenarios_folder() / "dam-break-lj.json",
                       {{"particles_per_height", particles_per_height}});
}

Scenario load_shipped(const std::string& name) {
  return load_scenario(scenarios_folder() / (name + ".json"));
}

std::uint64_t fnv1a(const void* data, std::size_t bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < bytes; ++i) {
    hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3u;
  }
  return hash;
}

TEST(DamBreak, HasThePapersNumberOfFluidParticles) {
  const Scenario scenario = load_shipped("dam-break-lj");
  EXPECT_EQ(scenario.fluid_particles, 53248u);
  EXPECT_EQ(scenario.boundary_particles, 30384u);
  EXPECT_EQ(scenario.particles(), 83632u);
}

TEST(DamBreak, ReachesAMillionAndFourMillion) {
  const Scenario million = dam_break(80);
  EXPECT_EQ(million.fluid_particles, 844800u);
  EXPECT_EQ(million.boundary_particles, 192432u);
  EXPECT_EQ(million.particles(), 1037232u);
  const Scenario four_million = dam_break(128);
  EXPECT_EQ(four_million.fluid_particles, 3473408u);
  EXPECT_EQ(four_million.boundary_particles, 494256u);
  EXPECT_EQ(four_million.particles(), 3967664u);
}

TEST(DamBreak, PutsEveryParticleOnItsOwnLatticePoint) {
  const Scenario scenario = load_shipped("dam-break-lj");
  const double spacing = 0.4 / 32;
  EXPECT_DOUBLE_EQ(scenario.spacing, spacing);
  std::set<std::array<int, 3>> points;
  for (std::size_t i = 0; i < scenario.particles(); ++i) {
    const float4& p = scenario.initial.position[i];
    const std::array<float, 3> position = {p.x, p.y, p.z};
    std::array<int, 3> point{};
    for (int axis = 0; axis < 3; ++axis) {
      point[axis] = static_cast<int>(std::lround(position[axis] / spacing - 0.5));
      ASSERT_EQ(position[axis], static_cast<float>((point[axis] + 0.5) * spacing));
    }
    const bool on_wall = point[0] == 0 || point[0] == 127 || point[1] == 0 || point[1] == 53 ||
                         point[2] == 0 || point[2] == 47;
    const ParticleType expected = on_wall ? ParticleType::boundary : ParticleType::fluid;
    ASSERT_EQ(type_of(scenario.initial.identity[i]), expected);
    ASSERT_EQ(id_of(scenario.initial.identity[i]), i);
    ASSERT_TRUE(on_wall || (point[0] <= 32 && point[2] <= 32));
    points.insert(point);
  }
  EXPECT_EQ(points.size(), scenario.particles());
}

TEST(DamBreak, DerivesItsConstants) {
  const Scenario scenario = load_shipped("dam-break-lj");
  const WcsphConstants& constants = scenario.wcsph;
  EXPECT_EQ(scenario.constants().data, &scenario.wcsph);
  EXPECT_EQ(constants.smoothing_length, static_cast<float>(1.3 * 0.0125));
  EXPECT_EQ(constants.influence_radius, static_cast<float>(2.6 * 0.0125));
  EXPECT_DOUBLE_EQ(scenario.influence_radius, 2.6 * 0.0125);
  EXPECT_FLOAT_EQ(constants.particle_mass, 1000.0f * 0.0125f * 0.0125f * 0.0125f);
  EXPECT_EQ(constants.polytropic_exponent, 7.0f);
  EXPECT_FLOAT_EQ(constants.wall_coefficient, 5 * 9.81f * 0.4f);
  EXPECT_FLOAT_EQ(constants.wall_distance, 0.0125f);
  EXPECT_EQ(constants.gravity.z, -9.81f);
  EXPECT_EQ(constants.courant, 0.3f);
  EXPECT_EQ(scenario.time_stepping, TimeStepping::adaptive);
  const double fastest = std::sqrt(2 * 9.81 * 0.4);
  EXPECT_GE(constants.sound_speed, 10 * fastest);
  EXPECT_LE(constants.sound_speed, 20 * fastest);
}

TEST(DamBreak, StartsInHydrostaticBalance) {
  const Scenario scenario = load_shipped("dam-break-lj");
  const double surface = 0.4 + scenario.spacing;  // the bottom wall is one spacing thick
  const double bulk_modulus = 1000.0 * 40 * 40 / 7;
  double deepest = 0;
  for (std::size_t i = 0; i < scenario.fluid_particles; ++i) {
    const float4& position = scenario.initial.position[i];
    const double density_ratio = 1.0 + scenario.initial.velocity[i].w;
    const double depth = surface - position.z;
    const double expected = 1000 * 9.81 * depth;
    ASSERT_NEAR(bulk_modulus * (std::pow(density_ratio, 7) - 1), expected,
                1e-3 * 1000 * 9.81 * 0.4);
    const double density = 1000 * density_ratio;
    ASSERT_NEAR(position.w * density * density, expected, 1e-5 * 1000 * 9.81 * 0.4);
    deepest = std::max(deepest, depth);
  }
  EXPECT_NEAR(deepest, 0.4 - scenario.spacing / 2, 1e-6);
  for (std::size_t i = scenario.fluid_particles; i < scenario.particles(); ++i) {
    ASSERT_EQ(scenario.initial.position[i].w, 0.0f);
    ASSERT_EQ(scenario.initial.velocity[i].w, 0.0f);
  }
}

TEST(DamBreak, HasRoomInItsList) {
  const Scenario scenario = load_shipped("dam-break-lj");
  EXPECT_EQ(scenario.list_capacity, 120u);  // 1.5 x 73.6 and two end markers, in batches of 8
  EXPECT_EQ(scenario.list_capacity % list_batch, 0u);
  EXPECT_EQ(scenario.list_interval, 10u);
}

TEST(StillWater, HasAFixedTimeStep) {
  const Scenario scenario = load_shipped("still-water");
  EXPECT_EQ(scenario.time_stepping, TimeStepping::fixed);
  EXPECT_EQ(scenario.fixed_dt, 5e-5);
  EXPECT_EQ(scenario.fluid_particles, 18u * 18u * 10u);
  EXPECT_EQ(scenario.boundary_particles, 20u * 20u * 15u - 18u * 18u * 13u);
}

TEST(StillWater, TakesAnAdaptiveTimeStepToo) {
  const TemporaryFile file(edited("still-water.json", [](nlohmann::json& document) {
    document["time_stepping"] = {{"scheme", "adaptive"},
                                 {"courant", {{"value", 0.2}, {"unit", "1"}}}};
  }));
  const Scenario scenario = load_scenario(file.path());
  EXPECT_EQ(scenario.time_stepping, TimeStepping::adaptive);
  EXPECT_EQ(scenario.wcsph.courant, 0.2f);
}

/// The expected hash is that of an independent implementation of the generator and the mapping.
TEST(RandomBox, IsTheSameOnEveryPlatform) {
  const Scenario scenario = load_shipped("random-box");
  ASSERT_EQ(scenario.particles(), 5120u);
  EXPECT_EQ(fnv1a(scenario.initial.position.data(), 5120 * sizeof(float4)), 0x12230525d55462d9u);
}

TEST(RandomBox, FillsItsCellsExactly) {
  for (const double cells : {2.0, 3.0, 8.0, 31.0}) {
    const Scenario scenario =
        load_scenario(scenarios_folder() / "random-box.json", {{"cells_per_side", cells}});
    const auto side = static_cast<unsigned>(cells);
    EXPECT_EQ(scenario.grid.count, side * side * side);
    EXPECT_EQ(scenario.grid.inverse_side, 1.0f);
    double sum = 0;
    for (const float4& position : scenario.initial.position) {
      for (const float coordinate : {position.x, position.y, position.z}) {
        ASSERT_GE(coordinate, 0.0f);
        ASSERT_LT(coordinate, static_cast<float>(cells));
        sum += coordinate;
      }
    }
    const double count = 3.0 * static_cast<double>(scenario.particles());
    const double deviation = cells / std::sqrt(12 * count);
    EXPECT_NEAR(sum / count, cells / 2, 5 * deviation);
  }
}

TEST(RandomBox, HasNoBoundaryAndNoTimeStep) {
  const Scenario scenario = load_shipped("random-box");
  EXPECT_EQ(scenario.boundary_particles, 0u);
  EXPECT_EQ(scenario.time_stepping, TimeStepping::none);
  EXPECT_EQ(scenario.constants().data, &scenario.lj_potential);
  EXPECT_EQ(scenario.lj_potential.cutoff, 1.0f);
  EXPECT_TRUE(std::all_of(scenario.initial.identity.begin(), scenario.initial.identity.end(),
                          [](auto word) { return type_of(word) == ParticleType::fluid; }));
}

/// As they are, with the default of every parameter.
TEST(LoadScenario, TakesEveryScenarioThatShips) {
  int scenarios = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scenarios_folder())) {
    if (!is_scenario(entry)) continue;
    ++scenarios;
    try {
      describe_scenario(entry.path());
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    } catch (const OutOfMemory&) {  // of this machine
    }
  }
  EXPECT_GT(scenarios, 0);
}

TEST(LoadScenario, ListCapacityCanBeGiven) {
  const TemporaryFile file(edited(
      "still-water.json", [](nlohmann::json& document) { document["list"]["capacity"] = 64; }));
  EXPECT_EQ(load_scenario(file.path()).list_capacity, 64u);
  EXPECT_FALSE(load_scenario(file.path()).second_list_capacity.has_value());
}

// A body moves as a whole: how many of its particles are in reach of one of them never changes.
TEST(LoadScenario, SlotsForFurtherTypesCanBeGiven) {
  const Scenario scenario = load_shipped("dam-break-moving-body");
  EXPECT_EQ(scenario.second_list_capacity, 88u);
  EXPECT_LT(*scenario.second_list_capacity, scenario.list_capacity);
}

TEST(ConfigurationHash, StandsForTheConfigurationAlone) {
  const std::string hash = load_shipped("still-water").configuration_hash;
  EXPECT_EQ(hash, "6c81792a05328af7");
  const auto hash_of = [](const std::function<void(nlohmann::json&)>& edit) {
    const TemporaryFile file(edited("still-water.json", edit));
    return load_scenario(file.path()).configuration_hash;
  };
  EXPECT_EQ(hash_of([](nlohmann::json&) {}), hash);  // key order and white space differ
  EXPECT_EQ(hash_of([](nlohmann::json& document) { document["description"] = "other"; }), hash);
  EXPECT_NE(hash_of([](nlohmann::json& document) {
              document["physics"]["artificial_viscosity"]["value"] = 0.11;
            }),
            hash);
  const auto file = scenarios_folder() / "still-water.json";
  EXPECT_EQ(load_scenario(file, {{"particles_per_depth", 10}}).configuration_hash, hash);
  EXPECT_NE(load_scenario(file, {{"particles_per_depth", 12}}).configuration_hash, hash);
}

TEST(ConfigurationHash, HoldsTheSchemeWhereItIsNotTheDefault) {
  const std::string hash = load_shipped("still-water").configuration_hash;
  const auto hash_with = [](const char* key, const nlohmann::json& value) {
    const TemporaryFile file(edited("still-water.json", [&](nlohmann::json& document) {
      document["time_stepping"][key] = value;
    }));
    return load_scenario(file.path()).configuration_hash;
  };
  EXPECT_EQ(hash_with("integrator", "predictor-corrector"), hash);
  EXPECT_NE(hash_with("integrator", "verlet"), hash);
  EXPECT_EQ(hash_with("euler_every", 40), hash);
  EXPECT_NE(hash_with("euler_every", 20), hash);
}

TEST(LoadScenario, KnowsTheIntegrationScheme) {
  EXPECT_EQ(load_shipped("still-water").scheme, "predictor-corrector");
  EXPECT_EQ(load_shipped("still-water").euler_every, 0u);
  const TemporaryFile file(edited("still-water.json", [](nlohmann::json& document) {
    document["time_stepping"]["integrator"] = "verlet";
    document["time_stepping"]["euler_every"] = 20;
  }));
  EXPECT_EQ(load_scenario(file.path()).scheme, "verlet");
  EXPECT_EQ(load_scenario(file.path()).euler_every, 20u);
}

TEST(FindScenario, TakesNamesAndPaths) {
  const std::vector<std::filesystem::path> folders = {"/nowhere", scenarios_folder()};
  EXPECT_EQ(find_scenario("still-water", folders), scenarios_folder() / "still-water.json");
  const std::string path = (scenarios_folder() / "random-box.json").string();
  EXPECT_EQ(find_scenario(path, {}), path);
  EXPECT_TRUE(mentions(input_error([&] { find_scenario("dam-brek-lj", folders); }),
                       {"\"dam-brek-lj\"", "Did you mean \"dam-break-lj\"", "still-water"}));
  EXPECT_TRUE(mentions(input_error([&] { find_scenario("a/b.json", folders); }), {"a/b.json"}));
  EXPECT_TRUE(mentions(input_error([&] { find_scenario("x", {}); }), {"None is known"}));
}

}  // namespace
}  // namespace sphlab
