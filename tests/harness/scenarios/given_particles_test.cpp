#include "harness/scenarios/given_particles.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "harness/scenarios/periodic_box.hpp"
#include "tests/harness/scenarios/edited_file.hpp"
#include "tests/support/made_particle_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using test::MadeParticleFile;

class GivenParticles : public testing::Test {
 protected:
  using Edit = std::function<void(json&)>;

  static constexpr double cutoff = 0.25;

  /// A scenario of a particle file beside it.
  Scenario load(
      const MadeParticleFile& made, const Edit& edit = [](json&) {}) const {
    folder_.write("made.particles", made.sealed());
    const std::string text = edited("random-box.json", [&](json& document) {
      document["name"] = "made";
      document["parameters"] = json::object();
      document.erase("verification");
      document["geometry"] = {{"arrangement", "file"}, {"file", "made.particles"}};
      document["physics"]["cutoff"]["value"] = cutoff;
      document["physics"]["zero_radius"]["value"] = cutoff / 4;
      edit(document);
    });
    return load_scenario(folder_.write("made.json", text));
  }

  std::string error_of(
      const MadeParticleFile& made, const Edit& edit = [](json&) {}) const {
    return input_error([&] { load(made, edit); });
  }

  static MadeParticleFile three_particles() {
    return {3, {MadeParticleFile::positions({0, 0, 0, 0.25, 0, 0, 1, 1, 1})}};
  }

  TemporaryFolder folder_;
};

std::vector<float4> points_at_random(std::size_t count, float side, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> place(0, side);
  std::vector<float4> points(count);
  for (float4& p : points) p = {place(random), place(random), place(random) / 3, 0};
  return points;
}

std::uint64_t most_of_all_pairs(const std::vector<float4>& points, float reach) {
  std::uint64_t most = 0;
  for (const float4& a : points) {
    std::uint64_t found = 0;
    for (const float4& b : points) {
      const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
      found += x * x + y * y + z * z <= reach * reach ? 1 : 0;
    }
    most = std::max(most, found - 1);
  }
  return most;
}

TEST_F(GivenParticles, StandWhereTheFileHasThem) {
  const Scenario scenario = load(three_particles());
  ASSERT_EQ(scenario.particles(), 3u);
  EXPECT_EQ(scenario.fluid_particles, 3u);
  EXPECT_EQ(scenario.physics, "lj-potential");
  EXPECT_EQ(scenario.influence_radius, cutoff);
  EXPECT_EQ(scenario.initial.position[1].x, 0.25f);
  EXPECT_EQ(scenario.initial.position[2].z, 1.0f);
  EXPECT_EQ(scenario.initial.identity[2], make_identity(ParticleType::fluid, 2));
  EXPECT_EQ(scenario.list_capacity, 8u);
}

TEST_F(GivenParticles, CountFromTheCornerOfTheBox) {
  const double far = 1e7;  // where single precision has whole numbers alone
  const Scenario scenario = load(
      MadeParticleFile(2, {MadeParticleFile::positions({far, far, far, far + 0.125, far, far})})
          .box({far, far, far}, {far + 1, far + 1, far + 1}));
  EXPECT_EQ(scenario.initial.position[0].x, 0.0f);
  EXPECT_EQ(scenario.initial.position[1].x, 0.125f);
}

bool is_in(const Grid& grid, const float4& p) {
  const auto is_cell = [&](float x, float origin, unsigned cells) {
    const float cell = (x - origin) * grid.inverse_side;
    return cell >= 0 && cell < static_cast<float>(cells);
  };
  return is_cell(p.x, grid.origin.x, grid.cells.x) && is_cell(p.y, grid.origin.y, grid.cells.y) &&
         is_cell(p.z, grid.origin.z, grid.cells.z);
}

TEST_F(GivenParticles, OnTheFacesAreInTheGrid) {
  for (int cells = 1; cells <= 12; ++cells) {
    // A box that whole cells fill as the grid widens them, but for its spare width.
    const double widening = 1.0 / (1 << 22);
    const double side = cells * cutoff * (1 + 1e-6 + widening) / (1 - cells * widening);
    const Scenario scenario =
        load(MadeParticleFile(2, {MadeParticleFile::positions({0, 0, 0, side, side, side})})
                 .box({0, 0, 0}, {side, side, side}));
    for (const float4& p : scenario.initial.position) EXPECT_TRUE(is_in(scenario.grid, p)) << cells;
  }
}

TEST_F(GivenParticles, AreDescribedAsTheyAreLoaded) {
  const Scenario loaded = load(three_particles());
  const Scenario described = describe_scenario(folder_.path() / "made.json");
  EXPECT_EQ(described.initial.size(), 0u);
  EXPECT_EQ(described.particles(), 3u);
  EXPECT_EQ(described.list_capacity, loaded.list_capacity);
  EXPECT_EQ(described.configuration_hash, loaded.configuration_hash);
}

TEST_F(GivenParticles, MakeTheConfigurationAndTheFilesNameDoesNot) {
  const std::string hash = load(three_particles()).configuration_hash;
  folder_.write("renamed.particles", three_particles().sealed());
  const auto rename = [](json& d) { d["geometry"]["file"] = "renamed.particles"; };
  EXPECT_EQ(load(three_particles(), rename).configuration_hash, hash);
  EXPECT_NE(
      load(MadeParticleFile(3, {MadeParticleFile::positions({0, 0, 0, 0.25, 0, 0.125, 1, 1, 1})}))
          .configuration_hash,
      hash);
}

TEST_F(GivenParticles, AreRefusedOutOfTheBoxOrNowhere) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const auto error = [&](double y) {
    return error_of({2, {MadeParticleFile::positions({0, 0, 0, 0.5, y, 0.5})}});
  };
  EXPECT_TRUE(mentions(error(nan), {"made.particles: position[1]: y = nan is no place"}));
  EXPECT_TRUE(mentions(error(-infinite), {"position[1]: y = -inf is no place"}));
  EXPECT_TRUE(mentions(error(1.5), {"position[1]: y = 1.5 is out of the box", "--box"}));
  EXPECT_TRUE(mentions(error(-1e-9), {"position[1]", "out of the box"}));
}

TEST_F(GivenParticles, AtOnePlaceAreTaken) {
  const Scenario scenario =
      load({3, {MadeParticleFile::positions({0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5})}});
  EXPECT_EQ(scenario.particles(), 3u);
}

TEST_F(GivenParticles, HaveTheUnitThatTheScenarioSays) {
  const MadeParticleFile parsecs(2, {MadeParticleFile::positions({0, 0, 0, 0.5, 0.5, 0.5}, "kpc")});
  EXPECT_TRUE(mentions(error_of(parsecs), {"geometry.length_unit", "\"m\"", "\"kpc\""}));
  const auto say = [](json& d) { d["geometry"]["length_unit"] = "kpc"; };
  EXPECT_EQ(load(parsecs, say).particles(), 2u);
  EXPECT_TRUE(mentions(error_of(three_particles(), say), {"geometry.length_unit", "\"kpc\""}));
}

TEST_F(GivenParticles, OfAPeriodicBoxHaveAPhysicsThatReachesAcrossItsFaces) {
  const MadeParticleFile made = three_particles().periodic(3);
  EXPECT_TRUE(mentions(error_of(made), {"physics.name", "periodic along xy",
                                        "\"lj-potential-periodic\"", "\"faces\"", "--open"}));
  const auto reach = [](json& d) { d["physics"]["name"] = "lj-potential-periodic"; };
  const Scenario scenario = load(made, reach);
  EXPECT_EQ(scenario.period.x, 1);
  EXPECT_EQ(scenario.period.z, 0);
  EXPECT_EQ(scenario.initial.position[2].x, 0) << "what lies on the upper face is on the lower";
  EXPECT_EQ(scenario.initial.position[2].z, 1);
  const auto too_far = [&](json& d) {
    reach(d);
    d["physics"]["cutoff"]["value"] = 0.34;
  };
  EXPECT_TRUE(mentions(error_of(made, too_far), {"period of 1 along x", "radius of 0.34"}));
}

TEST_F(GivenParticles, OfAPeriodicBoxHaveNeighboursAcrossItsFaces) {
  const MadeParticleFile made(
      {3, {MadeParticleFile::positions({0.05, 0.5, 0.5, 0.95, 0.5, 0.5, 0.9, 0.5, 0.5})}});
  EXPECT_EQ(most_neighbours(load(made).initial.position, 0.25, 10), 1u);
  ParticleState state = load(made).initial;
  state.period.x = 1;
  EXPECT_EQ(most_neighbours(with_images(state, 0.25), 0.25, 10), 2u);
}

TEST_F(GivenParticles, OfAPeriodicBoxAreTakenForOpenWhereThatIsSaid) {
  const auto say = [](json& d) { d["geometry"]["faces"] = "open"; };
  const Scenario scenario = load(three_particles().periodic(3), say);
  EXPECT_EQ(scenario.particles(), 3u);
  EXPECT_EQ(scenario.period.x, 0);
  EXPECT_TRUE(mentions(error_of(three_particles(), say), {"geometry.faces", "open along each"}));
}

TEST_F(GivenParticles, NeedAPotential) {
  const auto water = [](json& d) { d["physics"] = shipped("dam-break-lj.json")["physics"]; };
  EXPECT_TRUE(mentions(error_of(three_particles(), water),
                       {"physics.name", "a file arrangement needs", "\"position-sum\""}));
  const auto light = [](json& d) { d["physics"]["name"] = "position-sum"; };
  EXPECT_EQ(load(three_particles(), light).physics, "position-sum");
}

TEST_F(GivenParticles, NameAFileThatIsThere) {
  const auto other = [](json& d) { d["geometry"]["file"] = "other.particles"; };
  EXPECT_TRUE(mentions(error_of(three_particles(), other),
                       {"made.json: geometry.file", "other.particles", "No such file"}));
}

TEST_F(GivenParticles, OfABoxThatSinglePrecisionDoesNotResolveAreRefused) {
  EXPECT_TRUE(
      mentions(error_of(three_particles().box({0, 0, 0}, {1, 1, 1e7})), {"box", "too coarse"}));
}

TEST_F(GivenParticles, HaveAListThatHoldsTheirNeighbours) {
  std::vector<double> clump;
  for (int i = 0; i < 3 * 100; ++i) clump.push_back(0.5 + 1e-4 * i);
  EXPECT_EQ(load({100, {MadeParticleFile::positions(clump)}}).list_capacity, 104u);
  // verification scatters particles, and some that are out of reach come within it
  std::vector<double> apart;
  for (int i = 0; i < 20; ++i) apart.insert(apart.end(), {0.5 + 1.05 * cutoff * (i % 2), 0.5, 0.5});
  EXPECT_EQ(load({20, {MadeParticleFile::positions(apart)}}).list_capacity, 24u);
  const auto give = [](json& d) { d["list"]["capacity"] = 16; };
  EXPECT_EQ(load({100, {MadeParticleFile::positions(clump)}}, give).list_capacity, 16u);
}

TEST_F(GivenParticles, HaveNeighboursThatWereCountedWhenTheyWereDescribed) {
  Scenario described = load(three_particles());
  const std::uint32_t counted = described.list_capacity;
  described.list_capacity += 100;
  const auto again = [&] { return load_scenario(folder_.path() / "made.json", {}, &described); };
  EXPECT_EQ(again().list_capacity, counted + 100);
  described.configuration_hash = "another";
  EXPECT_EQ(again().list_capacity, counted);
}

TEST(MostNeighbours, AreThoseOfAllPairs) {
  for (const std::size_t count : {2, 300, 3000}) {
    for (const float reach : {0.01f, 0.4f, 5.0f}) {
      const std::vector<float4> points = points_at_random(count, 3, 1);
      EXPECT_EQ(most_neighbours(points, reach, 1u << 20), most_of_all_pairs(points, reach))
          << count << " points, reach " << reach;
    }
  }
}

/// Wherever it stands among the others.
TEST(MostNeighbours, AreThoseOfOneThatHasMoreThanAllOthers) {
  for (std::size_t hub = 1000; hub < 1030; ++hub) {
    std::vector<float4> points;
    for (std::size_t i = 0; i < 1100; ++i) points.push_back({10 * static_cast<float>(i), 0, 0, 0});
    const float x = points[hub].x;
    points.push_back({x, 0.9f, 0, 0});
    points.push_back({x, -0.9f, 0, 0});
    EXPECT_EQ(most_neighbours(points, 1, 100), 2u) << hub;
  }
}

TEST(MostNeighbours, AreCountedNoFurtherThanAsked) {
  const std::vector<float4> points = points_at_random(3000, 1, 1);
  EXPECT_GT(most_neighbours(points, 9, 100), 100u);
}

}  // namespace
}  // namespace sphlab
