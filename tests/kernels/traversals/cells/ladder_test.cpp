// The rungs of paper D's GPU ladder: what they compute, what they look at, what they take, and what
// they refuse.
#include <gtest/gtest.h>

#include "harness/error.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/list_setup.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/many_types.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/rates.hpp"

namespace sphlab::test {
namespace {

using Tuned = std::pair<std::string, std::map<std::string, std::uint32_t>>;

const std::vector<Tuned> rungs = {{"cells-generic", {{"separate", 1}}},
                                  {"cells-generic", {{"block", 64}}},
                                  {"cells-merged", {}},
                                  {"rows-merged", {}},
                                  {"ranges-generic", {}},
                                  {"ranges-merged", {{"block", 128}}}};

Variant rung_of(const Tuned& rung, std::uint32_t cells_per_radius) {
  Variant variant = variant_of(rung.first, rung.second);
  variant.cells_per_radius = cells_per_radius;
  variant.rebuild = RebuildPolicy{.interval = 1};
  return variant;
}

Scenario dynamic(ParticleState state, unsigned cells,
                 const std::vector<ParticleType>& types = {
                     ParticleType::fluid, ParticleType::boundary, ParticleType::body}) {
  deal_types(state, types);
  return many_types_scenario("wcsph-dynamic", std::move(state), cells);
}

/// Cells of 0 to 9 particles, some of them empty.
Scenario uneven() {
  ParticleState state;
  std::mt19937 generator(61);
  for (int cell = 0; cell < 27; ++cell)
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, cell * cell % 10, generator);
  return dynamic(std::move(state), 3);
}

template <class Judge>
void for_each_ladder(Judge&& judge) {
  for (const std::string& name : executor_toolchains()) {
    SCOPED_TRACE(name);
    judge(pack_of(name));
  }
}

void expect_ladder_verified(const RunnablePack& pack, const Scenario& scenario,
                            const Variant& variant) {
  SCOPED_TRACE(variant.name());
  const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, scenario, variant);
  EXPECT_EQ(report.status, "ok");
}

/// One cell of so many particles that queues fill up, and of a quarter of them near each other.
Scenario crowded() {
  ParticleState state = random_particles(1, 90, 65);
  for (float4& position : state.position) position.x *= 2;
  return dynamic(std::move(state), 2);
}

// Empty cells, cells of many, grids that are smaller than the 2k + 1 cells around one, one kind
// alone.
TEST(Ladder, ComputesWhatTheOracleDoes) {
  const Scenario crossed = uneven();
  const Scenario others[] = {dynamic(random_particles(1, 30, 62), 1),
                             dynamic(random_particles(2, 4, 63), 2, {ParticleType::fluid}),
                             dynamic(random_particles(2, 4, 64), 2, {ParticleType::boundary})};
  for_each_ladder([&](const RunnablePack& pack) {
    for (const Tuned& rung : rungs) {
      for (const std::uint32_t k : {1u, 2u, 3u})
        expect_ladder_verified(pack, crossed, rung_of(rung, k));
      for (const Scenario& scenario : others) {
        SCOPED_TRACE(scenario.particles());
        expect_ladder_verified(pack, scenario, rung_of(rung, 2));
      }
    }
  });
}

// Paper D's physics: six arrays, among them what is computed from others, and a rate that limits
// the step, to which a body and a wall that pass each other do not count.
TEST(Ladder, ComputesThePhysicsOfThePaper) {
  Scenario scenario = uneven();
  scenario.physics = "wcsph-dynamic-cubic-spline";
  scenario.wcsph.density_diffusion = 0;
  scenario.wcsph.tensile = {0.01f, 0.2f};
  for_each_ladder([&](const RunnablePack& pack) {
    if (strategy_names(*pack.pack->pack, {Stage::pass, scenario.physics}).empty()) return;
    for (const Tuned& rung : rungs) expect_ladder_verified(pack, scenario, rung_of(rung, 2));
    expect_ladder_verified(pack, scenario, variant_of("par-part-noloop"));
    Simulation simulation(*pack.runtime, *pack.pack, scenario, rung_of(rungs[0], 1));
    simulation.rebuild();
    EXPECT_EQ(simulation.preparation_notes().at("source_bytes"),
              std::ceil(40.0 * static_cast<double>(scenario.particles()) / 16) * 16)
        << "paper D, table 3";
  });
}

// Its warps vote, which the host executor takes its time for.
TEST(Ladder, ComputesOutOfQueues) {
  for_each_ladder([&](const RunnablePack& pack) {
    expect_ladder_verified(pack, uneven(), rung_of({"rows-compacted", {}}, 1));
    expect_ladder_verified(pack, crowded(), rung_of({"rows-compacted", {{"block", 64}}}, 2));
    expect_ladder_verified(pack, crowded(), rung_of({"rows-compacted", {{"queue", 32}}}, 3));
  });
}

// A particle that is not a number anymore is lost, and in nobody's sum.
TEST(Ladder, LeavesOutTheLost) {
  Scenario alone = uneven();
  Scenario with_lost = alone;
  add_particle(with_lost.initial, ParticleType::fluid, std::nanf(""), 0.1f, 0.1f);
  add_particle(with_lost.initial, ParticleType::boundary, 0.1f, 99.0f, 0.1f);
  const RunnablePack pack = pack_of("simt-w32");
  for (const Tuned& rung : rungs) {
    const auto expected = rates_by_id(pack, alone, rung_of(rung, 2));
    const auto found = rates_by_id(pack, with_lost, rung_of(rung, 2));
    for (const auto& [id, rate] : expected) {
      EXPECT_EQ(found.at(id).x, rate.x) << rung.first << " particle " << id;
      EXPECT_EQ(found.at(id).w, rate.w) << rung.first << " particle " << id;
    }
  }
}

/// Pairs of a target with each source in the cells around it, where one acts on the other.
double counted_pairs(const Scenario& scenario, const Grid& grid) {
  const auto cell = [&](float x) { return static_cast<int>(x * grid.inverse_side); };
  const int k = static_cast<int>(grid.reach);
  const ParticleState& state = scenario.initial;
  double pairs = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (std::size_t j = 0; j < state.size(); ++j) {
      const bool is_near = std::abs(cell(state.position[i].x) - cell(state.position[j].x)) <= k &&
                           std::abs(cell(state.position[i].y) - cell(state.position[j].y)) <= k &&
                           std::abs(cell(state.position[i].z) - cell(state.position[j].z)) <= k;
      const bool acts = type_of(state.identity[i]) == ParticleType::fluid ||
                        type_of(state.identity[j]) == ParticleType::fluid;
      if (i != j && is_near && acts) ++pairs;
    }
  }
  return pairs;
}

TEST(Ladder, TellsItsCandidatesAndItsMemory) {
  const Scenario scenario = uneven();
  const RunnablePack pack = pack_of("simt-w32");
  for (const std::uint32_t k : {1u, 2u, 3u}) {
    const Grid grid = set_up_list(scenario, RebuildPolicy{.interval = 1}, k).grid;
    const double cells = grid.count;
    const double rows = (2 * k + 1) * (2 * k + 1);
    const std::map<std::string, double> tables = {{"cells-merged", 16 * cells},
                                                  {"ranges-merged", 16 * rows * cells}};
    for (const auto& [name, table] : tables) {
      Simulation simulation(*pack.runtime, *pack.pack, scenario, rung_of({name, {}}, k));
      simulation.rebuild();
      const auto notes = simulation.preparation_notes();
      EXPECT_EQ(notes.at("candidate_pairs"), counted_pairs(scenario, grid)) << name << k;
      EXPECT_EQ(notes.at("table_bytes"), table) << name << k;
      EXPECT_EQ(notes.at("source_bytes"), 32.0 * static_cast<double>(scenario.particles()));
      EXPECT_EQ(notes.at("workspace_bytes"),
                32 + notes.at("table_bytes") + notes.at("source_bytes") + notes.at("index_bytes"));
    }
  }
}

// A run of automatic cells takes the first mode that its budget holds, and no more than it said.
TEST(Ladder, TakesTheCellsThatMemoryAllows) {
  const Scenario scenario = uneven();
  const RunnablePack pack = pack_of("simt-w32");
  Variant automatic;
  automatic.rebuild = RebuildPolicy{.interval = 1};
  automatic.automatic_cells.emplace();
  for (const CellMode& mode : cell_modes) {
    const Variant expected = in_cell_mode(automatic, mode);
    const std::size_t bytes =
        Simulation::bytes_needed(*pack.runtime, *pack.pack, scenario, expected);
    automatic.automatic_cells->memory_budget = bytes;
    const Simulation simulation(*pack.runtime, *pack.pack, scenario, automatic);
    EXPECT_EQ(simulation.variant().name(), expected.name());
    EXPECT_EQ(simulation.bytes_allocated(), bytes);
    EXPECT_EQ(simulation.cell_mode_choice().value().bytes(), bytes);
    automatic.automatic_cells->memory_budget = bytes - 1;
  }
  EXPECT_THROW(Simulation(*pack.runtime, *pack.pack, scenario, automatic), OutOfMemory);
}

TEST(Ladder, SaysWhichModeTakesLessMemory) {
  Scenario scenario = uneven();
  scenario.grid.cells = {640, 640, 640};  // half as large, their ranges take 840 GB
  scenario.grid.count = 640 * 640 * 640;
  const RunnablePack pack = pack_of("simt-w32");
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, rung_of({"ranges-merged", {}}, 2));
    ADD_FAILURE() << "terabytes were allocated";
  } catch (const OutOfMemory& refusal) {
    EXPECT_GT(refusal.needed, std::size_t{400} * 8 * scenario.grid.count);
    EXPECT_TRUE(mentions(refusal.what(), {"a workspace of", "forces/ranges-merged", "available",
                                          "cells-merged with cells_per_radius 2 needs less"}));
  }
}

TEST(Ladder, RefusesTheHighestOccupancyWhereNoneIsTold) {
  const RunnablePack pack = pack_of("simt-w32");
  for (const char* name : {"cells-generic", "ranges-merged"}) {
    try {
      Simulation simulation(*pack.runtime, *pack.pack, uneven(),
                            rung_of({name, {{"block", 0}}}, 1));
      simulation.rebuild();
      simulation.forces();
      ADD_FAILURE() << "ran with " << name;
    } catch (const Refused& refusal) {
      EXPECT_TRUE(mentions(refusal.what(), {name, "this device tells none", "choose a size"}));
    }
  }
}

// Fluid and walls that act by other laws, and no separate arrays of them.
TEST(Ladder, RefusesPhysicsThatItDoesNotServe) {
  const RunnablePack pack = pack_of("simt-w32");
  for (const char* name : {"cells-generic", "ranges-merged"}) {
    try {
      Simulation(*pack.runtime, *pack.pack, moving_water(), rung_of({name, {}}, 1));
      ADD_FAILURE() << "ran with " << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ExitCode::not_available);
      EXPECT_TRUE(mentions(error.what(), {name, "wcsph-lj"}));
    }
  }
}

TEST(Ladder, RefusesCellsAndOrdersThatItDoesNotServe) {
  const RunnablePack pack = pack_of("simt-w32");
  EXPECT_THROW(Simulation(*pack.runtime, *pack.pack, uneven(), rung_of({"rows-merged", {}}, 4)),
               InputError);
  Variant along_a_curve = rung_of({"rows-merged", {}}, 2);
  along_a_curve.stages["hash"].name = "morton";
  try {
    Simulation(*pack.runtime, *pack.pack, uneven(), along_a_curve);
    ADD_FAILURE() << "rows of cells that do not follow each other";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_TRUE(mentions(error.what(), {"rows-merged", "morton"}));
  }
}

}  // namespace
}  // namespace sphlab::test
