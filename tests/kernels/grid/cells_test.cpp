// hash, sort, cells, cell-sort and reorder: the order of particles and the offsets of cells.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/stepping/simulation.hpp"
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

// Rebuilds by every pack, and holds offsets and order against a stable sort on the host.
// @param cell_sort the strategy that orders the particles of a cell by type and id, or "".
void expect_sorted(const Scenario& scenario, const std::string& cell_sort) {
  const std::size_t n = scenario.particles();
  std::vector<std::uint32_t> keys(n);
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    keys[i] = expected_key(scenario, scenario.initial.position[i]);
    order[i] = i;
  }
  const auto comes_before = [&](std::uint32_t a, std::uint32_t b) {
    const bool by_identity =
        !cell_sort.empty() && keys[a] == keys[b] && keys[a] != lost_key(scenario.grid);
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

  for_each_pack([&](const RunnablePack& pack) {
    Variant variant = variant_of("");
    if (!cell_sort.empty()) variant.stages["cell-sort"].name = cell_sort;
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    simulation.rebuild();
    EXPECT_EQ(simulation.download_cell_begin(), offsets);
    const ParticleState state = simulation.download();
    ASSERT_EQ(state.identity, identities);
    for (std::size_t i = 0; i < n; ++i) {
      const float4& was = scenario.initial.position[order[i]];
      if (keys[order[i]] == lost_key(scenario.grid)) continue;
      ASSERT_EQ(state.position[i].x, was.x);
      ASSERT_EQ(state.position[i].y, was.y);
      ASSERT_EQ(state.position[i].z, was.z);
      ASSERT_EQ(state.velocity[i].x, scenario.initial.velocity[order[i]].x);
    }
    EXPECT_EQ(simulation.run_state().lost, n - offsets[scenario.grid.count]);
  });
}

void expect_sorted(const Scenario& scenario) {
  expect_sorted(scenario, "");
  expect_sorted(scenario, "type-id");
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
