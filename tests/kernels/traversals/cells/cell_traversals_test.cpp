// The cell traversals that depend on the fullest cell: the sizes that they choose, what they
// refuse, and what happens when a cell outgrows them.
#include <gtest/gtest.h>

#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/oracle_potential.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using Tuning = std::map<std::string, std::uint32_t>;

const std::vector<std::string> traversals = {"par-part-noloop", "par-part-loop", "rows",
                                             "par-cell",        "par-cell-sm",   "all-in-sm",
                                             "x-pencil",        "x-pencil-reg"};

template <class Judge>
void for_each_executor(Judge&& judge) {
  for (const std::string& name : executor_toolchains()) {
    SCOPED_TRACE(name);
    judge(pack_of(name));
  }
}

OraclePotential oracle_of(const Scenario& scenario, const Simulation& simulation,
                          const ParticleState& state) {
  const PotentialPhysics physics = potential_physics(scenario.physics).value();
  if (physics.tests_distance)
    return oracle_potential(state, state.size(), scenario.lj_potential, all_types, physics.term);
  return oracle_potential_uncut(state, state.size(), simulation.download_cell_begin(),
                                scenario.grid, scenario.lj_potential, all_types, physics.term);
}

/// The potentials of one variant against the oracle's.
void expect_potentials(const RunnablePack& pack, const Scenario& scenario, const Variant& variant) {
  SCOPED_TRACE(variant.name());
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  simulation.forces();
  simulation.check_overflow();
  const ParticleState state = simulation.download();
  const std::vector<float> computed = simulation.download_potential();
  const OraclePotential oracle = oracle_of(scenario, simulation, state);
  double scale = 0;
  for (const double value : oracle.value) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < state.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(computed[i]), oracle.value[i],
                2e-6 * scale + oracle.borderline[i])
        << "particle " << i;
  }
}

void expect_potentials(const RunnablePack& pack, const Scenario& scenario,
                       const std::string& traversal, const Tuning& tuning = {}) {
  expect_potentials(pack, scenario, variant_of(traversal, tuning));
}

/// x-pencil-bulk with one and with two targets per thread, over all pairs of touching cells: it has
/// no other physics.
void expect_potentials_by_bulk(const RunnablePack& pack, Scenario scenario) {
  if (potential_physics(scenario.physics).value().tests_distance) scenario.physics += "-uncut";
  for (const std::uint32_t targets : {1u, 2u})
    expect_potentials(pack, scenario, "x-pencil-bulk", {{"targets-per-thread", targets}});
}

void expect_potentials_by_all(const Scenario& scenario) {
  for_each_executor([&](const RunnablePack& pack) {
    for (const std::string& traversal : traversals) expect_potentials(pack, scenario, traversal);
    expect_potentials_by_bulk(pack, scenario);
  });
}

TEST(CellTraversals, GridsOfFewCells) {
  for (const int cells : {1, 2, 3, 5}) {
    SCOPED_TRACE(cells);
    expect_potentials_by_all(
        potential_scenario(random_particles(cells, 7, 11), static_cast<unsigned>(cells)));
  }
}

// 5, 18 and 168 FLOP per pair, within the cutoff and over all pairs of touching cells.
TEST(CellTraversals, EverySizeOfPairs) {
  Scenario scenario = potential_scenario(random_particles(4, 5, 19), 4);
  for (const char* physics :
       {"position-sum", "lj-potential", "lj-potential-168", "position-sum-uncut",
        "lj-potential-uncut", "lj-potential-168-uncut"}) {
    SCOPED_TRACE(physics);
    scenario.physics = physics;
    expect_potentials_by_all(scenario);
  }
}

// Longer than wide: more than one pencil and sub-box along each axis, and a last one that is cut
// off.
TEST(CellTraversals, AGridWithUnequalSides) {
  ParticleState state;
  std::mt19937 generator(12);
  for (int cell = 0; cell < 11 * 5 * 3; ++cell)
    fill_cell(state, cell % 11, cell / 11 % 5, cell / 55, 4, generator);
  Scenario scenario = potential_scenario(std::move(state), 11);
  scenario.grid.cells = {11, 5, 3};
  scenario.grid.count = 11 * 5 * 3;
  expect_potentials_by_all(scenario);
  for_each_executor([&](const RunnablePack& pack) {
    expect_potentials(pack, scenario, "x-pencil-reg", {{"height", 2}});
    expect_potentials(pack, scenario, "x-pencil-reg", {{"height", 3}, {"block", 256}});
    expect_potentials(pack, scenario, "all-in-sm", {{"block", 128}, {"shared-kib", 48}});
    expect_potentials(pack, scenario, "par-cell-sm", {{"block", 32}, {"staged", 64}});
  });
}

// Types that the physics does not know are nobody's sources; rigid bodies are not part of this one.
TEST(CellTraversals, OtherTypesDoNotCount) {
  Scenario alone = potential_scenario(random_particles(3, 6, 18), 3);
  Scenario with_bodies = alone;
  for (int k = 0; k < 20; ++k) {
    const auto place = [&](int factor) { return 0.03f * static_cast<float>(k * factor % 25); };
    add_particle(with_bodies.initial, ParticleType::body, place(1), place(3), place(7));
  }
  for_each_executor([&](const RunnablePack& pack) {
    for (const std::string& traversal : traversals) {
      SCOPED_TRACE(traversal);
      const auto potentials = [&](const Scenario& scenario) {
        Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal));
        simulation.rebuild();
        simulation.forces();
        const ParticleState state = simulation.download();
        const std::vector<float> potential = simulation.download_potential();
        std::vector<float> by_id(alone.particles());
        for (std::size_t i = 0; i < state.size(); ++i) {
          const std::uint32_t id = id_of(state.identity[i]);
          if (id < by_id.size()) by_id[id] = potential[i];
        }
        return by_id;
      };
      EXPECT_EQ(potentials(with_bodies), potentials(alone));
    }
  });
}

// The published code knows no types: without a test of the distance every particle is a source.
TEST(CellTraversals, EveryTypeCountsWithoutATestOfTheDistance) {
  Scenario scenario = potential_scenario(random_particles(3, 6, 23), 3);
  scenario.physics = "lj-potential-uncut";
  for (int k = 0; k < 20; ++k) {
    const auto place = [&](int factor) { return 0.03f * static_cast<float>(k * factor % 25); };
    add_particle(scenario.initial, ParticleType::boundary, place(1), place(3), place(7));
  }
  expect_potentials_by_all(scenario);
}

TEST(CellTraversals, OneParticleACorner) {
  ParticleState state;
  for (int corner = 0; corner < 8; ++corner) {
    const auto place = [&](int axis) { return (corner >> axis) % 2 == 0 ? 0.01f : 0.99f; };
    add_particle(state, ParticleType::fluid, place(0), place(1), place(2));
  }
  // someone to meet, or every potential is zero
  add_particle(state, ParticleType::boundary, 0.02f, 0.02f, 0.02f);
  expect_potentials_by_all(potential_scenario(std::move(state), 4));
}

TEST(CellTraversals, EmptyCellsRowsAndLayers) {
  ParticleState state;
  std::mt19937 generator(13);
  for (int cell = 0; cell < 6 * 6 * 6; ++cell) {
    const int x = cell % 6;
    const int y = cell / 6 % 6;
    const int z = cell / 36;
    if (x != 2 && y != 3 && z != 1 && (x + y + z) % 2 == 0)
      fill_cell(state, x, y, z, 1 + cell % 9, generator);
  }
  expect_potentials_by_all(potential_scenario(std::move(state), 6));
}

TEST(CellTraversals, ALattice) {
  ParticleState state;
  for (int k = 0; k < 9 * 9 * 9; ++k) {
    add_particle(state, ParticleType::fluid, 0.1f * static_cast<float>(k % 9) + 0.05f,
                 0.1f * static_cast<float>(k / 9 % 9) + 0.05f,
                 0.1f * static_cast<float>(k / 81) + 0.05f);
  }
  expect_potentials_by_all(potential_scenario(std::move(state), 4));
}

/// `count` particles in the middle cell of three, a few in the cells beside it.
Scenario crowded(int count) {
  ParticleState state;
  std::mt19937 generator(14);
  fill_cell(state, 0, 1, 1, 3, generator);
  fill_cell(state, 1, 1, 1, count, generator);
  fill_cell(state, 2, 2, 1, 3, generator);
  return potential_scenario(std::move(state), 3);
}

/// What a traversal says when it refuses.
std::string refusal(const RunnablePack& pack, const Scenario& scenario,
                    const std::string& traversal, const Tuning& tuning) {
  try {
    const Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal, tuning));
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "";
}

struct Limit {
  std::string traversal;
  Tuning tuning;
  int most;                           ///< particles in the fullest cell that it can do
  std::vector<std::string> mentions;  ///< by its refusal of one more

  Scenario scenario(int beyond) const {
    Scenario scenario = crowded(most + beyond);
    if (traversal == "x-pencil-bulk") scenario.physics = "lj-potential-uncut";
    return scenario;
  }
};

// Particles of a cell in whatever order the atomics gave them: in a fullest cell at its capacity,
// in random ones, and where most cells are empty.
TEST(CellTraversals, DoNotMindTheOrderInsideACell) {
  const std::vector<std::pair<std::string, Scenario>> scenarios = {
      {"a cell at capacity", crowded(1024 / 3)},
      {"random", potential_scenario(random_particles(4, 6, 20), 4)},
      {"few cells filled", crowded(5)},
  };
  for_each_executor([&](const RunnablePack& pack) {
    for (const auto& [name, scenario] : scenarios) {
      SCOPED_TRACE(name);
      for (const std::string& traversal : traversals) {
        Variant variant = variant_of(traversal);
        variant.stages["sort"] = {"counting", {}};
        expect_potentials(pack, scenario, variant);
      }
    }
  });
}

// 16 bytes per particle of this physics and one for its type, which x-pencil-bulk, with two rows,
// has no need of; the sub-box has 45 offsets and shifts of 4 bytes beside them.
TEST(CellTraversals, AreRefusedWithTheReasonWhereAFullCellDoesNotFit) {
  const std::vector<Limit> limits = {
      {"x-pencil", {}, 1024 / 3, {"a pencil", "1026 threads", "has 1024"}},
      {"x-pencil", {{"block", 256}}, 256 / 3, {"258 threads", "has 256"}},
      {"x-pencil-reg", {{"block", 512}}, 512, {"513 threads", "has 512"}},
      {"x-pencil-reg", {{"block", 512}, {"height", 2}}, 128, {"516 threads", "has 512"}},
      {"x-pencil-reg", {{"shared-kib", 48}}, 963, {"3 cells", "49168 bytes", "49152"}},
      {"all-in-sm", {{"shared-kib", 48}}, 106, {"27 cells", "49300 bytes", "49152"}},
      {"x-pencil-bulk", {{"block", 256}}, 256, {"257 threads", "has 256"}},
      {"x-pencil-bulk",
       {{"block", 256}, {"targets-per-thread", 2}},
       512,
       {"257 threads", "has 256"}},
      {"x-pencil-bulk", {{"shared-kib", 48}}, 512, {"3 cells", "49248 bytes", "49152"}},
  };
  for_each_executor([&](const RunnablePack& pack) {
    for (const Limit& limit : limits) {
      SCOPED_TRACE(limit.traversal + " " + std::to_string(limit.most));
      expect_potentials(pack, limit.scenario(0), limit.traversal, limit.tuning);
      const std::string text = refusal(pack, limit.scenario(1), limit.traversal, limit.tuning);
      EXPECT_NE(text.find("forces/" + limit.traversal), std::string::npos) << text;
      for (const std::string& mention : limit.mentions)
        EXPECT_NE(text.find(mention), std::string::npos) << text;
    }
  });
}

TEST(CellTraversals, TakeWhatTheDeviceGivesWhereNoBudgetIsSet) {
  for_each_executor([&](const RunnablePack& pack) {
    expect_potentials(pack, crowded(114), "all-in-sm", {{"shared-kib", 0}});
    EXPECT_EQ(refusal(pack, crowded(114), "all-in-sm", {{"shared-kib", 0}}), "");
    const std::string text = refusal(pack, crowded(600), "all-in-sm", {{"shared-kib", 0}});
    EXPECT_NE(text.find("27 cells of up to 600 particles"), std::string::npos) << text;
  });
}

// Blocks of a launch, told by its attributes: fewer target cells per block need less shared memory.
TEST(CellTraversals, MakeSmallerBoxesWhereMultiprocessorsWouldStandIdle) {
  const RunnablePack pack = pack_of("simt-w32");  // four multiprocessors
  const auto shared_bytes = [&](const std::string& traversal, int cells, Tuning tuning = {}) {
    const Scenario scenario =
        potential_scenario(random_particles(cells, 2, 15), static_cast<unsigned>(cells));
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal, tuning));
    return simulation.kernels("forces").front().attributes.dynamic_shared_bytes;
  };
  const auto staged = [](int particles) { return 16 * particles + (particles + 15) / 16 * 16; };
  const auto pencil = [&](int length) { return staged(2 * (length + 2)); };
  EXPECT_EQ(shared_bytes("x-pencil", 1), pencil(1));
  EXPECT_EQ(shared_bytes("x-pencil", 2), pencil(2));  // 4 pencils
  EXPECT_EQ(shared_bytes("x-pencil", 5), pencil(5));
  EXPECT_EQ(shared_bytes("x-pencil-reg", 2, {{"height", 2}}), pencil(1));  // 2 boxes, not 1
  const auto box = [&](int x, int y, int z) {
    return staged(2 * (x + 2) * (y + 2) * (z + 2)) + (y + 2) * (z + 2) * (x + 4) * 4;
  };
  EXPECT_EQ(shared_bytes("all-in-sm", 1), box(1, 1, 1));
  EXPECT_EQ(shared_bytes("all-in-sm", 2), box(2, 1, 1));
  EXPECT_EQ(shared_bytes("all-in-sm", 3), box(3, 2, 2));  // 4 boxes; 3 x 3 x 2 would be 2
}

TEST(CellTraversals, CountTheFullestCell) {
  for_each_executor([&](const RunnablePack& pack) {
    const Scenario scenario = crowded(41);
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of("par-cell"));
    EXPECT_EQ(simulation.preparation_notes().at("cell_capacity"), 41);
    simulation.rebuild();
    EXPECT_EQ(simulation.preparation_notes().at("largest_cell"), 41);
    Simulation without(*pack.runtime, *pack.pack, scenario, variant_of("par-part-loop"));
    EXPECT_TRUE(without.preparation_notes().empty());
  });
}

/// Particles in the cells whose keys are given, on a grid of 8^3.
Scenario filled(const std::vector<int>& keys) {
  std::mt19937 generator(21);
  ParticleState state;
  for (const int key : keys) fill_cell(state, key % 8, key / 8 % 8, key / 64, 5, generator);
  return potential_scenario(std::move(state), 8);
}

struct FilledBoxes {
  std::string traversal;
  Tuning tuning;
  std::uint32_t boxes;  ///< that filled({0, 1, 7, 63, 511}) has for it
};

// A box of cells gets a block where one of its cells holds a particle, and only there: single
// cells, pencils of eight cells, and boxes three cells high and deep. Another tuning makes other
// boxes, and other rooms for a cell do.
TEST(CellTraversals, GiveBlocksToFilledBoxesAlone) {
  const std::vector<FilledBoxes> all = {
      {"par-cell", {}, 5},
      {"par-cell-sm", {}, 5},
      {"x-pencil", {}, 3},
      {"x-pencil-reg", {{"height", 1}}, 3},
      {"x-pencil-reg", {{"height", 2}}, 3},
      {"x-pencil-reg", {{"height", 3}}, 3},
  };
  const Scenario scenario = filled({0, 1, 7, 63, 511});
  for_each_executor([&](const RunnablePack& pack) {
    for (const FilledBoxes& expected : all) {
      SCOPED_TRACE(expected.traversal);
      Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(expected.traversal));
      simulation.retune("forces", expected.tuning);
      simulation.run_cycles(1);
      EXPECT_EQ(simulation.preparation_notes().at("filled_boxes"), expected.boxes);
      expect_potentials(pack, scenario, expected.traversal, expected.tuning);
    }
    Simulation boxes(*pack.runtime, *pack.pack, scenario, variant_of("all-in-sm"));
    boxes.run_cycles(1);
    EXPECT_GE(boxes.preparation_notes().at("filled_boxes"), 3);
    EXPECT_LE(boxes.preparation_notes().at("filled_boxes"), 5);
    expect_potentials(pack, scenario, "all-in-sm");
  });
}

// The census of one tuning is of no use to another: retuning takes it anew, with no rebuild
// between.
TEST(CellTraversals, TakeTheCensusAnewForAnotherTuning) {
  const Scenario scenario = potential_scenario(random_particles(6, 4, 22), 6);
  for_each_executor([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of("x-pencil-reg"));
    simulation.rebuild();
    simulation.forces();
    const std::vector<float> once = simulation.download_potential();
    for (const std::uint32_t height : {3u, 2u, 1u}) {
      simulation.retune("forces", {{"height", height}});
      simulation.run_stage_isolated("forces");
      const std::vector<float> again = simulation.download_potential();
      for (std::size_t i = 0; i < once.size(); ++i)
        ASSERT_NEAR(again[i], once[i], 1e-5f * std::abs(once[i]) + 1e-6f) << "height " << height;
    }
  });
}

TEST(CellTraversals, RunWithAllParticlesLost) {
  ParticleState state = random_particles(2, 4, 16);
  for (float4& position : state.position) position.x = -1;
  const Scenario scenario = potential_scenario(std::move(state), 2);
  for_each_executor([&](const RunnablePack& pack) {
    for (const std::string& traversal : traversals) {
      Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of(traversal));
      simulation.run_cycles(1);
      EXPECT_EQ(simulation.run_state().lost, scenario.particles()) << traversal;
    }
  });
}

/// Two cells of `each` particles too light to feel each other. Those on the right fly into the cell
/// on the left within one cycle.
Scenario colliding(int each) {
  std::mt19937 generator(17);
  ParticleState state;
  fill_cell(state, 1, 1, 1, each, generator);
  fill_cell(state, 2, 1, 1, each, generator);
  Scenario water = water_scenario(std::move(state), 4);
  water.wcsph.wall_coefficient = 0;
  water.wcsph.particle_mass = 1e-20f;
  water.wcsph.gravity = {0, 0, 0};
  const float speed = (radius - quantum / 2) / (5 * 1e-4f);
  for (std::size_t i = static_cast<std::size_t>(each); i < water.particles(); ++i) {
    water.initial.identity[i] = make_identity(ParticleType::fluid, static_cast<std::uint32_t>(i));
    water.initial.velocity[i].x = -speed;
  }
  return water;
}

TEST(CellTraversals, SayWhenACellOutgrowsItsRoom) {
  const Scenario water = colliding(8);
  for_each_executor([&](const RunnablePack& pack) {
    for (const char* traversal : {"all-in-sm", "x-pencil", "x-pencil-reg"}) {
      SCOPED_TRACE(traversal);
      Simulation simulation(*pack.runtime, *pack.pack, water, variant_of(traversal));
      EXPECT_EQ(simulation.preparation_notes().at("cell_capacity"), 10) << "a quarter more than 8";
      simulation.run_cycles(1);
      EXPECT_NO_THROW(simulation.check_overflow());
      simulation.rebuild();
      EXPECT_TRUE(mentions(overflow_of<PreparationOverflow>(simulation).what(),
                           {"it holds 16 particles", "room was made for 10"}));
      simulation.restore(simulation.download(), 0, 0);
      EXPECT_EQ(simulation.preparation_notes().at("cell_capacity"), 20);
      EXPECT_NO_THROW(simulation.check_overflow());
      simulation.restore(water.initial, 0, 0);
      EXPECT_EQ(simulation.preparation_notes().at("cell_capacity"), 10);
    }
  });
}

}  // namespace
}  // namespace sphlab::test
