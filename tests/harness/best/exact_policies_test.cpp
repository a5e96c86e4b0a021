// What best ranks misses nothing, unless it is asked to.
#include <gtest/gtest.h>

#include "harness/best/space.hpp"
#include "harness/best/trials.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab {
namespace {

/// Water that changes its neighbours within a few steps.
Scenario fast_water() {
  Scenario water = test::moving_water();
  for (float4& velocity : water.initial.velocity)
    velocity = {60 * velocity.x, 60 * velocity.y, 60 * velocity.z, velocity.w};
  return water;
}

std::vector<const LoadedPack*> packs() {
  return {test::pack_of("simt-w32").pack};
}

TEST(ExactPolicies, AreWhatASearchStartsWith) {
  const Scenario water = fast_water();
  Space exact(packs(), water, {.is_exact = true});
  for (const Point start : exact.starts()) {
    const auto& rebuild = exact.at(start).choice.variant.rebuild;
    ASSERT_TRUE(rebuild.has_value());
    EXPECT_EQ(rebuild->trigger, RebuildTrigger::displacement);
    EXPECT_GT(rebuild->expansion, 1);
  }
  for (const RebuildPolicy& rebuild : policies_to_try(water, true)) EXPECT_GT(rebuild.expansion, 1);
  const Space any(packs(), water, {});
  EXPECT_FALSE(any.at(any.starts().front()).choice.variant.rebuild.has_value());
}

TEST(ExactPolicies, AreNoSkinsWhereWallsReachBeyondTheRadius) {
  Scenario water = fast_water();
  water.wcsph.wall_distance = static_cast<float>(2 * water.influence_radius);
  Space exact(packs(), water, {.is_exact = true});
  EXPECT_FALSE(exact.at(exact.starts().front()).choice.variant.rebuild.has_value());
  for (const RebuildPolicy& rebuild : policies_to_try(water, true)) EXPECT_EQ(rebuild.expansion, 1);
}

TEST(ExactPolicies, AloneAreRankedUnlessAsked) {
  const test::RunnablePack pack = test::pack_of("simt-w32");
  const Scenario water = fast_water();
  Space space(packs(), water, {.traversals = {"list-gather"}});
  const Point every_five = space.starts().front();
  Trials strict(*pack.runtime, water, space, {}, Trials::Clock::now());
  EXPECT_FALSE(strict.verify(every_five));
  EXPECT_NE(strict.trouble(every_five).find("% of the pairs"), std::string::npos)
      << strict.trouble(every_five);
  EXPECT_NE(strict.trouble(every_five).find("--missed"), std::string::npos);
  // no other of that policy is timed then
  const std::vector<std::vector<Point>> axes = space.axes(every_five);
  int untimed = 0;
  for (const std::vector<Point>& axis : axes) {
    for (const Point point : axis) {
      const auto& variant = space.at(point).choice.variant;
      if (variant.rebuild || variant.cells_per_radius != 1) continue;
      EXPECT_FALSE(strict.measure(point, {0}).has_value());
      untimed += strict.trouble(point).find("% of the pairs") != std::string::npos;
      break;
    }
  }
  EXPECT_GT(untimed, 0);
  Trials lenient(*pack.runtime, water, space, {.memory = std::nullopt, .missed = 0.9},
                 Trials::Clock::now());
  EXPECT_TRUE(lenient.verify(every_five)) << lenient.trouble(every_five);

  Space exact_space(packs(), water, {.traversals = {"list-gather"}, .is_exact = true});
  Trials exact(*pack.runtime, water, exact_space, {}, Trials::Clock::now());
  const Point start = exact_space.starts().front();
  EXPECT_TRUE(exact.verify(start)) << exact.trouble(start);
}

// A search may take what it has a cheap order for; what is kept has its own.
TEST(ExactPolicies, KeptBlocksBeginInTheirOwnOrder) {
  const test::RunnablePack pack = test::pack_of("simt-w32");
  const Scenario water = test::moving_water();
  Space space(packs(), water, {.traversals = {"list-gather"}});
  Trials trials(*pack.runtime, water, space, {}, Trials::Clock::now());
  const Point start = space.starts().front();
  ASSERT_TRUE(trials.measure(start, {0, 0}).has_value()) << trials.trouble(start);
  ASSERT_NE(trials.contender(start).own_order, nullptr);
  EXPECT_GT(trials.contender(start).own_order->steps, 0u);
  EXPECT_GT(trials.spent().ordering, 0);
}

}  // namespace
}  // namespace sphlab
