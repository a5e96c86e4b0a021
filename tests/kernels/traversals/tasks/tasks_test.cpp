// Traversals of tasks: which tasks there are, what is looked at for them, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/reason_against.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using TaskTuning = std::map<std::string, std::uint32_t>;

Variant tasks_in(const std::string& order, const std::string& traversal,
                 const TaskTuning& tuning = {}, std::uint32_t tile = 0) {
  Variant variant = variant_of(traversal, tuning);
  variant.stages["hash"].name = order;
  if (tile != 0) variant.stages["hash"].tuning["tile"] = tile;
  return variant;
}

Variant on_cubes(const std::string& traversal, const TaskTuning& tuning = {},
                 std::uint32_t tile = 0) {
  return tasks_in("perpendicular", traversal, tuning, tile);
}

const std::vector<std::string> hierarchical = {"hierarchical-tasks-x", "hierarchical-tasks-xz",
                                               "hierarchical-tasks"};

template <class Judge>
void for_each_executor_pack(Judge&& judge) {
  for (const std::string& name : executor_toolchains()) {
    SCOPED_TRACE(name);
    judge(pack_of(name));
  }
}

void expect_ok(const RunnablePack& pack, const Scenario& scenario, const Variant& variant) {
  SCOPED_TRACE(variant.name());
  const VerificationReport report = verify_variant(*pack.runtime, *pack.pack, scenario, variant);
  EXPECT_EQ(report.status, "ok");
}

/// Cells of these numbers of particles in a row along x, `apart` cells from one to the next, in a
/// grid of 9^3.
Scenario cells_of(const std::vector<int>& counts, int apart) {
  std::mt19937 generator(31);
  ParticleState state;
  for (std::size_t k = 0; k < counts.size(); ++k)
    fill_cell(state, static_cast<int>(k) * apart, 4, 4, counts[k], generator);
  return potential_scenario(std::move(state), 9);
}

struct Counts {
  double single, merged, sparse;
};

void expect_counts(const Scenario& scenario, const Variant& variant, const Counts& counts) {
  for_each_executor_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    simulation.rebuild();
    const auto notes = simulation.preparation_notes();
    EXPECT_EQ(notes.at("single_tasks"), counts.single);
    EXPECT_EQ(notes.at("merged_tasks"), counts.merged);
    EXPECT_EQ(notes.at("sparse_particles"), counts.sparse);
  });
}

TEST(Tasks, OfSparseAndFullCells) {
  const std::map<int, Counts> alone = {
      {14, {0, 0, 14}},                                     // below 15 of below 96
      {15, {1, 0, 0}},                                      // (15 + 27) / 32
      {32, {1, 0, 0}},   {36, {1, 0, 4}},                   // (36 + 27) / 32: four are left
      {37, {2, 0, 0}},   {59, {2, 0, 0}}, {60, {2, 0, 0}},  // no longer below 60
      {65, {3, 0, 0}},                                      // a task of one
      {1000, {32, 0, 0}}};
  for (const auto& [particles, counts] : alone) {
    SCOPED_TRACE(particles);
    expect_counts(cells_of({particles}, 1), variant_of("cta-tasks"), counts);
  }
}

// The particles of the six cells at its faces make the surroundings of a cell, not those at its
// edges.
TEST(Tasks, AreMadeOfFewWhereTheNeighboursAreFull) {
  expect_counts(cells_of({14, 81}, 1), variant_of("cta-tasks"), {3, 0, 14});
  expect_counts(cells_of({14, 82}, 1), variant_of("cta-tasks"), {4, 0, 0});
  expect_counts(cells_of({14, 82}, 2), variant_of("cta-tasks"), {3, 0, 14});
  expect_counts(cells_of({36, 24}, 1), variant_of("cta-tasks"), {3, 0, 0});
  expect_counts(cells_of({36, 23}, 1), variant_of("cta-tasks"), {2, 0, 4});
}

// Neighbours in the whole array from an even number on: 65 make three tasks, 64 two; of a b c | d e
// only a and b become one.
TEST(Tasks, OfOneCellAreMergedByTheirPlaceInTheArray) {
  for (const std::string& traversal : hierarchical) {
    expect_counts(cells_of({65, 64}, 2), on_cubes(traversal), {3, 1, 0});
    expect_counts(cells_of({64, 65}, 2), on_cubes(traversal), {1, 2, 0});
    expect_counts(cells_of({64, 65}, 2), on_cubes(traversal, {{"merge", 0}}), {5, 0, 0});
  }
}

TEST(Tasks, AreMadeAnewForAnotherTuning) {
  const Scenario scenario = cells_of({64, 65}, 2);
  for_each_executor_pack([&](const RunnablePack& pack) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, on_cubes("hierarchical-tasks"));
    simulation.rebuild();
    for (const std::uint32_t merge : {0u, 1u, 0u}) {
      simulation.retune("forces", {{"merge", merge}});
      EXPECT_EQ(simulation.preparation_notes().at("merged_tasks"), 2.0 * merge);
    }
  });
}

/// A potential that is as large at the cutoff as elsewhere: one pair that is missed there, where
/// narrowing would miss it, is seen.
Scenario with_sharp_cutoff(Scenario scenario) {
  scenario.lj_potential.zero_radius = 1.2f * radius;
  scenario.lj_potential.softening = radius * radius;
  return scenario;
}

/// Boxes in which cells are sparse, hold a task or two, and several that are merged.
std::vector<Scenario> boxes() {
  ParticleState uneven;
  std::mt19937 generator(32);
  for (int cell = 0; cell < 27; ++cell)
    fill_cell(uneven, cell % 3, cell / 3 % 3, cell / 9, cell * cell % 91, generator);
  std::vector<Scenario> all = {potential_scenario(random_particles(3, 4, 33), 3),
                               potential_scenario(random_particles(3, 70, 34), 3),
                               potential_scenario(std::move(uneven), 3),
                               potential_scenario(random_particles(1, 100, 36), 1)};
  for (Scenario& scenario : all) scenario = with_sharp_cutoff(std::move(scenario));
  return all;
}

TEST(Tasks, ComputeWhatTheOracleDoes) {
  for (const Scenario& scenario : boxes()) {
    SCOPED_TRACE(scenario.particles());
    for_each_executor_pack([&](const RunnablePack& pack) {
      for (const std::uint32_t blocks : {0u, 8u}) {
        const TaskTuning tuning = {{"blocks-per-multiprocessor", blocks}};
        expect_ok(pack, scenario, variant_of("cta-tasks", tuning));
        expect_ok(pack, scenario, tasks_in("morton", "cta-tasks", tuning));
        expect_ok(pack, scenario, on_cubes("cta-tasks", tuning));
        for (const std::string& traversal : hierarchical)
          expect_ok(pack, scenario, on_cubes(traversal, tuning));
      }
    });
  }
}

TEST(Tasks, ComputeItWithEveryTileThresholdAndSort) {
  const Scenario scenario = boxes()[2];
  for_each_executor_pack([&](const RunnablePack& pack) {
    for (const std::uint32_t tile : {2u, 3u, 4u, 5u, 6u}) {
      for (const std::string& traversal : hierarchical) {
        for (const std::uint32_t merge : {0u, 1u})
          expect_ok(pack, scenario, on_cubes(traversal, {{"merge", merge}}, tile));
      }
    }
    for (const std::uint32_t per_row : {0u, 45u, 90u, 180u}) {
      for (const std::uint32_t per_slab : {0u, 22u}) {
        Variant variant = on_cubes("hierarchical-tasks", {{"threshold-per-row", per_row},
                                                          {"threshold-per-slab", per_slab}});
        variant.stages["sort"].name = "counting";
        expect_ok(pack, scenario, variant);
      }
    }
  });
}

/// What a task's targets have to look at, found by going through all particles.
class Candidates {
 public:
  /// @param cuts whether a row of a task is cut, by its particles and its slabs.
  Candidates(const Simulation& simulation, std::uint32_t tile,
             const std::function<bool(std::uint64_t, std::uint64_t)>& cuts)
      : state_(simulation.download()),
        tasks_(simulation.download_tasks().at(0)),
        tile_(static_cast<int>(tile)),
        cuts_(cuts) {}

  std::uint64_t count() const {
    std::uint64_t pairs = 0;
    for (const Task& task : tasks_.tasks) pairs += task.targets * (sources(task) - 1);
    const auto last = static_cast<std::uint8_t>(tile_ - 1);
    for (const std::uint32_t i : tasks_.sparse)
      pairs += sources({0, i, 1, 0, 0, last, 0, last}, true) - 1;
    return pairs;
  }

 private:
  struct Place {
    std::array<int, 3> cell, cube;
  };
  Place place(std::size_t i) const {
    const float4& p = state_.position[i];
    const std::array<double, 3> at = {4.0 * p.x, 4.0 * p.y, 4.0 * p.z};
    Place found{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      found.cell[axis] = static_cast<int>(at[axis]);
      found.cube[axis] = static_cast<int>((at[axis] - found.cell[axis]) * tile_);
    }
    return found;
  }

  std::uint64_t sources(const Task& task, bool whole = false) const {
    std::uint64_t all = 0;
    const Place own = place(task.first);
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) all += sources_of_row(task, own, y, z, whole);
    return all;
  }

  std::uint64_t sources_of_row(const Task& task, const Place& own, int y, int z, bool whole) const {
    std::uint64_t row = 0;
    std::uint64_t in_columns = 0;
    for (std::size_t j = 0; j < state_.size(); ++j) {
      const Place source = place(j);
      const int x = source.cell[0] - own.cell[0];
      const bool in_row = std::abs(x) <= 1 && source.cell[1] == own.cell[1] + y &&
                          source.cell[2] == own.cell[2] + z;
      const bool in_slabs =
          (x >= 0 || source.cube[0] >= task.x_min) && (x <= 0 || source.cube[0] <= task.x_max);
      if (!in_row || !in_slabs) continue;
      ++row;
      in_columns +=
          (z >= 0 || source.cube[2] >= task.z_min) && (z <= 0 || source.cube[2] <= task.z_max);
    }
    return !whole && cuts_(row, slabs(task, own)) ? in_columns : row;
  }

  // In a grid of three cells along x.
  std::uint64_t slabs(const Task& task, const Place& own) const {
    return static_cast<std::uint64_t>((own.cell[0] > 0 ? tile_ - task.x_min : 0) + tile_ +
                                      (own.cell[0] < 2 ? task.x_max + 1 : 0));
  }

  ParticleState state_;
  DownloadedTasks tasks_;
  int tile_;
  std::function<bool(std::uint64_t, std::uint64_t)> cuts_;
};

TEST(Tasks, CandidatesAreCountedByStrategyAndTuning) {
  const Scenario scenario = boxes()[2];
  const RunnablePack pack = pack_of("simt-w32");
  const auto counted = [&](const Variant& variant, std::uint32_t tile, const auto& cuts) {
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    simulation.rebuild();
    const auto found =
        static_cast<std::uint64_t>(simulation.preparation_notes().at("candidate_pairs"));
    EXPECT_EQ(found, Candidates(simulation, tile, cuts).count());
    return found;
  };
  const auto whole = verify_variant(*pack.runtime, *pack.pack, scenario, variant_of("cta-tasks"));
  for (const std::uint32_t tile : {2u, 3u, 4u}) {
    SCOPED_TRACE(tile);
    const std::uint64_t x = counted(on_cubes("hierarchical-tasks-x", {}, tile), tile,
                                    [](std::uint64_t, std::uint64_t) { return false; });
    const std::uint64_t xz = counted(on_cubes("hierarchical-tasks-xz", {}, tile), tile,
                                     [](std::uint64_t, std::uint64_t) { return true; });
    const std::uint64_t by_row = counted(on_cubes("hierarchical-tasks", {}, tile), tile,
                                         [](std::uint64_t n, std::uint64_t) { return n > 90; });
    const TaskTuning per_slab = {
        {"threshold-per-row", 0}, {"threshold-per-slab", 22}, {"merge", 0}};
    counted(on_cubes("hierarchical-tasks", per_slab, tile), tile,
            [](std::uint64_t n, std::uint64_t slabs) { return n > 22 * slabs; });
    EXPECT_LT(x, whole.pairs.candidate);
    EXPECT_LT(xz, x);
    EXPECT_LE(xz, by_row);
    EXPECT_LE(by_row, x);
  }
}

// A record's candidates are those that were looked at.
TEST(Tasks, AVerificationTellsTheirCandidates) {
  const Scenario scenario = boxes()[1];
  const RunnablePack pack = pack_of("simt-w32");
  const auto report =
      verify_variant(*pack.runtime, *pack.pack, scenario, on_cubes("hierarchical-tasks-x"));
  Simulation simulation(*pack.runtime, *pack.pack, scenario, on_cubes("hierarchical-tasks-x"));
  simulation.rebuild();
  EXPECT_EQ(static_cast<double>(report.pairs.candidate),
            simulation.preparation_notes().at("candidate_pairs"));
}

std::string reason_against(const Scenario& scenario, const Variant& variant) {
  return reason_against(pack_of("simt-w32"), scenario, variant);
}

TEST(Tasks, OfCubesRefuseCellsThatAreNotCut) {
  const Scenario scenario = boxes()[0];
  for (const char* order : {"linear", "morton"}) {
    const std::string reason = reason_against(scenario, tasks_in(order, "hierarchical-tasks"));
    EXPECT_NE(reason.find("'hierarchical-tasks' of stage 'forces' does not serve"),
              std::string::npos)
        << reason;
    EXPECT_NE(reason.find(std::string("'") + order + "'"), std::string::npos) << reason;
  }
}

// Between rebuilds a source may come from where nobody looks, unless the cells have a skin.
TEST(Tasks, OfCubesRefuseToWaitWithoutASkin) {
  const Scenario water = moving_water();
  for (const std::string& traversal : hierarchical) {
    Variant variant = on_cubes(traversal);
    const std::string reason = reason_against(water, variant);
    EXPECT_NE(reason.find("5 steps apart; rebuild every step"), std::string::npos) << reason;
    variant.rebuild = RebuildPolicy{.interval = 1};
    EXPECT_EQ(reason_against(water, variant), "");
    variant.rebuild = RebuildPolicy{.interval = 5, .expansion = 1.1};
    EXPECT_EQ(reason_against(water, variant), "");
  }
  EXPECT_EQ(reason_against(water, variant_of("cta-tasks")), "");
}

TEST(Tasks, RunWithAllParticlesLost) {
  ParticleState state = random_particles(2, 4, 16);
  for (float4& position : state.position) position.x = -1;
  const Scenario scenario = potential_scenario(std::move(state), 2);
  for_each_executor_pack([&](const RunnablePack& pack) {
    for (const Variant& variant : {variant_of("cta-tasks"), on_cubes("hierarchical-tasks")}) {
      Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
      simulation.run_cycles(1);
      EXPECT_EQ(simulation.run_state().lost, scenario.particles());
      EXPECT_EQ(simulation.preparation_notes().at("single_tasks"), 0);
    }
  });
}

}  // namespace
}  // namespace sphlab::test
