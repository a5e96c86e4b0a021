// Entries that tell a cell where it changes: what they mean, how many particles of a cell they tell
// apart, and that a change of cell which is lost is found.
#include "kernels/abi/cell_entry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "harness/scenarios/physics.hpp"
#include "harness/stepping/capacity.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/checks_list.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

static_assert(cell_entry(26, most_in_entry_cell - 1) < cell_entry_end, "no neighbour is the end");
static_assert(tells_cell(cell_entry(0, 0)) && !tells_cell(cell_entry(most_in_entry_cell - 1)));

TEST(CellEntries, TellEachOfTheCellsAround) {
  const Grid grid{{0, 0, 0}, 1, {4, 5, 6}, 120, 1, 1, nullptr, nullptr};
  std::vector<std::uint32_t> begin(grid.count + 1);
  for (std::uint32_t key = 0; key <= grid.count; ++key) begin[key] = 1000 + 7 * key;
  const std::uint32_t x = 2, y = 3, z = 4;
  const EntryCells cells(grid, begin.data(), x + 4 * (y + 5 * z));
  for (std::uint32_t cell = 0; cell < cells_of_entries; ++cell) {
    const std::uint32_t key =
        x + cell % 3 - 1 + 4 * (y + cell / 3 % 3 - 1 + 5 * (z + cell / 9 - 1));
    for (const std::uint32_t ordinal : {0u, 1u, 1024u, most_in_entry_cell - 1}) {
      const std::uint16_t entry = cell_entry(cell, ordinal);
      ASSERT_TRUE(tells_cell(entry));
      EXPECT_EQ(cell_of_entry(entry), cell);
      EXPECT_EQ(ordinal_of_entry(entry), ordinal);
      EXPECT_EQ(cells.begin(entry), begin[key]) << "cell " << cell;
    }
  }
}

TEST(CellEntries, AThirdIsThatOfADivision) {
  for (std::uint32_t number = 0; number < 32; ++number) EXPECT_EQ(third_of(number), number / 3);
}

/// Calls judge(simulation) after a rebuild by every builder of every pack, in every format with
/// such entries, and returns how many there were.
template <class Judge>
int for_each_list_in_cells(const Scenario& scenario, Judge&& judge) {
  int built = 0;
  for_each_pack([&](const RunnablePack& pack) {
    const std::string traversal = pack.is_executor() ? "list-gather" : "omp-list";
    for (const std::string& format : formats_read(pack, scenario.physics, traversal)) {
      if (find_list_format(format).entry != ListEntry::in_cell) continue;
      const StageNeeds forces{Stage::pass, scenario.physics, format};
      const TypeMask types = find_strategy(*pack.pack->pack, forces, traversal).types;
      for (const std::string& builder :
           strategy_names(*pack.pack->pack, {Stage::list, "", format, types})) {
        SCOPED_TRACE(builder + " " + format);
        Variant variant = variant_of(traversal);
        variant.list_format = format;
        variant.stages["list"].name = builder;
        Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
        simulation.rebuild();
        judge(simulation);
        ++built;
      }
    }
  });
  return built;
}

Check judged(const Simulation& simulation, const Scenario& scenario, const DownloadedList& list) {
  const ParticleState state = simulation.download();
  return compare_list(state, state.size() - simulation.run_state().lost, list, radius,
                      physics_kind(scenario.physics).targets)
      .check;
}

/// Two fluid particles in a corner of a cell that holds `in_cell` in all: the others stand in the
/// corner across, out of reach.
ParticleState crowded_cell(std::uint32_t in_cell) {
  ParticleState state;
  for (std::uint32_t k = 2; k < in_cell; ++k)
    add_particle(state, ParticleType::boundary, quantum, quantum, quantum);
  for (const float steps : {249.0f, 254.0f})
    add_particle(state, ParticleType::fluid, quantum * steps, quantum * 250, quantum * 250);
  return state;
}

TEST(CellEntries, AFullCellIsListedAndOneParticleMoreIsRefused) {
  for (const std::uint32_t in_cell : {most_in_entry_cell, most_in_entry_cell + 1}) {
    SCOPED_TRACE(in_cell);
    Scenario scenario = water_scenario(crowded_cell(in_cell), 3);
    scenario.list_capacity = 16;
    const int built = for_each_list_in_cells(scenario, [&](const Simulation& simulation) {
      if (in_cell == most_in_entry_cell) {
        EXPECT_NO_THROW(simulation.check_overflow());
        const Check check = judged(simulation, scenario, simulation.download_list());
        EXPECT_TRUE(check.passed) << check.detail;
        return;
      }
      EXPECT_TRUE(mentions(
          overflow_of<EntryOverflow>(simulation).what(),
          {"-cell-16'", "2048 particles of a cell", "the fullest has 2049", "32-bit entries"}));
    });
    EXPECT_GE(built, 9) << "three builders, three formats";
  }
}

/// A cell about as full as entries can tell, with a few particles of its own and of the cells
/// around somewhere in the order.
ParticleState around_the_limit(std::mt19937& generator) {
  ParticleState all;
  const auto near = [&](float corner) {
    return quantum * (corner + static_cast<float>(generator() % 8));
  };
  const std::uint32_t crowd = most_in_entry_cell - 16 + generator() % 24;
  for (std::uint32_t k = 0; k < crowd; ++k)
    add_particle(all, ParticleType::boundary, near(256), near(256), near(256));
  for (int k = 0; k < 6; ++k)
    add_particle(all, ParticleType::fluid, near(490), near(490), near(490));
  for (int cell = 0; cell < 27; ++cell)
    fill_cell(all, cell % 3, cell / 3 % 3, cell / 9, cell % 3, generator);
  std::shuffle(all.position.begin(), all.position.end(), generator);
  ParticleState state;
  for (const float4& at : all.position) {
    const bool crowded = std::max({at.x, at.y, at.z}) < quantum * 264 &&
                         std::min({at.x, at.y, at.z}) >= quantum * 256;
    add_particle(state, crowded ? ParticleType::boundary : ParticleType::fluid, at.x, at.y, at.z);
  }
  return state;
}

/// Whether a target has a neighbour whose place in its cell an entry cannot tell.
bool has_a_neighbour_beyond(const Simulation& simulation, TypeMask targets) {
  const ParticleState state = simulation.download();
  const std::vector<std::uint32_t> begin = simulation.download_cell_begin();
  const std::vector<std::uint32_t> keys = simulation.download_keys();
  for (std::size_t i = 0; i < state.size(); ++i) {
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    for (std::size_t j = 0; j < state.size(); ++j) {
      const float x = state.position[i].x - state.position[j].x;
      const float y = state.position[i].y - state.position[j].y;
      const float z = state.position[i].z - state.position[j].z;
      if (i != j && x * x + y * y + z * z < radius * radius &&
          j - begin[keys[j]] >= most_in_entry_cell)
        return true;
    }
  }
  return false;
}

TEST(CellEntries, CellsAroundTheLimitAreListedOrRefusedAndNeverGarbled) {
  std::mt19937 generator(16);
  int listed = 0, refused = 0;
  for (int round = 0; round < 4; ++round) {
    SCOPED_TRACE(round);
    Scenario scenario = water_scenario(around_the_limit(generator), 3);
    scenario.list_capacity = slots_for_all(scenario.particles()) + list_batch;
    const TypeMask targets = physics_kind(scenario.physics).targets;
    for_each_list_in_cells(scenario, [&](const Simulation& simulation) {
      if (has_a_neighbour_beyond(simulation, targets)) {
        EXPECT_THROW(simulation.check_overflow(), EntryOverflow);
        ++refused;
      } else {
        EXPECT_NO_THROW(simulation.check_overflow());
        const Check check = judged(simulation, scenario, simulation.download_list());
        EXPECT_TRUE(check.passed) << check.detail;
        ++listed;
      }
    });
  }
  EXPECT_GT(listed, 0);
  EXPECT_GT(refused, 0);
}

/// The k-th entry of a section, to be changed.
std::uint16_t* entry_at(DownloadedList& list, std::uint32_t section, std::uint32_t particle,
                        std::uint32_t k) {
  auto* entries = reinterpret_cast<std::uint16_t*>(list.regions[list.region_of(section)].data());
  return entries + list.place_of(section, particle, k);
}

// Of every change of cell of one list, the first of each section among them.
TEST(CellEntries, AChangeOfCellThatIsLostIsFound) {
  const Scenario scenario = water_scenario(random_particles(3, 12, 5), 3);
  for_each_list_in_cells(scenario, [&](const Simulation& simulation) {
    DownloadedList list = simulation.download_list();
    const ParticleState state = simulation.download();
    ASSERT_TRUE(judged(simulation, scenario, list).passed);
    std::uint32_t particle = 0;
    while (type_of(state.identity[particle]) != ParticleType::fluid) ++particle;
    int changes = 0;
    for (std::uint32_t section = 0; section < 2; ++section) {
      for (std::uint32_t k = 0; *entry_at(list, section, particle, k) != cell_entry_end; ++k) {
        std::uint16_t* entry = entry_at(list, section, particle, k);
        const std::uint16_t whole = *entry;
        if (!tells_cell(whole)) continue;
        ++changes;
        *entry = cell_entry(ordinal_of_entry(whole));
        EXPECT_FALSE(judged(simulation, scenario, list).passed) << section << ", entry " << k;
        *entry = cell_entry(28, ordinal_of_entry(whole));  // no cell
        EXPECT_FALSE(judged(simulation, scenario, list).passed) << section << ", entry " << k;
        *entry = whole;
      }
    }
    EXPECT_GT(changes, 4);
  });
}

}  // namespace
}  // namespace sphlab::test
