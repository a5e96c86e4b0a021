// hash, sort, cells, cell-sort and reorder: the order of particles and the offsets of cells.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/error.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_cells.hpp"
#include "harness/verify/checks_particles.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

// By comparison with the cells' faces rather than by a quotient.
std::uint32_t expected_key(const Scenario& scenario, const float4& position) {
  const auto cell = [](float x, unsigned cells) {
    unsigned k = 0;
    while (k < cells && !(x < radius * static_cast<float>(k + 1))) ++k;
    return x >= 0 ? k : cells;
  };
  const uint3 cells = scenario.grid.cells;
  const unsigned x = cell(position.x, cells.x);
  const unsigned y = cell(position.y, cells.y);
  const unsigned z = cell(position.z, cells.z);
  const bool inside = x < cells.x && y < cells.y && z < cells.z;
  return inside ? x + cells.x * (y + cells.y * z) : lost_key(scenario.grid);
}

struct Sorts {
  std::string sort;       // "radix" or a pack's
  std::string cell_sort;  // the strategy that orders the particles of a cell by type and id, or ""
};

Variant variant_with(const Sorts& sorts) {
  Variant variant = variant_of("");
  variant.stages["sort"].name = sorts.sort;
  if (!sorts.cell_sort.empty()) variant.stages["cell-sort"].name = sorts.cell_sort;
  return variant;
}

// What is demanded of whom: any sort puts each particle into its cell. The runtime's is stable too;
// counting leaves the order inside a cell, and among the lost, to the atomics. With a cell-sort the
// order inside a cell is that one's.
// @param order of the particles, by identity; sorted here where nothing is demanded of it.
void forget_what_is_free(const Sorts& sorts, const Scenario& scenario,
                         const std::vector<std::uint32_t>& offsets,
                         std::vector<std::uint32_t>& order) {
  if (sorts.sort == "radix") return;
  const std::uint32_t first_free = sorts.cell_sort.empty() ? 0 : scenario.grid.count;
  for (std::uint32_t cell = first_free; cell <= scenario.grid.count; ++cell)
    std::sort(order.begin() + offsets[cell], order.begin() + offsets[cell + 1]);
}

// Rebuilds by every pack, and holds offsets, keys and order against a stable sort on the host.
void expect_sorted(const Scenario& scenario, const Sorts& sorts) {
  const std::size_t n = scenario.particles();
  std::vector<std::uint32_t> keys(n);
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    keys[i] = expected_key(scenario, scenario.initial.position[i]);
    order[i] = i;
  }
  const auto comes_before = [&](std::uint32_t a, std::uint32_t b) {
    const bool by_identity =
        !sorts.cell_sort.empty() && keys[a] == keys[b] && keys[a] != lost_key(scenario.grid);
    return by_identity ? scenario.initial.identity[a] < scenario.initial.identity[b]
                       : keys[a] < keys[b];
  };
  std::stable_sort(order.begin(), order.end(), comes_before);
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t cell = 0; cell <= scenario.grid.count + 1; ++cell) {
    offsets.push_back(static_cast<std::uint32_t>(
        std::count_if(keys.begin(), keys.end(), [&](std::uint32_t key) { return key < cell; })));
  }
  std::vector<std::uint32_t> identities;
  for (const std::uint32_t i : order) identities.push_back(scenario.initial.identity[i]);
  forget_what_is_free(sorts, scenario, offsets, identities);
  const std::vector<std::size_t> was_at = index_of_id(scenario.initial);

  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_with(sorts));
    simulation.rebuild();
    EXPECT_EQ(simulation.download_cell_begin(), offsets);
    const ParticleState state = simulation.download();
    std::vector<std::uint32_t> found = state.identity;
    forget_what_is_free(sorts, scenario, offsets, found);
    ASSERT_EQ(found, identities);
    const std::vector<std::uint32_t> sorted_keys = simulation.download_keys();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t before = was_at[id_of(state.identity[i])];
      ASSERT_EQ(sorted_keys[i], keys[before]);
      if (keys[before] == lost_key(scenario.grid)) continue;
      const float4& was = scenario.initial.position[before];
      ASSERT_EQ(state.position[i].x, was.x);
      ASSERT_EQ(state.position[i].y, was.y);
      ASSERT_EQ(state.position[i].z, was.z);
      ASSERT_EQ(state.velocity[i].x, scenario.initial.velocity[before].x);
    }
    EXPECT_EQ(simulation.run_state().lost, n - offsets[scenario.grid.count]);
  });
}

void expect_sorted(const Scenario& scenario) {
  for (const char* sort : {"radix", "counting"}) {
    for (const char* cell_sort : {"", "type-id"}) {
      SCOPED_TRACE(std::string(sort) + " " + cell_sort);
      expect_sorted(scenario, {sort, cell_sort});
    }
  }
}

TEST(Cells, OfRandomParticles) {
  expect_sorted(potential_scenario(random_particles(4, 10, 1), 4));
}

TEST(Cells, OfEverySizeAroundAWarp) {
  ParticleState state;
  std::mt19937 generator(2);
  int cell = 0;
  for (const int count : {0, 1, 31, 32, 33, 64, 65, 200, 0, 63, 127, 128}) {
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, count, generator);
    ++cell;
  }
  expect_sorted(potential_scenario(std::move(state), 3));
}

TEST(Cells, OneParticleAlone) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.3f, 0.3f, 0.3f);
  expect_sorted(potential_scenario(std::move(state), 2));
}

TEST(Cells, OneCellIsTheWholeGrid) {
  expect_sorted(potential_scenario(random_particles(1, 70, 3), 1));
}

// A lower face belongs to its cell, an upper one to the next, and the last one to nobody.
TEST(Cells, FacesAndEdgesOfTheDomain) {
  ParticleState state;
  const float below = std::nextafter(1.0f, 0.0f);
  const std::vector<float> coordinates = {0,    -0.0f, 0.25f, std::nextafter(0.25f, 0.0f),
                                          0.5f, 0.75f, below};
  for (const float x : coordinates) {
    for (const float y : coordinates) {
      for (const float z : coordinates) add_particle(state, ParticleType::fluid, x, y, z);
    }
  }
  const std::size_t inside = state.size();
  add_particle(state, ParticleType::fluid, 1.0f, 0.5f, 0.5f);
  add_particle(state, ParticleType::boundary, 0.5f, 1.0f, 0.5f);
  add_particle(state, ParticleType::fluid, 0.5f, 0.5f, 1.0f);
  add_particle(state, ParticleType::fluid, 0.5f, -1e-30f, 0.5f);
  const Scenario scenario = potential_scenario(std::move(state), 4);
  EXPECT_EQ(expected_key(scenario, scenario.initial.position[inside]), lost_key(scenario.grid));
  expect_sorted(scenario);
}

TEST(Cells, OfALattice) {
  ParticleState state;
  for (int k = 0; k < 8 * 8 * 8; ++k) {
    add_particle(state, ParticleType::fluid, 0.09375f * static_cast<float>(7 - k % 8),
                 0.09375f * static_cast<float>(k / 64), 0.09375f * static_cast<float>(k / 8 % 8));
  }
  expect_sorted(potential_scenario(std::move(state), 3));
}

TEST(Cells, EmptyRowsAndLayers) {
  ParticleState state;
  std::mt19937 generator(6);
  for (int cell = 0; cell < 5 * 5 * 5; ++cell) {
    if (cell % 5 == 1 && cell / 5 % 5 != 2 && cell / 25 != 3)
      fill_cell(state, cell % 5, cell / 5 % 5, cell / 25, 1 + cell % 7, generator);
  }
  expect_sorted(potential_scenario(std::move(state), 5));
}

TEST(Cells, AllInOneOfManyCells) {
  ParticleState state;
  std::mt19937 generator(7);
  fill_cell(state, 3, 1, 2, 700, generator);
  expect_sorted(potential_scenario(std::move(state), 4));
}

// A cycle with counting has no stage cells: the sort's prefix sum has found the offsets. In steps,
// too, cells and keys are what they are to be.
TEST(Cells, CountingLeavesTheOffsetsBehind) {
  const Scenario water = moving_water();
  for_each_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_with({"counting", ""}));
    const auto counts = simulation.stage_counts();
    ASSERT_GE(counts.size(), 3u);
    EXPECT_EQ(counts[0].first, "hash");
    EXPECT_EQ(counts[1].first, "sort");
    EXPECT_EQ(counts[2].first, "reorder");
    EXPECT_EQ(simulation.strategies()[1],
              std::make_pair(std::string("sort"), std::string("counting")));
    EXPECT_EQ(simulation.tuning().count("cells"), 0u);
    for (const std::uint32_t block : {64u, 256u}) {
      simulation.retune("sort", {{"block", block}});
      simulation.run_cycles(2);
      simulation.rebuild();
      const ParticleState state = simulation.download();
      const auto offsets = simulation.download_cell_begin();
      const auto keys = simulation.download_keys();
      EXPECT_TRUE(particles_conserved(state, water.initial.identity).passed);
      EXPECT_TRUE(cells_consistent(state, offsets, water.grid).passed);
      EXPECT_TRUE(keys_sorted(state, keys, offsets).passed);
      simulation.run_stage_isolated("sort");
      EXPECT_EQ(simulation.download_cell_begin(), offsets);
      EXPECT_EQ(simulation.download_keys(), keys);
    }
  });
}

std::string refused_variant(const Variant& variant) {
  const RunnablePack pack = pack_of("simt-w32");
  try {
    const Simulation simulation(*pack.runtime, *pack.pack, moving_water(), variant);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    return error.what();
  }
  return "";
}

TEST(Cells, AVariantThatContradictsItselfIsRefused) {
  Variant twice = variant_with({"counting", ""});
  twice.stages["cells"].name = "lower-bound";
  EXPECT_NE(refused_variant(twice).find("leave that out"), std::string::npos);
  Variant tuned = variant_with({"radix", ""});
  tuned.stages["sort"].tuning = {{"block", 64}};
  EXPECT_NE(refused_variant(tuned).find("no tuning parameter 'block'"), std::string::npos);
  const Variant unknown = variant_with({"countin", ""});
  EXPECT_NE(refused_variant(unknown).find("'counting'"), std::string::npos);
}

TEST(Cells, LostParticlesStandLast) {
  ParticleState state = random_particles(3, 4, 4);
  const std::vector<float4> nowhere = {{-0.1f, 0.1f, 0.1f, 0},    {0.1f, 5.0f, 0.1f, 0},
                                       {0.1f, 0.1f, 1e30f, 0},    {not_a_number, 0.1f, 0.1f, 0},
                                       {0.1f, infinite, 0.1f, 0}, {0.1f, 0.1f, -infinite, 0},
                                       {0.1f, 0.1f, -3e9f, 0},    {0.1f, not_a_number, 1e30f, 0}};
  for (std::size_t k = 0; k < nowhere.size(); ++k) state.position[10 * k] = nowhere[k];
  expect_sorted(potential_scenario(std::move(state), 3));
}

TEST(Cells, AllParticlesLost) {
  ParticleState state = random_particles(2, 4, 5);
  for (float4& position : state.position) position.x = not_a_number;
  expect_sorted(potential_scenario(std::move(state), 2));
}

}  // namespace
}  // namespace sphlab::test
