// list: whom each builder names, and what it says when its list is too short.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "harness/error.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/simulation.hpp"
#include "kernels/abi/relative_entry.hpp"
#include "tests/support/many_types.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

/// Ascending; what is there twice stands there twice.
using Ids = std::vector<std::uint32_t>;

/// Neighbours of one particle, by type.
using Neighbours = std::array<Ids, particle_type_count>;
using ById = std::map<std::uint32_t, Neighbours>;

std::size_t index_of(std::uint32_t identity) {
  return static_cast<std::size_t>(type_of(identity));
}

/// What stands in the list of one particle. Throws where a section holds what does not belong
/// there.
Neighbours read(const DownloadedList& list, const ParticleState& state, std::uint32_t i) {
  Neighbours neighbours;
  for (std::uint32_t section = 0; section < list_sections(list.format, list.types); ++section) {
    std::uint32_t k = 0;
    for (; k < list.section_slots(section) && list.entry(section, i, k) != list_end; ++k) {
      const std::uint32_t entry = list.entry(section, i, k);
      if (entry >= state.size()) throw std::runtime_error("an entry is no particle");
      const std::uint32_t identity = state.identity[entry];
      if (list_section(list.format, list.types, type_of(identity)) != section)
        throw std::runtime_error("a section holds another type");
      neighbours[index_of(identity)].push_back(id_of(identity));
    }
    if (k == list.section_slots(section)) throw std::runtime_error("a section has no end marker");
  }
  for (Ids& ids : neighbours) std::sort(ids.begin(), ids.end());
  return neighbours;
}

ById listed(const Simulation& simulation) {
  const ParticleState state = simulation.download();
  const DownloadedList list = simulation.download_list();
  const std::size_t live = state.size() - simulation.run_state().lost;
  ById all;
  for (std::uint32_t i = 0; i < live; ++i) all[id_of(state.identity[i])] = read(list, state, i);
  return all;
}

// All pairs, in double precision.
ById expected(const Scenario& scenario) {
  const ParticleState& state = scenario.initial;
  const TypeMask targets = physics_kind(scenario.physics).targets;
  const double reach2 = static_cast<double>(radius) * static_cast<double>(radius);
  ById all;
  for (std::size_t i = 0; i < state.size(); ++i) {
    Neighbours& neighbours = all[id_of(state.identity[i])];
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    for (std::size_t j = 0; j < state.size(); ++j) {
      const double x = static_cast<double>(state.position[i].x) - state.position[j].x;
      const double y = static_cast<double>(state.position[i].y) - state.position[j].y;
      const double z = static_cast<double>(state.position[i].z) - state.position[j].z;
      if (i == j || x * x + y * y + z * z >= reach2) continue;
      neighbours[index_of(state.identity[j])].push_back(id_of(state.identity[j]));
    }
    for (Ids& ids : neighbours) std::sort(ids.begin(), ids.end());
  }
  return all;
}

/// Slots that the fullest list needs of each of the parts that count in a word of
/// ListArrays::required.
std::uint32_t most_slots(const DownloadedList& list, const ById& lists, std::uint32_t word = 0) {
  std::uint32_t most = 0;
  for (const auto& [id, neighbours] : lists) {
    std::vector<std::uint32_t> slots(list_parts(list.format, list.types));
    for (std::uint32_t section = 0; section < list_sections(list.format, list.types); ++section)
      ++slots[list_part(list.format, section)];  // its end marker
    for (std::uint32_t t = 0; t < particle_type_count; ++t) {
      const std::uint32_t section =
          list_section(list.format, list.types, static_cast<ParticleType>(t));
      if (!neighbours[t].empty())
        slots[list_part(list.format, section)] += static_cast<std::uint32_t>(neighbours[t].size());
    }
    for (std::uint32_t part = 0; part < slots.size(); ++part)
      if (list_required_word(list.format, part) == word) most = std::max(most, slots[part]);
  }
  return most;
}

// A traversal that reads lists, "" where there is none.
std::string list_traversal(const KernelPack& pack, const StageNeeds& forces) {
  for (const std::string& name : strategy_names(pack, forces)) {
    if (has_list(find_strategy(pack, forces, name))) return name;
  }
  return "";
}

/// How many formats of lists a physics reads in a pack.
std::size_t compiled_formats(const RunnablePack& pack, const std::string& physics) {
  return static_cast<std::size_t>(
      std::count_if(std::begin(list_formats), std::end(list_formats), [&](const auto& format) {
        return !list_traversal(*pack.pack->pack, {Stage::pass, physics, format.name}).empty();
      }));
}

// Every builder of every pack, in every format that its physics is compiled for.
template <class Judge>
void for_each_list(const Scenario& scenario, Judge&& judge) {
  std::set<std::string> built;
  for_each_pack([&](const RunnablePack& pack) {
    for (const std::string& format : list_format_names()) {
      const StageNeeds forces{Stage::pass, scenario.physics, format};
      const std::string traversal = list_traversal(*pack.pack->pack, forces);
      if (traversal.empty()) continue;
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
        built.insert(builder + " " + format);
      }
    }
  });
  const std::size_t on_gpus = compiled_formats(pack_of("simt-w32"), scenario.physics);
  const std::size_t on_cpus = compiled_formats(pack_of("cpu-gcc"), scenario.physics);
  EXPECT_GE(on_gpus, 1u);
  EXPECT_GE(on_cpus, 1u);
  EXPECT_GE(built.size(), 3 * on_gpus + on_cpus) << "three builders of GPUs, one of CPUs";
}

void expect_exact_lists(const Scenario& scenario) {
  const ById right = expected(scenario);
  for_each_list(scenario, [&](const Simulation& simulation) {
    EXPECT_NO_THROW(simulation.check_overflow());
    EXPECT_TRUE(listed(simulation) == right);
    const DownloadedList list = simulation.download_list();
    EXPECT_EQ(simulation.run_state().list_required, most_slots(list, right));
    EXPECT_EQ(simulation.run_state().second_list_required, most_slots(list, right, 1));
  });
}

// With all particles as targets, and with the fluid alone, which is compiled for every format.
void expect_exact_lists(const ParticleState& state, unsigned cells) {
  expect_exact_lists(potential_scenario(state, cells));
  expect_exact_lists(water_scenario(state, cells));
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
  expect_exact_lists(random_particles(4, 8, 1), 4);
}

TEST(ListBuilders, ListsExactlyTheNeighboursInCellsOfEverySizeAroundAWarp) {
  ParticleState state;
  std::mt19937 generator(8);
  int cell = 0;
  for (const int count : {0, 1, 31, 32, 33, 64, 65, 200, 0, 0, 1}) {
    fill_cell(state, cell % 3, cell / 3 % 3, cell / 9, count, generator);
    ++cell;
  }
  expect_exact_lists(state, 3);
}

TEST(ListBuilders, ListsOneTypeWhereTheOtherIsAbsent) {
  for (const ParticleType type : {ParticleType::fluid, ParticleType::boundary}) {
    ParticleState state = random_particles(3, 8, 3);
    for (std::uint32_t& identity : state.identity) identity = make_identity(type, id_of(identity));
    expect_exact_lists(state, 3);
  }
}

// Sections of a second part, too: in every contents, with each type missing in turn.
TEST(ListBuilders, ListsThreeAndFourTypes) {
  constexpr ParticleType types[] = {ParticleType::fluid, ParticleType::boundary, ParticleType::body,
                                    ParticleType::second_fluid};
  for (const std::size_t count : {3, 4}) {
    const char* physics = count == 3 ? "wcsph-dynamic" : "wcsph-two-fluids";
    for (std::size_t absent = 0; absent <= count; ++absent) {
      std::vector<ParticleType> present(types, types + count);
      if (absent < count) present.erase(present.begin() + static_cast<std::ptrdiff_t>(absent));
      ParticleState state = random_particles(3, 12, 9);
      deal_types(state, present);
      expect_exact_lists(many_types_scenario(physics, std::move(state), 3));
    }
  }
}

/// Particles that are all neighbours of each other: of the types that share the second part of a
/// split list as many as one asks for, and of the others as many as 16 slots hold.
ParticleState cluster_of_four_types(int of_body, int of_second_fluid) {
  ParticleState state;
  int count = 0;
  const auto add = [&](ParticleType type, int particles) {
    for (int k = 0; k < particles; ++k)
      add_particle(state, type, 0.3f + quantum * static_cast<float>(count++), 0.3f, 0.3f);
  };
  add(ParticleType::fluid, 8);
  add(ParticleType::boundary, 6);
  add(ParticleType::body, of_body);
  add(ParticleType::second_fluid, of_second_fluid);
  return state;
}

// The second part has slots of its own, fewer or more than the first: one too many is told by its
// key, and the first part's entries are left alone.
TEST(ListBuilders, TellsASecondPartThatIsFullFromOneThatIsTooShort) {
  for (const auto& [slots, of_body, of_second_fluid] : std::vector<std::array<int, 3>>{
           {8, 3, 3}, {8, 4, 3}, {24, 22, 0}, {24, 0, 22}, {24, 10, 13}}) {
    Scenario scenario =
        many_types_scenario("wcsph-two-fluids", cluster_of_four_types(of_body, of_second_fluid), 3);
    const bool fits = of_body + of_second_fluid + 2 <= slots;
    scenario.list_capacity = 16;
    scenario.second_list_capacity = static_cast<std::uint32_t>(slots);
    const ById right = expected(scenario);
    std::size_t split = 0;
    for_each_list(scenario, [&](const Simulation& simulation) {
      const DownloadedList list = simulation.download_list();
      if (list.format.contents != ListContents::split) return;
      ++split;
      EXPECT_EQ(list.regions.size(), 1u);
      EXPECT_EQ(list.slots.capacity, 16u + static_cast<std::uint32_t>(slots));
      EXPECT_EQ(simulation.run_state().list_required, most_slots(list, right));
      EXPECT_EQ(simulation.run_state().second_list_required, most_slots(list, right, 1));
      if (fits) {
        EXPECT_NO_THROW(simulation.check_overflow());
        EXPECT_TRUE(listed(simulation) == right);
        return;
      }
      const auto overflow = overflow_of<ListOverflow>(simulation);
      EXPECT_EQ(overflow.capacity, static_cast<std::uint32_t>(slots));
      EXPECT_TRUE(mentions(overflow.what(), {"list.second_capacity of at least"}));
      EXPECT_NO_THROW(listed(simulation)) << "too short, but not malformed";
    });
    EXPECT_GT(split, 0u);
  }
}

TEST(ListBuilders, ListsOneCellWhoseParticlesAreAllNeighbours) {
  expect_exact_lists(cluster(50, 27), 3);
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
  EXPECT_EQ(right.at(0)[0], (Ids{2, 3}));
  expect_exact_lists(scenario);
  expect_exact_lists(water_scenario(scenario.initial, 4));
}

/// Clusters around what a list of 16 slots holds, in every format.
std::vector<ParticleState> clusters_around_a_full_list() {
  std::vector<ParticleState> clusters;
  for (const auto& [fluid, boundary] : std::vector<std::pair<int, int>>{
           {15, 0}, {16, 0}, {17, 0}, {8, 7}, {8, 8}, {9, 8}, {1, 14}, {1, 15}, {1, 16}, {24, 24}})
    clusters.push_back(cluster(fluid, boundary));
  return clusters;
}

// A list exactly full is exact, and one slot too few is told, whatever the format.
TEST(ListBuilders, TellsAListThatIsFullFromOneThatIsTooShort) {
  std::map<std::string, std::set<std::uint32_t>> seen;
  for (const ParticleState& state : clusters_around_a_full_list()) {
    Scenario scenario = water_scenario(state, 3);
    scenario.list_capacity = 16;
    const ById right = expected(scenario);
    for_each_list(scenario, [&](const Simulation& simulation) {
      const std::uint32_t needed = most_slots(simulation.download_list(), right);
      seen[simulation.variant().list_format].insert(needed);
      EXPECT_EQ(simulation.run_state().list_required, needed);
      if (needed > 16) {
        const auto overflow = overflow_of<ListOverflow>(simulation);
        EXPECT_EQ(overflow.required, needed);
        EXPECT_EQ(overflow.capacity, 16u);
        EXPECT_TRUE(mentions(overflow.what(), {fmt::format("at least {}", (needed + 7) / 8 * 8)}));
        EXPECT_NO_THROW(listed(simulation)) << "too short, but not malformed";
      } else {
        EXPECT_NO_THROW(simulation.check_overflow());
        EXPECT_TRUE(listed(simulation) == right);
      }
    });
  }
  EXPECT_GE(seen.size(), compiled_formats(pack_of("simt-w32"), "wcsph-lj"));
  for (const auto& [format, needed] : seen)
    EXPECT_TRUE(needed.contains(16) && needed.contains(17)) << format;
}

// A row of 4,096 particles is told apart by 16-bit entries; one more is refused, not garbled.
TEST(ListBuilders, RefusesWhatRelativeEntriesCannotTellApart) {
  for (const std::uint32_t in_row : {4096u, 4097u}) {
    ParticleState state;
    for (std::uint32_t k = 2; k < in_row; ++k)
      add_particle(state, ParticleType::boundary, quantum, quantum, quantum);
    for (const int steps : {270, 280})  // of the next cell, and neighbours of each other alone
      add_particle(state, ParticleType::fluid, quantum * static_cast<float>(steps), 0, 0);
    Scenario scenario = water_scenario(std::move(state), 3);
    scenario.list_capacity = 16;
    const ById right = expected(scenario);
    for_each_list(scenario, [&](const Simulation& simulation) {
      const std::string format = simulation.variant().list_format;
      if (in_row <= most_in_relative_row || find_list_format(format).entry != ListEntry::in_row) {
        EXPECT_NO_THROW(simulation.check_overflow());
        EXPECT_TRUE(listed(simulation) == right);
        return;
      }
      EXPECT_TRUE(mentions(overflow_of<EntryOverflow>(simulation).what(),
                           {format, "the fullest has 4097"}));
    });
  }
}

// A device says "invalid argument" of what it has no shared memory for.
TEST(ListBuilders, RefuseListsThatABlockHasNoSharedMemoryFor) {
  const RunnablePack pack = pack_of("simt-w32");
  Scenario scenario = moving_water();
  scenario.list_capacity = 8192;
  Variant variant = variant_of("list-gather");
  variant.stages["list"].name = "warp-per-run";
  try {
    Simulation(*pack.runtime, *pack.pack, scenario, variant).rebuild();
    ADD_FAILURE() << "8192 slots of 32 lists are a mebibyte";
  } catch (const Refused& error) {
    EXPECT_TRUE(mentions(error.what(), {"bytes of shared memory", "8192 slots"})) << error.what();
  }
}

// The overflow of one state is not that of the next.
TEST(ListBuilders, RestoreForgetsAnOverflow) {
  Scenario scenario = potential_scenario(cluster(17, 0), 3);
  scenario.list_capacity = 16;
  Scenario apart = scenario;
  for (const std::size_t i : {0, 1}) apart.initial.position[i] = {0.7f, 0.7f, 0.7f, 0};
  const ById right = expected(apart);
  for_each_list(scenario, [&](Simulation& simulation) {
    EXPECT_THROW(simulation.check_overflow(), ListOverflow);
    simulation.restore(apart.initial, 0, 0);
    simulation.rebuild();
    EXPECT_NO_THROW(simulation.check_overflow());
    EXPECT_EQ(simulation.run_state().list_required, most_slots(simulation.download_list(), right));
  });
}

// The crowd comes together in the middle of a run of cycles, and has parted by its end.
TEST(ListBuilders, RemembersTheLongestListOfARun) {
  ParticleState state;
  for (int k = 0; k < 18; ++k) {
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
    const bool split = simulation.download_list().format.contents == ListContents::split;
    EXPECT_EQ(simulation.run_state().list_required, split ? 19u : 18u) << "17 others and markers";
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
    for (Ids& ids : neighbours) {
      std::erase(ids, 5u);
      std::erase(ids, 77u);
    }
  }
  for_each_list(scenario, [&](const Simulation& simulation) {
    EXPECT_EQ(simulation.run_state().lost, 2u);
    EXPECT_TRUE(listed(simulation) == right);
  });
}

}  // namespace
}  // namespace sphlab::test
