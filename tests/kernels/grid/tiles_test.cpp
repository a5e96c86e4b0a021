// Orders that cut the cells: the keys of cuboids, their offsets, and who refuses.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/error.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

Variant cut(Variant variant, const std::string& order, std::uint32_t tile = 0) {
  variant.stages["hash"].name = order;
  if (tile != 0) variant.stages["hash"].tuning["tile"] = tile;
  return variant;
}

Variant with_sort(Variant variant, const std::string& sort) {
  variant.stages["sort"].name = sort;
  return variant;
}

/// In which of the ranges between offsets each particle lies, by its id.
std::vector<std::uint32_t> keys_by_id(const Simulation& simulation) {
  const ParticleState state = simulation.download();
  const std::vector<std::uint32_t> begin = simulation.download_tile_begin();
  std::vector<std::uint32_t> keys(state.size());
  for (std::uint32_t key = 0; key + 1 < begin.size(); ++key)
    for (std::uint32_t i = begin[key]; i < begin[key + 1]; ++i)
      keys[id_of(state.identity[i])] = key;
  return keys;
}

std::vector<std::uint32_t> keys_of(const RunnablePack& pack, const Scenario& scenario,
                                   const Variant& variant) {
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
  simulation.rebuild();
  return keys_by_id(simulation);
}

/// A particle at parts of a cell from the lower corner of cell (x, y, z).
void add_in_cell(ParticleState& state, int x, int y, int z, float px, float py, float pz) {
  const auto place = [](int cell, float part) {
    return radius * (static_cast<float>(cell) + part);
  };
  add_particle(state, ParticleType::fluid, place(x, px), place(y, py), place(z, pz));
}

Scenario five_particles() {
  ParticleState state;
  add_in_cell(state, 0, 0, 0, 0, 0, 0);
  add_in_cell(state, 1, 2, 0, 0.75f, 0.25f, 0.5f);  // cell 1 + 2 * 4 = 9
  add_in_cell(state, 3, 3, 3, 0.9375f, 0.9375f, 0.9375f);
  add_in_cell(state, 0, 0, 1, 0.5f, 0, 0);  // cell 16
  add_in_cell(state, 0, 0, 4, 0, 0, 0);     // above the grid
  return potential_scenario(std::move(state), 4);
}

// Cell r^3 + r^2 x + r z + y, by hand (paper E, equations 2 to 4).
TEST(Tiles, KeysOfPerpendicularCubes) {
  const Scenario scenario = five_particles();
  using Keys = std::vector<std::uint32_t>;
  const std::map<std::uint32_t, Keys> by_tile = {
      {2, {0, 9 * 8 + 4 + 2 + 0, 64 * 8 - 1, 16 * 8 + 4, 64 * 8}},
      {3, {0, 9 * 27 + 18 + 3 + 0, 64 * 27 - 1, 16 * 27 + 9, 64 * 27}},
      {4, {0, 9 * 64 + 48 + 8 + 1, 64 * 64 - 1, 16 * 64 + 32, 64 * 64}},
      {5, {0, 9 * 125 + 75 + 10 + 1, 64 * 125 - 1, 16 * 125 + 50, 64 * 125}},
      {6, {0, 9 * 216 + 144 + 18 + 1, 64 * 216 - 1, 16 * 216 + 108, 64 * 216}}};
  for_each_pack([&](const RunnablePack& pack) {
    for (const auto& [tile, keys] : by_tile) {
      for (const char* sort : {"radix", "counting"}) {
        const Variant variant = with_sort(cut(variant_of(""), "perpendicular", tile), sort);
        EXPECT_EQ(keys_of(pack, scenario, variant), keys) << tile << " " << sort;
      }
    }
  });
}

// Of a block of 4^3 cells, which is the whole grid: the place on the curve * 64 + that of the cube.
TEST(Tiles, KeysOfMortonTiles) {
  const Scenario scenario = five_particles();
  // cell (1, 2, 0) stands at 1 + 8 * 2 = 17, cell (0, 0, 1) at 4; cube (3, 1, 2) at 1 + 2 + 8 + 32
  const std::vector<std::uint32_t> keys = {0, 17 * 64 + 43, 64 * 64 - 1, 4 * 64 + 8, 64 * 64};
  const Variant variant = cut(variant_of("par-part-noloop"), "morton-tiles");
  for (const std::string& name : executor_toolchains()) {
    for (const char* sort : {"radix", "counting"})
      EXPECT_EQ(keys_of(pack_of(name), scenario, with_sort(variant, sort)), keys) << sort;
  }
}

// A tile begins where its cell begins; keys and offsets of cells are those of the linear order.
TEST(Tiles, CellsAreThoseOfTheOrderWithoutTiles) {
  Scenario scenario = potential_scenario(random_particles(4, 9, 71), 4);
  add_particle(scenario.initial, ParticleType::fluid, std::numeric_limits<float>::quiet_NaN(), 0,
               0);
  for_each_pack([&](const RunnablePack& pack) {
    Simulation whole(*pack.runtime, *pack.pack, scenario, variant_of(""));
    whole.rebuild();
    EXPECT_TRUE(whole.download_tile_begin().empty());
    Simulation into(*pack.runtime, *pack.pack, scenario, cut(variant_of(""), "perpendicular", 3));
    into.rebuild();
    EXPECT_EQ(into.download_cell_begin(), whole.download_cell_begin());
    EXPECT_EQ(into.download_keys(), whole.download_keys());
    EXPECT_EQ(into.run_state().lost, 1u);
    const auto tile_begin = into.download_tile_begin();
    for (const char* stage : {"hash", "sort", "cells", "tiles"}) into.run_stage_isolated(stage);
    EXPECT_EQ(into.download_cell_begin(), whole.download_cell_begin());
    EXPECT_EQ(into.download_keys(), whole.download_keys());
    EXPECT_EQ(into.download_tile_begin(), tile_begin);
  });
}

TEST(Tiles, TheStageIsThereWhereCellsAreCut) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario scenario = potential_scenario(random_particles(2, 9, 72), 2);
  const auto stages = [&](const Variant& variant) {
    std::set<std::string> names;
    const Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    for (const auto& [stage, times] : simulation.stage_counts()) names.insert(stage);
    return names;
  };
  EXPECT_FALSE(stages(variant_of("")).contains("tiles"));
  EXPECT_TRUE(stages(cut(variant_of(""), "perpendicular")).contains("tiles"));
  EXPECT_TRUE(
      stages(with_sort(cut(variant_of(""), "perpendicular"), "counting")).contains("tiles"));
}

TEST(Tiles, AnotherTileIsSortedAnew) {
  const Scenario scenario = five_particles();
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario,
                          cut(variant_of(""), "perpendicular"));
    simulation.rebuild();
    for (const std::uint32_t tile : {6u, 2u, 5u}) {
      simulation.retune("hash", {{"tile", tile}});
      EXPECT_EQ(simulation.download_tile_begin().size(), 64 * tile * tile * tile + 2);
      EXPECT_EQ(keys_by_id(simulation)[2], 64 * tile * tile * tile - 1);
      EXPECT_EQ(
          simulation.bytes_allocated(),
          Simulation::bytes_needed(*pack.runtime, *pack.pack, scenario, simulation.variant()));
    }
  });
}

// As two builds do that take turns in one memory.
TEST(Tiles, AnotherTileServesAllWhoShareTheBuffers) {
  const Scenario scenario = five_particles();
  for_each_pack([&](const RunnablePack& pack) {
    const Variant variant = with_sort(cut(variant_of(""), "perpendicular"), "counting");
    Simulation first(*pack.runtime, *pack.pack, scenario, variant);
    Simulation second(first, *pack.pack);
    for (const std::uint32_t tile : {6u, 3u}) {
      first.retune("hash", {{"tile", tile}});
      second.retune("hash", {{"tile", tile}});
      second.restore(scenario.initial, 0, 0);
      second.rebuild();
      EXPECT_EQ(keys_by_id(second)[2], 64 * tile * tile * tile - 1);
    }
  });
}

TEST(Tiles, ExistingTraversalsAndBuildersRunOnThem) {
  Scenario water = moving_water();
  Variant list = variant_of("list-gather");
  list.stages["list"].name = "per-particle";
  for (const std::string& name : executor_toolchains()) {
    const RunnablePack pack = pack_of(name);
    for (const Variant& variant : {variant_of("par-part-noloop"), variant_of("cta-tasks"), list})
      EXPECT_EQ(
          verify_variant(*pack.runtime, *pack.pack, water, cut(variant, "morton-tiles")).status,
          "ok");
    for (const Variant& variant :
         {variant_of("par-part-noloop"), variant_of("rows"), variant_of("x-pencil"), list}) {
      for (const std::uint32_t tile : {2u, 3u, 4u, 5u, 6u}) {
        const Variant on = cut(variant, "perpendicular", tile);
        SCOPED_TRACE(on.name() + " " + std::to_string(tile));
        const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, water, on);
        EXPECT_EQ(report.status, "ok");
        EXPECT_TRUE(std::any_of(report.checks.begin(), report.checks.end(), [](const Check& check) {
          return check.name == "cuboids of cells (initial)";
        }));
      }
    }
  }
}

/// What is said of a variant that cannot be made.
std::string reason_against(const Scenario& scenario, const Variant& variant) {
  const RunnablePack pack = pack_of("simt-w32");
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, variant);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Tiles, RefuseWhatTheyAreNotMadeFor) {
  const Scenario scenario = potential_scenario(random_particles(2, 9, 73), 2);
  for (const std::uint32_t tile : {1u, 7u}) {
    const std::string of_tile =
        reason_against(scenario, cut(variant_of(""), "perpendicular", tile));
    EXPECT_NE(of_tile.find("was not compiled for tile = "), std::string::npos) << of_tile;
    EXPECT_NE(of_tile.find("it knows 2, 3, 4, 5, 6"), std::string::npos) << of_tile;
  }
  Variant with_cell_sort = cut(variant_of(""), "perpendicular");
  with_cell_sort.stages["cell-sort"].name = "type-id";
  const std::string of_cell_sort = reason_against(scenario, with_cell_sort);
  EXPECT_NE(of_cell_sort.find("orders the particles inside each cell"), std::string::npos)
      << of_cell_sort;
  Variant whole = variant_of("");
  whole.stages["tiles"].name = "whole-cells";
  const std::string of_whole = reason_against(scenario, whole);
  EXPECT_NE(of_whole.find("'linear' cuts no cells"), std::string::npos) << of_whole;
  Variant small_cells = cut(variant_of("par-part-noloop"), "perpendicular");
  small_cells.cells_per_radius = 2;
  const std::string of_small = reason_against(scenario, small_cells);
  EXPECT_NE(of_small.find("'perpendicular' of 1/2 of the radius"), std::string::npos) << of_small;
}

TEST(Tiles, TraversalsOfRowsRefuseMortonTiles) {
  const Scenario scenario = potential_scenario(random_particles(2, 9, 76), 2);
  for (const char* traversal : {"rows", "x-pencil", "hierarchical-tasks"}) {
    const std::string reason = reason_against(scenario, cut(variant_of(traversal), "morton-tiles"));
    EXPECT_NE(reason.find("does not serve cells in the order 'morton-tiles'"), std::string::npos)
        << reason;
    EXPECT_NE(reason.find("cta-tasks"), std::string::npos) << reason;
  }
}

TEST(Tiles, RefuseMoreKeysThanThereAre) {
  Scenario scenario = potential_scenario(random_particles(2, 9, 74), 2);
  scenario.grid.cells = {1024, 1024, 64};
  scenario.grid.count = 1u << 26;
  const std::string reason = reason_against(scenario, cut(variant_of(""), "perpendicular", 4));
  EXPECT_NE(reason.find("67108864 cells into 64 cuboids"), std::string::npos) << reason;
  EXPECT_NE(reason.find("4294967297 keys are more than 32 bits"), std::string::npos) << reason;
  EXPECT_NE(reason.find("17179869192 bytes"), std::string::npos) << reason;
}

// What they need is told before anything is allocated, and refused where it is not there.
TEST(Tiles, AreAmongTheBytesThatARunNeeds) {
  Scenario scenario = potential_scenario(random_particles(2, 9, 75), 2);
  scenario.grid.cells = {256, 256, 256};
  scenario.grid.count = 1u << 24;
  const RunnablePack pack = pack_of("simt-w32");
  const auto bytes = [&](std::uint32_t tile) {
    return Simulation::bytes_needed(*pack.runtime, *pack.pack, scenario,
                                    cut(variant_of(""), "perpendicular", tile));
  };
  EXPECT_EQ(bytes(6) - bytes(5), (std::size_t{216} - 125) * (1u << 24) * 4);
  EXPECT_GT(bytes(6), std::size_t{216} * (1u << 24) * 4);
}

}  // namespace
}  // namespace sphlab::test
