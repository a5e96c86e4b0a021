// list/warp-per-cell on the host executor at both warp widths, against the oracle: whatever number
// of particles a cell holds, every window of targets meets every window of sources.
#include <gtest/gtest.h>

#include <limits>

#include "harness/verify/checks_list.hpp"
#include "harness/verify/status.hpp"
#include "harness/verify/verify.hpp"
#include "tests/kernels/simt/order_scope.hpp"
#include "tests/support/overflow.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

Variant warp_per_cell(std::uint32_t block = 128) {
  Variant variant = variant_of("list-gather");
  variant.stages["list"] = {"warp-per-cell", {{"block", block}}};
  return variant;
}

std::size_t live_particles(const Simulation& simulation, const Scenario& scenario) {
  return scenario.particles() - simulation.run_state().lost;
}

ListComparison compare(const Simulation& simulation, const Scenario& scenario) {
  return compare_list(simulation.download(), live_particles(simulation, scenario),
                      simulation.download_list(), static_cast<float>(scenario.influence_radius),
                      target_types(scenario.physics));
}

/// A slot of a particle's list as the kernel left it.
std::uint32_t entry(const DownloadedList& list, std::size_t particle, std::uint32_t slot) {
  return list.entry(0, static_cast<std::uint32_t>(particle), slot);
}

class WarpPerCell : public testing::TestWithParam<std::string> {
 protected:
  RunnablePack pack() const { return pack_of(GetParam()); }

  /// Order, list and forces of a scenario agree with the oracle. Returns the pairs it found.
  PairCounts expect_verified(const Scenario& scenario, std::uint32_t block = 128) const {
    Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell(block));
    std::vector<Check> checks;
    const PairCounts pairs = verify_state(simulation, scenario, "initial", checks);
    EXPECT_EQ(status_of(checks), "ok");
    return pairs;
  }

  /// The list agrees with the oracle, for states whose rates say little: particles that coincide,
  /// or a physics whose sums are dominated by one pair.
  void expect_exact_list(const Scenario& scenario) const {
    Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell());
    simulation.rebuild();
    EXPECT_NO_THROW(simulation.check_overflow());
    const ListComparison list = compare(simulation, scenario);
    EXPECT_TRUE(list.check.passed) << list.check.detail;
    EXPECT_GT(list.entries, 0u);
  }
};

TEST_P(WarpPerCell, StillWater) {
  EXPECT_GT(expect_verified(shipped("still-water", {{"particles_per_depth", 8}})).accepted, 0u);
}

TEST_P(WarpPerCell, DamBreak) {
  EXPECT_GT(expect_verified(shipped("dam-break-lj", {{"particles_per_height", 8}})).accepted, 0u);
}

TEST_P(WarpPerCell, RandomBox) {
  for (const int per_cell : {1, 10, 100}) {
    SCOPED_TRACE(per_cell);
    const double cells = per_cell == 100 ? 3 : 5;
    const auto pairs = expect_verified(
        shipped("random-box", {{"cells_per_side", cells}, {"particles_per_cell", per_cell}}));
    EXPECT_GT(pairs.accepted, 0u);
  }
}

TEST_P(WarpPerCell, EveryBlockSize) {
  const Scenario scenario = shipped("random-box", {{"cells_per_side", 5}});
  for (const std::uint32_t block : {64u, 128u, 256u}) {
    SCOPED_TRACE(block);
    expect_verified(scenario, block);
  }
}

TEST_P(WarpPerCell, IsTheSameInWhateverOrderLanesRun) {
  const Scenario scenario = shipped("random-box", {{"cells_per_side", 4}});
  for (const char* order : {"forward", "reverse", "shuffled"}) {
    SCOPED_TRACE(order);
    const OrderScope scope(order);
    expect_verified(scenario);
  }
}

constexpr int crowds[] = {0, 1, 31, 32, 33, 64, 65, 200};

TEST_P(WarpPerCell, ACellAlone) {
  for (const int crowd : crowds) {
    if (crowd < 2) continue;  // nobody is anybody's neighbour
    SCOPED_TRACE(crowd);
    std::mt19937 generator(7);
    ParticleState state;
    fill_cell(state, 1, 2, 0, crowd, generator);
    expect_exact_list(potential_scenario(std::move(state), 3));
  }
}

TEST_P(WarpPerCell, NoNeighbourAtAll) {
  ParticleState state;
  add_particle(state, ParticleType::fluid, 0.1f, 0.1f, 0.1f);
  add_particle(state, ParticleType::boundary, 0.7f, 0.7f, 0.7f);
  const Scenario scenario = potential_scenario(std::move(state), 3);
  Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell());
  simulation.rebuild();
  const ListComparison list = compare(simulation, scenario);
  EXPECT_TRUE(list.check.passed) << list.check.detail;
  EXPECT_EQ(list.entries, 0u);
  EXPECT_EQ(simulation.run_state().list_required, 2u);
}

// Each crowd beside each other one, in rows and across them.
TEST_P(WarpPerCell, CellsOfEveryCrowdSideBySide) {
  std::mt19937 generator(8);
  for (const int shift : {0, 3, 5}) {
    SCOPED_TRACE(shift);
    ParticleState state;
    for (int x = 0; x < 8; ++x) {
      fill_cell(state, x, 3, 3, crowds[x], generator);
      fill_cell(state, x, 4, 3, crowds[(x + shift) % 8], generator);
    }
    expect_exact_list(potential_scenario(std::move(state), 8));
  }
}

TEST_P(WarpPerCell, OneTypeAbsent) {
  for (const ParticleType type : {ParticleType::fluid, ParticleType::boundary}) {
    std::mt19937 generator(9);
    ParticleState state;
    fill_cell(state, 0, 0, 0, 40, generator);
    fill_cell(state, 1, 0, 0, 70, generator);
    for (std::uint32_t& identity : state.identity) identity = make_identity(type, id_of(identity));
    expect_exact_list(potential_scenario(std::move(state), 3));
  }
}

// Lattices whose planes are the faces of the cells, the lowest of them the domain's edge.
TEST_P(WarpPerCell, ParticlesOnFacesAndOnTheEdge) {
  ParticleState state;
  for (int k = 0; k < 6 * 6 * 6; ++k) {
    const auto at = [](int step) { return 0.5f * radius * static_cast<float>(step); };
    add_particle(state, k % 3 == 2 ? ParticleType::boundary : ParticleType::fluid, at(k % 6),
                 at(k / 6 % 6), at(k / 36));
  }
  expect_exact_list(potential_scenario(std::move(state), 3));
}

TEST_P(WarpPerCell, ListsNothingForTypesThatAreNoTargets) {
  std::mt19937 generator(10);
  ParticleState state;
  for (int x = 0; x < 3; ++x) fill_cell(state, x, 1, 1, 40, generator);
  // a cell without any target
  for (int k = 0; k < 40; ++k) {
    add_particle(state, ParticleType::boundary, 0.1f, 0.1f + quantum * static_cast<float>(k), 0.1f);
  }
  const Scenario scenario = water_scenario(std::move(state), 3);
  Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell());
  simulation.rebuild();
  const ListComparison comparison = compare(simulation, scenario);
  EXPECT_TRUE(comparison.check.passed) << comparison.check.detail;
  const ParticleState sorted = simulation.download();
  const DownloadedList list = simulation.download_list();
  std::size_t others = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (type_of(sorted.identity[i]) == ParticleType::fluid) continue;
    EXPECT_EQ(entry(list, i, 0), list_end) << i;
    EXPECT_EQ(entry(list, i, list.slots.capacity - 1), list_end) << i;
    ++others;
  }
  EXPECT_EQ(others, scenario.boundary_particles);
}

TEST_P(WarpPerCell, LostParticlesHaveNoListAndAreInNone) {
  const Scenario scenario = potential_scenario(random_particles(3, 12, 11), 3);
  Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell());
  simulation.rebuild();
  const DownloadedList before = simulation.download_list();
  ParticleState state = scenario.initial;
  state.position[5].x = std::numeric_limits<float>::quiet_NaN();
  state.position[77].y = 3 * radius;
  state.position[78].z = -quantum;
  simulation.restore(state, 0, 0);
  simulation.rebuild();
  const std::size_t live = live_particles(simulation, scenario);
  EXPECT_EQ(live + 3, scenario.particles());
  const ListComparison list = compare(simulation, scenario);
  EXPECT_TRUE(list.check.passed) << list.check.detail;
  const DownloadedList after = simulation.download_list();
  for (std::size_t i = live; i < scenario.particles(); ++i) {
    ASSERT_NE(entry(before, i, 0), list_end);  // or a list of nothing would not show
    for (std::uint32_t slot = 0; slot < after.slots.capacity; ++slot)
      EXPECT_EQ(entry(after, i, slot), entry(before, i, slot)) << i << ' ' << slot;
  }
}

/// `count` particles so close that each is the neighbour of all others, half of them fluid.
ParticleState cluster(int count) {
  ParticleState state;
  for (int k = 0; k < count; ++k) {
    add_particle(state, k % 2 == 0 ? ParticleType::fluid : ParticleType::boundary, 0.3f,
                 0.3f + quantum * static_cast<float>(k), 0.3f);
  }
  return state;
}

TEST_P(WarpPerCell, AListExactlyFull) {
  for (const std::uint32_t capacity : {16u, 72u}) {
    SCOPED_TRACE(capacity);
    Scenario scenario = potential_scenario(cluster(static_cast<int>(capacity) - 1), 3);
    scenario.list_capacity = capacity;
    expect_exact_list(scenario);
  }
}

TEST_P(WarpPerCell, AListOneTooShort) {
  for (const std::uint32_t capacity : {16u, 72u}) {
    SCOPED_TRACE(capacity);
    ParticleState state = cluster(static_cast<int>(capacity));
    add_particle(state, ParticleType::fluid, 0.7f, 0.7f, 0.7f);
    Scenario scenario = potential_scenario(std::move(state), 3);
    scenario.list_capacity = capacity;
    Simulation simulation(*pack().runtime, *pack().pack, scenario, warp_per_cell());
    simulation.rebuild();
    const auto overflow = overflow_of<ListOverflow>(simulation);
    EXPECT_EQ(overflow.required, capacity + 1);
    EXPECT_EQ(overflow.capacity, capacity);
    const ParticleState sorted = simulation.download();
    const DownloadedList list = simulation.download_list();
    for (std::size_t i = 0; i < sorted.size(); ++i) {  // truncated or empty, but well-formed
      EXPECT_EQ(entry(list, i, 0), list_end) << i;
      EXPECT_EQ(entry(list, i, capacity - 1), list_end) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, WarpPerCell, testing::ValuesIn(executor_toolchains()),
                         [](const auto& parameter) { return parameter.param.substr(5); });

}  // namespace
}  // namespace sphlab::test
