// list: whom each builder names, and what it says when its list is too short.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/error.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using Ids = std::multiset<std::uint32_t>;

/// Neighbours of one particle, by type.
struct Neighbours {
  Ids fluid, boundary;
  bool operator==(const Neighbours&) const = default;
};
using ById = std::map<std::uint32_t, Neighbours>;

Ids read_ids(const DownloadedList& list, const ParticleState& state, std::size_t i, bool upward) {
  Ids ids;
  for (std::uint32_t k = 0; k < list.capacity; ++k) {
    const std::size_t slot = upward ? k : list.capacity - 1 - k;
    const std::uint32_t entry = list.entries[slot * list.stride + i];
    if (entry == list_end) return ids;
    if (entry >= state.size()) throw std::runtime_error("an entry is no particle");
    ids.insert(id_of(state.identity[entry]));
  }
  throw std::runtime_error("a list has no end marker");
}

ById listed(const Simulation& simulation) {
  const ParticleState state = simulation.download();
  const DownloadedList list = simulation.download_list();
  const std::size_t live = state.size() - simulation.run_state().lost;
  ById all;
  for (std::size_t i = 0; i < live; ++i) {
    all[id_of(state.identity[i])] = {read_ids(list, state, i, true),
                                     read_ids(list, state, i, false)};
  }
  return all;
}

// All pairs, in double precision.
ById expected(const Scenario& scenario) {
  const ParticleState& state = scenario.initial;
  const bool fluid_only = scenario.physics == "wcsph-lj";
  const double reach2 = static_cast<double>(radius) * static_cast<double>(radius);
  ById all;
  for (std::size_t i = 0; i < state.size(); ++i) {
    Neighbours& neighbours = all[id_of(state.identity[i])];
    if (fluid_only && type_of(state.identity[i]) != ParticleType::fluid) continue;
    for (std::size_t j = 0; j < state.size(); ++j) {
      const double x = static_cast<double>(state.position[i].x) - state.position[j].x;
      const double y = static_cast<double>(state.position[i].y) - state.position[j].y;
      const double z = static_cast<double>(state.position[i].z) - state.position[j].z;
      if (i == j || x * x + y * y + z * z >= reach2) continue;
      Ids& ids = type_of(state.identity[j]) == ParticleType::fluid ? neighbours.fluid
                                                                   : neighbours.boundary;
      ids.insert(id_of(state.identity[j]));
    }
  }
  return all;
}

std::uint32_t most_slots(const ById& lists) {
  std::size_t most = 0;
  for (const auto& [id, neighbours] : lists)
    most = std::max(most, neighbours.fluid.size() + neighbours.boundary.size() + 2);
  return static_cast<std::uint32_t>(most);
}

// Every builder of every pack.
template <class Judge>
void for_each_list(const Scenario& scenario, Judge&& judge) {
  std::size_t builders = 0;
  for_each_pack([&](const RunnablePack& pack) {
    for (const std::string& builder : strategy_names(*pack.pack->pack, "list", "")) {
      SCOPED_TRACE(builder);
      Variant variant = variant_of("list-gather");
      variant.stages["list"].name = builder;
      Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
      simulation.rebuild();
      judge(simulation);
      ++builders;
    }
  });
  EXPECT_GE(builders, 2u);
}

void expect_exact_lists(const Scenario& scenario) {
  const ById right = expected(scenario);
  for_each_list(scenario, [&](const Simulation& simulation) {
    EXPECT_NO_THROW(simulation.check_overflow());
    EXPECT_TRUE(listed(simulation) == right);
    EXPECT_EQ(simulation.run_state().list_required, most_slots(right));
  });
}

/// `fluid` and `boundary` particles within a hand's breadth: everyone is everyone's neighbour.
ParticleState cluster(int fluid, int boundary) {
  ParticleState state;
  for (int k = 0; k < fluid + boundary; ++k) {
    add_particle(state, k < fluid ? ParticleType::fluid : ParticleType::boundary,
                 0.3f + quantum * static_cast<float>(k % 4),
                 0.3f + quantum * static_cast<float>(k / 4), 0.3f);
  }
  return state;
}

TEST(ListBuilders, ListsExactlyTheNeighbours) {
  expect_exact_lists(potential_scenario(random_particles(4, 8, 1), 4));
}

TEST(ListBuilders, ListsExactlyTheNeighboursInCellsOfEverySizeAroundAWarp) {
  ParticleState state;
  std::mt19937 generator(8);
  int cell = 0;
  for (const int count : {0, 1, 31, 32, 33, 64, 65, 200, 0, 0, 1}) {
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, count, generator);
    ++cell;
  }
  expect_exact_lists(potential_scenario(std::move(state), 3));
}

TEST(ListBuilders, ListsNothingForTypesThatAreNoTargets) {
  expect_exact_lists(water_scenario(random_particles(3, 8, 2), 3));
}

TEST(ListBuilders, ListsOneTypeWhereTheOtherIsAbsent) {
  for (const ParticleType type : {ParticleType::fluid, ParticleType::boundary}) {
    ParticleState state = random_particles(3, 8, 3);
    for (std::uint32_t& identity : state.identity) identity = make_identity(type, id_of(identity));
    expect_exact_lists(potential_scenario(state, 3));
    expect_exact_lists(water_scenario(std::move(state), 3));
  }
}

TEST(ListBuilders, ListsOneCellWhoseParticlesAreAllNeighbours) {
  expect_exact_lists(potential_scenario(cluster(50, 27), 3));
}

// A distance of the radius exactly is outside it.
TEST(ListBuilders, LeavesOutThePairOnTheRadius) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.25f, 0.25f, 0.25f);
  add_particle(state, ParticleType::fluid, 0.5f, 0.25f, 0.25f);
  add_particle(state, ParticleType::fluid, std::nextafter(0.5f, 0.0f), 0.25f, 0.25f);
  add_particle(state, ParticleType::fluid, 0.25f, 0.25f, 0.25f);  // coincides with the first
  const Scenario scenario = potential_scenario(std::move(state), 4);
  const ById right = expected(scenario);
  EXPECT_EQ(right.at(0).fluid, (Ids{2, 3}));
  expect_exact_lists(scenario);
}

struct Cluster {
  int fluid, boundary;
};
class FullList : public testing::TestWithParam<Cluster> {};

TEST_P(FullList, HoldsExactlyItsCapacity) {
  constexpr std::uint32_t capacity = 16;
  const int room = static_cast<int>(capacity) - 1;  // neighbours, oneself, two end markers
  ASSERT_EQ(GetParam().fluid + GetParam().boundary, room);
  Scenario scenario = potential_scenario(cluster(GetParam().fluid, GetParam().boundary), 3);
  scenario.list_capacity = capacity;
  expect_exact_lists(scenario);
}

TEST_P(FullList, OneTooShortSaysHowManyAreNeeded) {
  for (const int more : {1, 9}) {
    Scenario scenario =
        potential_scenario(cluster(GetParam().fluid, GetParam().boundary + more), 3);
    scenario.list_capacity = 16;
    for_each_list(scenario, [&](Simulation& simulation) {
      const auto needed = static_cast<std::uint32_t>(16 + more);
      EXPECT_EQ(simulation.run_state().list_required, needed);
      simulation.forces();  // of a truncated list, which must still end
      try {
        simulation.check_overflow();
        FAIL() << "the overflow is silent";
      } catch (const ListOverflow& overflow) {
        EXPECT_EQ(overflow.required, needed);
        EXPECT_EQ(overflow.capacity, 16u);
        const std::string remedy = more == 1 ? "at least 24" : "at least 32";
        EXPECT_NE(std::string(overflow.what()).find(remedy), std::string::npos) << overflow.what();
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Types, FullList,
                         testing::Values(Cluster{15, 0}, Cluster{0, 15}, Cluster{8, 7},
                                         Cluster{1, 14}));

// The overflow of one state is not that of the next.
TEST(ListBuilders, RestoreForgetsAnOverflow) {
  Scenario scenario = potential_scenario(cluster(16, 0), 3);
  scenario.list_capacity = 16;
  ParticleState apart = scenario.initial;
  apart.position[0] = {0.7f, 0.7f, 0.7f, 0};
  for_each_list(scenario, [&](Simulation& simulation) {
    EXPECT_THROW(simulation.check_overflow(), ListOverflow);
    simulation.restore(apart, 0, 0);
    simulation.rebuild();
    EXPECT_NO_THROW(simulation.check_overflow());
    EXPECT_EQ(simulation.run_state().list_required, 16u);
  });
}

// The crowd comes together in the middle of a run of cycles, and has parted by its end.
TEST(ListBuilders, RemembersTheLongestListOfARun) {
  ParticleState state;
  for (int k = 0; k < 16; ++k) {
    const float side = k % 2 == 0 ? 0.1f : 0.9f;
    add_particle(state, ParticleType::fluid, side, 0.3f + 0.01f * static_cast<float>(k / 2), 0.5f);
    state.velocity.back().x = k % 2 == 0 ? 1.0f : -1.0f;
  }
  Scenario scenario = water_scenario(std::move(state), 4);
  scenario.wcsph.particle_mass = 0;  // nobody feels anybody
  scenario.wcsph.gravity = {0, 0, 0};
  scenario.fixed_dt = 0.01;
  scenario.list_capacity = 16;
  for_each_list(scenario, [&](Simulation& simulation) {
    simulation.restore(scenario.initial, 0, 0);
    simulation.run_cycles(16);
    EXPECT_EQ(simulation.run_state().lost, 0u);
    EXPECT_THROW(simulation.check_overflow(), ListOverflow);
    EXPECT_EQ(simulation.run_state().list_required, 17u);
  });
}

TEST(ListBuilders, GivesLostParticlesNoPlaceInAList) {
  Scenario scenario = potential_scenario(random_particles(3, 8, 6), 3);
  const Scenario all = scenario;
  scenario.initial.position[5].x = std::numeric_limits<float>::quiet_NaN();
  scenario.initial.position[77].y = 0.75f;
  ById right = expected(all);
  for (const std::uint32_t lost : {5u, 77u}) right.erase(lost);
  for (auto& [id, neighbours] : right) {
    for (Ids* ids : {&neighbours.fluid, &neighbours.boundary}) {
      ids->erase(5);
      ids->erase(77);
    }
  }
  for_each_list(scenario, [&](const Simulation& simulation) {
    EXPECT_EQ(simulation.run_state().lost, 2u);
    EXPECT_TRUE(listed(simulation) == right);
  });
}

}  // namespace
}  // namespace sphlab::test
