#include "harness/verify/moving_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/verify/status.hpp"
#include "harness/verify/verify.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/test_packs/altered_pack.hpp"

namespace sphlab::test {
namespace {

Scenario small_dam() {
  return shipped("dam-break-lj", {{"particles_per_height", 6}});
}

/// The status after a verification in motion by the oracle of `judge` of what runs `run`.
std::string status_in_motion(const Scenario& run, const Scenario& judge,
                             const std::string& traversal, bool after_timing) {
  const RunnablePack pack = pack_of("cpu-gcc");
  const Variant variant = as_served(*pack.pack->pack, run.physics, variant_of(traversal));
  Simulation simulation(*pack.runtime, *pack.pack, run, variant);
  MovingState moving(judge, judge.initial, 0, 0, "initial");
  std::vector<Check> checks;
  if (after_timing) {
    moving.verify_after_timing(*pack.pack, simulation, checks);
  } else {
    moving.verify(*pack.runtime, *pack.pack, nullptr, simulation, checks);
  }
  EXPECT_FALSE(checks.empty());
  return status_of(checks);
}

TEST(MovingState, PassesListsAndCellsBeforeAndAfterTiming) {
  for (const char* traversal : {"omp-list", "omp-asymmetric"}) {
    for (const bool after : {false, true})
      EXPECT_EQ(status_in_motion(small_dam(), small_dam(), traversal, after), "ok")
          << traversal << after;
  }
}

/// The step of a scheme is compared once for all variants that have its stages, and rates at its
/// midpoint with each traversal whose sources the scheme writes.
TEST(MovingState, ComparesAtTheMidpointWhatReadsSourcesOfTheScheme) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario dam = small_dam();
  MovingState moving(dam, dam.initial, 0, 0, "initial");
  const auto checks_of = [&](const char* traversal) {
    Simulation simulation(*pack.runtime, *pack.pack, dam,
                          as_served(*pack.pack->pack, dam.physics, variant_of(traversal)));
    std::vector<Check> checks;
    moving.verify(*pack.runtime, *pack.pack, nullptr, simulation, checks);
    EXPECT_EQ(status_of(checks), "ok") << traversal;
    return checks;
  };
  const auto count = [](const std::vector<Check>& checks, const char* what) {
    return std::count_if(checks.begin(), checks.end(),
                         [&](const Check& check) { return mentions(check.name, {what}); });
  };
  const std::vector<Check> first = checks_of("list-gather");
  EXPECT_EQ(count(first, "of predictor-corrector"), 1);
  EXPECT_EQ(count(first, "midpoint"), 0);
  EXPECT_EQ(count(checks_of("list-gather-record-24"), "midpoint"), 2);
  EXPECT_EQ(count(checks_of("list-gather-record-24"), "midpoint"), 0) << "it was compared";
}

/// The state that its pass has read is overwritten when the step is over.
TEST(MovingState, ComparesNoMidpointOfASchemeThatHasNone) {
  const RunnablePack pack = pack_of("simt-w32");
  const Scenario dam = shipped("dam-break-lj-verlet", {{"particles_per_height", 6}});
  MovingState moving(dam, dam.initial, 0, 0, "initial");
  Simulation simulation(
      *pack.runtime, *pack.pack, dam,
      as_served(*pack.pack->pack, dam.physics, variant_of("list-gather-record-24")));
  std::vector<Check> checks;
  moving.verify(*pack.runtime, *pack.pack, nullptr, simulation, checks);
  EXPECT_EQ(status_of(checks), "ok");
}

TEST(MovingState, FindsWhatAStateAtRestHides) {
  Scenario without = small_dam();
  without.wcsph.artificial_viscosity = 0;
  const RunnablePack pack = pack_of("cpu-gcc");
  Simulation simulation(*pack.runtime, *pack.pack, without,
                        as_served(*pack.pack->pack, "wcsph-lj", variant_of("omp-asymmetric")));
  std::vector<Check> at_rest;
  const Scenario with = small_dam();
  verify_state(simulation, with, "initial", at_rest);
  EXPECT_EQ(status_of(at_rest), "ok") << "nothing moves";
  for (const bool after : {false, true}) {
    const std::string status = status_in_motion(without, with, "omp-asymmetric", after);
    EXPECT_TRUE(mentions(status, {"accelerations", after ? "after timing" : "moving"})) << status;
  }
}

TEST(MovingState, FindsATermThatIsOffByAThousandth) {
  Scenario other = small_dam();
  other.wcsph.artificial_viscosity *= 1.004f;
  const std::string status = status_in_motion(other, small_dam(), "omp-asymmetric", false);
  EXPECT_TRUE(mentions(status, {"artificial viscosity"}) || mentions(status, {"accelerations"}))
      << status;
}

int swapping_reorder(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const int code = original_launch(arguments, tuning, stream);
  const auto& reorder = *static_cast<const ReorderArguments*>(arguments);
  std::swap(reorder.to.identity[0], reorder.to.identity[1]);
  return code;
}

TEST(MovingState, CountsOfParticlesThatOneVariantMixesUpAreHeldAgainstNoOther) {
  const Scenario scenario = small_dam();
  const RunnablePack& right = pack_of("simt-w32");
  LoadedPack wrong = *right.pack;
  wrong.pack = edited_pack([](KernelPack&, std::vector<Strategy>& strategies) {
    for (Strategy& strategy : strategies) {
      if (strategy.stage != Stage::reorder) continue;
      original_launch = strategy.launch;
      strategy.launch = swapping_reorder;
    }
  });
  PairCounter counter(scenario, scenario.initial);
  const auto status_by = [&](const LoadedPack& pack) {
    const Variant variant = as_served(*pack.pack, scenario.physics, variant_of("list-gather"));
    Simulation simulation(*right.runtime, pack, scenario, variant);
    std::vector<Check> all;
    LabelledChecks checks({"initial", 0, 0}, all);
    counter.count(*right.runtime, pack, nullptr, simulation, checks);
    return status_of(all);
  };
  EXPECT_TRUE(mentions(status_by(wrong), {"particles carried"}));
  EXPECT_EQ(status_by(*right.pack), "ok");
}

// Cells of half the radius have fewer candidates: so few that all are judged.
TEST(MovingState, CountsAllPairsAfterThoseOfASample) {
  const Scenario scenario = shipped("dam-break-lj", {{"particles_per_height", 16}});
  const RunnablePack pack = pack_of("simt-w32");
  constexpr double between = 2e6;
  PairCounter counter(scenario, scenario.initial, between);
  const auto check_by = [&](std::uint32_t cells_per_radius) {
    Variant variant = as_served(*pack.pack->pack, scenario.physics, variant_of("list-gather"));
    variant.cells_per_radius = cells_per_radius;
    Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
    std::vector<Check> all;
    LabelledChecks checks({"initial", 0, 0}, all);
    counter.count(*pack.runtime, *pack.pack, nullptr, simulation, checks);
    return all.at(0);
  };
  const Check of_sample = check_by(1);
  EXPECT_TRUE(of_sample.passed && mentions(of_sample.name, {"of a sample"}))
      << of_sample.name << of_sample.detail;
  const Check of_all = check_by(2);
  EXPECT_TRUE(of_all.passed && !mentions(of_all.name, {"of a sample"}))
      << of_all.name << of_all.detail;
}

// Leaves out packs that have the count to see that it compiles, and are for no suite.
TEST(MovingState, CountsThePairsOfEveryTraversal) {
  constexpr std::size_t most_to_see_that_it_compiles = 3;
  const Scenario scenario = small_dam();
  std::size_t packs = 0;
  for_each_pack([&](const RunnablePack& pack) {
    const auto counting = strategy_names(*pack.pack->pack, {Stage::pass, pair_count_physics});
    if (counting.size() <= most_to_see_that_it_compiles) return;
    ++packs;
    for_each_traversal_of(pack, "wcsph-lj", [&](const Variant& variant) {
      Simulation simulation(*pack.runtime, *pack.pack, scenario, variant);
      EXPECT_EQ(PairCounter(scenario, scenario.initial).uncountable(simulation, *pack.pack), "");
    });
  });
  if (packs == 0) GTEST_SKIP() << "this build has no pack for suites";
}

TEST(MovingState, NamesThePhysicsThatWouldCountPairs) {
  const RunnablePack pack = pack_of("simt-w32");
  LoadedPack without = *pack.pack;
  without.pack = edited_pack([](KernelPack&, std::vector<Strategy>& strategies) {
    std::erase_if(strategies, [](const Strategy& strategy) {
      return strategy.physics == std::string_view(pair_count_physics);
    });
  });
  const Scenario scenario = small_dam();
  Simulation simulation(*pack.runtime, *pack.pack, scenario, variant_of("par-part-noloop"));
  EXPECT_TRUE(mentions(PairCounter(scenario, scenario.initial).uncountable(simulation, without),
                       {"simt-w32", "'par-part-noloop'", "'pair-count'"}));
}

}  // namespace
}  // namespace sphlab::test
