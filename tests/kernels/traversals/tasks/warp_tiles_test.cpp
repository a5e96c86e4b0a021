// Traversal warp-tiles: groups of targets with their sources, marks that one pass leaves to the
// next in a workspace of both, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harness/error.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/rates.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

Variant tiles_of(std::uint32_t targets_each, const std::string& order = "linear") {
  Variant variant = variant_of("warp-tiles", {{"targets-per-lane", targets_each}});
  variant.stages["hash"].name = order;
  variant.rebuild = RebuildPolicy{.interval = 1};
  return variant;
}

void expect_tiles_verified(const RunnablePack& pack, const Scenario& scenario,
                           const Variant& variant) {
  SCOPED_TRACE(variant.name());
  const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, scenario, variant);
  EXPECT_EQ(report.status, "ok");
}

/// A potential that is as large at the cutoff as elsewhere: one pair that is missed there is seen.
Scenario sharp(Scenario scenario) {
  scenario.lj_potential.zero_radius = 1.2f * radius;
  scenario.lj_potential.softening = radius * radius;
  return scenario;
}

/// Cells of 0 to 90 particles: groups that end in a row and span several cells, empty ones among
/// them, and many tiles of sources.
Scenario uneven_box() {
  ParticleState state;
  std::mt19937 generator(41);
  for (int cell = 0; cell < 27; ++cell)
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, cell * cell % 91, generator);
  return sharp(potential_scenario(std::move(state), 3));
}

template <class Judge>
void for_each_width(Judge&& judge) {
  for (const std::string& name : executor_toolchains()) {
    SCOPED_TRACE(name);
    judge(pack_of(name));
  }
}

TEST(WarpTiles, ComputeWhatTheOracleDoes) {
  const Scenario one_cell = sharp(potential_scenario(random_particles(1, 100, 42), 1));
  const Scenario few = sharp(potential_scenario(random_particles(3, 1, 43), 3));
  for_each_width([&](const RunnablePack& pack) {
    for (const Scenario& scenario : {uneven_box(), one_cell, few}) {
      SCOPED_TRACE(scenario.particles());
      for (const std::uint32_t each : {1u, 2u}) {
        for (const char* order : {"linear", "perpendicular", "snake"})
          expect_tiles_verified(pack, scenario, tiles_of(each, order));
      }
    }
  });
}

// Particles that coincide are each other's neighbours, and none is its own: also where two of them
// are targets of one lane.
TEST(WarpTiles, TellCoincidentParticlesFromThemselves) {
  ParticleState state = random_particles(2, 5, 45);
  for (int k = 0; k < 3; ++k) add_particle(state, ParticleType::fluid, 0.125f, 0.125f, 0.125f);
  const Scenario scenario = sharp(potential_scenario(std::move(state), 2));
  for_each_width([&](const RunnablePack& pack) {
    for (const std::uint32_t each : {1u, 2u}) expect_tiles_verified(pack, scenario, tiles_of(each));
  });
}

TEST(WarpTiles, ComputeWaterInStepsAndWithASkin) {
  const Scenario water = moving_water();
  Variant waiting = tiles_of(2, "snake");
  waiting.rebuild = RebuildPolicy{.interval = 5, .expansion = 1.1};
  for_each_width([&](const RunnablePack& pack) {
    expect_tiles_verified(pack, water, tiles_of(1));
    expect_tiles_verified(pack, water, waiting);
  });
}

Scenario summed(double particles_per_side) {
  return shipped("static-cuboid-64", {{"particles_per_side", particles_per_side}});
}

// Marks of the densities serve the forces: with those of another strategy's densities they mark for
// themselves, and find the same pairs.
TEST(WarpTiles, TakeTheMarksOfTheDensities) {
  const Scenario scenario = summed(9);
  for_each_width([&](const RunnablePack& pack) {
    for (const std::uint32_t each : {1u, 2u}) {
      expect_tiles_verified(pack, scenario, tiles_of(each, "snake"));
      Variant alone = tiles_of(each, "snake");
      alone.stages["density"].name = "rows";
      expect_tiles_verified(pack, scenario, alone);
      const auto by_marks = rates_by_id(pack, scenario, tiles_of(each, "snake"));
      for (const auto& [id, rate] : rates_by_id(pack, scenario, alone)) {
        const float scale = std::abs(rate.x) + std::abs(rate.y) + std::abs(rate.z);
        EXPECT_NEAR(by_marks.at(id).x, rate.x, 1e-4f * scale) << id;
      }
    }
  });
}

// Walls are sources of the forces alone: the densities mark them, too.
TEST(WarpTiles, MarkTheSourcesOfBothPasses) {
  Scenario water = moving_water();
  water.physics = "wcsph-lj-summed";
  water.wcsph.wall_distance = radius;
  for_each_width([&](const RunnablePack& pack) {
    for (const std::uint32_t each : {1u, 2u})
      expect_tiles_verified(pack, water, tiles_of(each, "snake"));
  });
}

// Without what the densities have left there are no forces: nobody tests a distance again.
TEST(WarpTiles, ForcesTestNoDistanceAgain) {
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, summed(8), tiles_of(2));
  simulation.rebuild();
  simulation.retune("forces", {{"targets-per-lane", 1}});  // a workspace of another size, all zero
  const auto is_any_force = [&] {
    simulation.run_stage_isolated("forces");
    const std::vector<float4> rates = simulation.download_rates();
    return std::any_of(rates.begin(), rates.end(), [](const float4& rate) { return rate.x != 0; });
  };
  EXPECT_FALSE(is_any_force());
  simulation.run_stage_isolated("density");
  EXPECT_TRUE(is_any_force());
}

TEST(WarpTiles, PrepareOnceForBothPassesWithOneTuning) {
  const Scenario scenario = summed(8);
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, scenario, tiles_of(2));
  std::map<std::string, int> counts;
  for (const auto& [stage, times] : simulation.stage_counts()) counts[stage] = times;
  EXPECT_EQ(counts.at("groups"), 1);
  EXPECT_EQ(simulation.tuning().at("density").at("targets-per-lane"), 2u)
      << "that of the forces, which the variant names";
  EXPECT_EQ(simulation.tuned_together("forces"), (std::vector<std::string>{"density", "forces"}));
  EXPECT_EQ(simulation.tuned_together("hash"), (std::vector<std::string>{"hash"}));
  simulation.rebuild();
  const double groups_of_64 = simulation.preparation_notes().at("groups");
  simulation.retune("density", {{"targets-per-lane", 1}});
  EXPECT_EQ(simulation.tuning().at("forces").at("targets-per-lane"), 1u);
  EXPECT_GT(simulation.preparation_notes().at("groups"), groups_of_64);

  Variant of_two = tiles_of(2);
  of_two.stages["density"] = {"warp-tiles", {{"targets-per-lane", 1}}};
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, of_two);
    ADD_FAILURE() << "two tunings in one workspace";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("give them the same tuning"), std::string::npos)
        << error.what();
  }
}

// Each row of cells has as many groups as it fills; candidates are fewer than in 27 cells.
TEST(WarpTiles, CountGroupsAndTheirCandidates) {
  const Scenario scenario = uneven_box();
  const RunnablePack pack = pack_of("simt-w32");
  const auto whole = verify_variant(*pack.runtime, *pack.pack, scenario, variant_of("rows"));
  for (const std::uint32_t each : {1u, 2u}) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, tiles_of(each));
    simulation.rebuild();
    const auto notes = simulation.preparation_notes();
    std::map<std::uint32_t, std::uint32_t> of_row;
    for (const std::uint32_t key : simulation.download_keys()) ++of_row[key / 3];
    std::uint32_t groups = 0;
    for (const auto& [row, particles] : of_row) groups += (particles + 32 * each - 1) / (32 * each);
    EXPECT_EQ(notes.at("groups"), groups);
    EXPECT_LT(notes.at("candidate_pairs"), static_cast<double>(whole.pairs.candidate));
    EXPECT_GT(notes.at("candidate_pairs"), static_cast<double>(whole.pairs.accepted));
    const auto report = verify_variant(*pack.runtime, *pack.pack, scenario, tiles_of(each));
    EXPECT_EQ(static_cast<double>(report.pairs.candidate), notes.at("candidate_pairs"));
  }
}

/// A row of cells with particles in its first cell and in another, and full cells in the row
/// beside.
Scenario two_ends(int other_end) {
  ParticleState state;
  std::mt19937 generator(47);
  fill_cell(state, 0, 0, 0, 10, generator);
  fill_cell(state, other_end, 0, 0, 10, generator);
  for (const int x : {3, 4}) fill_cell(state, x, 1, 0, 60, generator);
  return sharp(potential_scenario(std::move(state), 8));
}

// What lies between the ends of a row, in reach of neither, is no source of theirs.
TEST(WarpTiles, ListNothingBetweenParticlesThatLieFarApart) {
  const Scenario scenario = two_ends(7);
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, scenario, tiles_of(1));
  simulation.rebuild();
  EXPECT_LE(simulation.preparation_notes().at("candidate_pairs"), 20 * 19 + 120 * 119);
}

// Up to two cells apart they have a cell between them in common, which is gone through once.
TEST(WarpTiles, CountWhatIsNearBothEndsOnce) {
  for_each_width([&](const RunnablePack& pack) {
    for (const int other_end : {2, 3}) {
      SCOPED_TRACE(other_end);
      for (const char* order : {"linear", "snake"})
        expect_tiles_verified(pack, two_ends(other_end), tiles_of(2, order));
    }
  });
}

TEST(WarpTiles, RefuseToWaitWithoutASkin) {
  Variant variant = tiles_of(1);
  variant.rebuild = RebuildPolicy{.interval = 5};
  const RunnablePack pack = pack_of("simt-w32");
  EXPECT_THROW(Simulation(*pack.runtime, *pack.pack, moving_water(), variant), Error);
}

/// Particles of two rows, three cells apart, of which one flies into the other within a step.
Scenario meeting(int each) {
  ParticleState state;
  std::mt19937 generator(46);
  fill_cell(state, 1, 0, 1, each, generator);
  fill_cell(state, 1, 3, 1, each, generator);
  Scenario water = water_scenario(std::move(state), 4);
  water.wcsph.wall_coefficient = 0;
  water.wcsph.particle_mass = 1e-20f;
  water.wcsph.gravity = {0, 0, 0};
  water.list_interval = 1;
  for (std::size_t i = 0; i < water.particles(); ++i) {
    water.initial.identity[i] = make_identity(ParticleType::fluid, static_cast<std::uint32_t>(i));
    if (i >= static_cast<std::size_t>(each)) water.initial.velocity[i].y = -3 * radius / 1e-4f;
  }
  return water;
}

TEST(WarpTiles, SearchTheCellsOfAGroupThatFindsNoRoom) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario water = meeting(40);
  Simulation simulation(*pack.runtime, *pack.pack, water, tiles_of(1));
  EXPECT_EQ(simulation.preparation_notes().at("group_capacity"), 64) << "a quarter more than 40";
  EXPECT_EQ(simulation.preparation_notes().at("groups_without_room"), 0);
  simulation.run_cycles(1);
  std::vector<Check> checks;
  const PairCounts pairs = verify_state(simulation, water, "met", checks);
  for (const Check& check : checks) EXPECT_TRUE(check.passed) << check.name << check.detail;
  EXPECT_EQ(pairs.prepared.at("groups_without_room"), 3) << "two full ones and the rest of one row";
  EXPECT_EQ(pairs.candidate, 80u * 79u);
}

}  // namespace
}  // namespace sphlab::test
