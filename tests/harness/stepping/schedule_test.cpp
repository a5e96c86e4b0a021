// The order of a cycle as one list: what follows from it, and which orders are refused.
#include "harness/stepping/schedule.hpp"

#include <gtest/gtest.h>

#include <map>

#include "harness/error.hpp"
#include "harness/packs/pack_library.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using Names = std::vector<std::string>;
using Counts = std::vector<std::pair<std::string, int>>;

/// Made-up items that write down what is enqueued.
class ScheduleTest : public testing::Test {
 protected:
  ScheduleItem item(const std::string& name, Phase phase, Names needs = {}, Names makes = {}) {
    return {.name = name,
            .timed_as = name,
            .phase = phase,
            .times = phase == Phase::rebuild ? 1 : 3,
            .on = &runtime_,
            .is_awaited = false,
            .choices = {{name, "own-" + name}},
            .needs = std::move(needs),
            .makes = std::move(makes),
            .enqueue = [this, name](void*) { done_.push_back(name); },
            .enqueue_alone = [this, name](void*) { done_.push_back(name + " alone"); },
            .kernels = [] { return std::vector<KernelLaunch>(2); }};
  }

  /// sort, list | kick, forces, kick, push; the kicks are timed as "motion", as push is.
  std::vector<ScheduleItem> a_cycle() {
    std::vector<ScheduleItem> items = {item("sort", Phase::rebuild, {"particles"}, {"order"}),
                                       item("list", Phase::rebuild, {"order"}, {"list"}),
                                       item("kick", Phase::step),
                                       item("forces", Phase::step, {"list"}, {"rates"}),
                                       item("kick", Phase::step, {"rates"}),
                                       item("push", Phase::step)};
    for (std::size_t k : {2, 4, 5}) items[k].timed_as = "motion";
    return items;
  }

  Names taken() { return std::exchange(done_, {}); }

  std::string refusal(std::vector<ScheduleItem> items) {
    try {
      const Schedule refused("toy", std::move(items), {"particles"});
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ExitCode::not_available);
      return error.what();
    }
    ADD_FAILURE() << "it was not refused";
    return "";
  }

  Runtime runtime_{host_runtime(), 0};
  Names done_;
};

TEST_F(ScheduleTest, RunsAPhaseInOrderWithAMarkBeforeEach) {
  std::vector<ScheduleItem> items = a_cycle();
  bool is_due = false;
  items[1].is_due = [&] { return is_due; };
  const Schedule schedule("toy", std::move(items), {"particles"});
  Names marks;
  const StageMarker mark = [&](const char* stage) { marks.emplace_back(stage); };
  schedule.run(Phase::step, mark);
  EXPECT_EQ(taken(), (Names{"kick", "forces", "kick", "push"}));
  EXPECT_EQ(marks, (Names{"motion", "forces", "motion", "motion"}));
  marks.clear();
  schedule.run(Phase::rebuild, mark);
  EXPECT_EQ(marks, (Names{"sort"})) << "what is not due leaves no mark";
  is_due = true;
  schedule.run(Phase::rebuild, mark);
  EXPECT_EQ(taken(), (Names{"sort", "sort", "list"}));
}

TEST_F(ScheduleTest, CountsAndNamesInOrderOfFirstExecution) {
  const Schedule schedule("toy", a_cycle(), {"particles"});
  EXPECT_EQ(schedule.counts(), (Counts{{"sort", 1}, {"list", 1}, {"motion", 9}, {"forces", 3}}));
  const std::vector<std::pair<std::string, std::string>> choices = {{"sort", "own-sort"},
                                                                    {"list", "own-list"},
                                                                    {"kick", "own-kick"},
                                                                    {"forces", "own-forces"},
                                                                    {"push", "own-push"}};
  EXPECT_EQ(schedule.choices(), choices);
  EXPECT_EQ(schedule.parts("motion"), 2);
  EXPECT_EQ(schedule.parts("forces"), 1);
  EXPECT_EQ(schedule.kernels("motion").size(), 4u) << "each part once";
}

TEST_F(ScheduleTest, TellsWhatRunsOnDemandAndWhetherItIsSplit) {
  std::vector<ScheduleItem> items = a_cycle();
  EXPECT_FALSE(Schedule("toy", items, {"particles"}).is_on_demand());
  EXPECT_FALSE(Schedule("toy", items, {"particles"}).runs_on_demand("list"));
  items.insert(items.begin(), item("check", Phase::check));
  const Schedule demanding("toy", items, {"particles"});
  EXPECT_TRUE(demanding.is_on_demand());
  EXPECT_TRUE(demanding.runs_on_demand("list"));
  EXPECT_FALSE(demanding.runs_on_demand("motion"));
  EXPECT_FALSE(demanding.runs_on_demand("tiles")) << "there is none";
  EXPECT_FALSE(demanding.is_split());
  const Runtime other(host_runtime(), 0);
  items.back().on = &other;
  EXPECT_TRUE(Schedule("toy", items, {"particles"}).is_split());
}

TEST_F(ScheduleTest, RunsAStageAlone) {
  std::vector<ScheduleItem> items = a_cycle();
  items.insert(items.begin() + 2, item("list", Phase::rebuild));
  items.push_back(item("copy", Phase::step));
  items.back().enqueue_alone = {};
  const Schedule schedule("toy", std::move(items), {"particles"});
  schedule.run_alone("motion");
  EXPECT_EQ(taken(), (Names{"push alone"})) << "the last of those that share its samples";
  schedule.run_alone("kick");
  EXPECT_EQ(taken(), (Names{"kick alone"}));
  schedule.run_alone("list");
  EXPECT_EQ(taken(), (Names{"list alone", "list alone"})) << "all of a rebuild";
  EXPECT_THROW(schedule.run_alone("copy"), std::invalid_argument);
  EXPECT_THROW(schedule.run_alone("tiles"), std::invalid_argument);
}

TEST_F(ScheduleTest, RefusesACycle) {
  EXPECT_TRUE(mentions(refusal({item("sort", Phase::rebuild, {"particles", "list"}, {"order"}),
                                item("bin", Phase::rebuild, {"order"}, {"bins"}),
                                item("list", Phase::rebuild, {"bins"}, {"list"})}),
                       {"schedule of toy", "'sort' needs 'list'", "'list' makes behind it",
                        "a cycle", "take one of the two needs away"}));
  EXPECT_TRUE(mentions(refusal({item("sort", Phase::rebuild, {"order"}, {"order"})}),
                       {"'sort' needs 'order'", "which it makes itself", "a cycle"}));
}

TEST_F(ScheduleTest, RefusesWhatNothingBeforeHasMade) {
  EXPECT_TRUE(mentions(refusal({item("forces", Phase::step, {"density"}, {"rates"}),
                                item("density", Phase::step, {"particles"}, {"density"})}),
                       {"'forces' needs 'density'", "'density' makes behind it", "exchange"}));
  EXPECT_TRUE(mentions(refusal({item("forces", Phase::step, {"strain"})}),
                       {"'forces' needs 'strain'", "nothing makes", "add what does"}));
}

/// A simulation's cycle is what it says of it, mark by mark, with every kind of traversal.
TEST(SphSchedule, ACycleIsWhatItsCountsAndNamesSay) {
  const Scenario water = adaptive_water();
  for_each_kind_of_traversal(water.physics, [&](const RunnablePack& pack, const Variant& variant) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant);
    Names order;
    std::map<std::string, int> marked;
    simulation.marked_cycle([&](const char* stage) {
      if (stage != nullptr && ++marked[stage] == 1) order.emplace_back(stage);
    });
    const std::set<std::string> possible = timed_names(*pack.pack->pack);
    Names counted;
    for (const auto& [stage, times] : simulation.stage_counts()) {
      counted.push_back(stage);
      EXPECT_EQ(marked[stage], times) << stage;
      EXPECT_TRUE(possible.contains(stage)) << stage;
      EXPECT_EQ(simulation.kernels(stage).empty(), stage == "sort") << stage;
    }
    EXPECT_EQ(counted, order);
  });
}

/// Two passes with a preparation each: either runs alone by its own name.
TEST(SphSchedule, PreparationsAreItemsOfTheirOwn) {
  const Scenario cuboid = shipped("static-cuboid-64", {{"particles_per_side", 8}});
  Variant variant = variant_of("warp-tiles");
  variant.stages["hash"] = {"perpendicular", {}};
  variant.stages["density"] = {"hierarchical-tasks", {}};
  const RunnablePack pack = pack_of("simt-w32");
  Simulation simulation(*pack.runtime, *pack.pack, cuboid, variant);
  simulation.rebuild();
  for (const char* preparation : {"tasks", "groups"}) {
    SCOPED_TRACE(preparation);
    EXPECT_NO_THROW(simulation.run_stage_isolated(preparation));
    EXPECT_FALSE(simulation.kernels(preparation).empty());
    EXPECT_TRUE(timed_names(*pack.pack->pack).contains(preparation));
  }
  EXPECT_THROW(simulation.run_stage_isolated("census"), std::invalid_argument);
}

}  // namespace
}  // namespace sphlab::test
