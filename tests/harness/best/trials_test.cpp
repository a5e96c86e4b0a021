// Trials on a device whose memory lacks, and on a busy machine.
#include "harness/best/trials.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/mentions.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_device.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

/// Two variants of the CPU, on a device of so much memory.
struct TwoTrials {
  explicit TwoTrials(std::size_t bytes) : runtime(host_with_memory(bytes), 0) {}

  Scenario water = moving_water();
  Runtime runtime;
  Space space{{pack_of("cpu-gcc").pack}, water, {{"omp-list", "omp-asymmetric"}, {"tuning"}}};
  Trials trials{runtime, water, space, {}, Trials::Clock::now()};
};

constexpr std::size_t enough = std::size_t{1} << 40;

std::size_t bytes_of_both() {
  TwoTrials two(enough);
  for (const Point point : two.space.starts()) EXPECT_TRUE(two.trials.measure(point, {}));
  return made_up_memory().most_taken;
}

TEST(Trials, GiveWayToEachOtherWhereMemoryLacks) {
  TwoTrials two(bytes_of_both() - 1);
  for (const std::uint64_t block : {0u, 1u}) {
    for (const Point point : two.space.starts()) {
      EXPECT_TRUE(two.trials.measure(point, {0, block})) << two.trials.trouble(point);
      EXPECT_TRUE(two.trials.contender(point).valid());
    }
  }
  EXPECT_GT(made_up_memory().refused, 0u);
  for (const Point point : two.space.starts()) {
    EXPECT_TRUE(two.trials.verify(point));
    EXPECT_TRUE(two.trials.measure(point, {0, 7}));
    const auto& blocks = two.trials.contender(point).samples.step.block;
    EXPECT_EQ(std::set(blocks.begin(), blocks.end()), std::set<std::uint64_t>{7});
  }
}

TEST(Trials, RefuseWhatDoesNotFitAlone) {
  TwoTrials two(enough);
  made_up_memory().all = made_up_memory().taken + 1000;  // beside the state that all begin at
  for (const Point point : two.space.starts()) {
    EXPECT_FALSE(two.trials.measure(point, {}));
    EXPECT_TRUE(two.trials.contender(point).refused);
    EXPECT_TRUE(mentions(two.trials.trouble(point), {"does not fit: "}));
  }
}

TEST(Trials, WatchTheLoadOfEveryBlockOnTheHost) {
  TwoTrials two(enough);
  const Point point = two.space.starts().front();
  ASSERT_TRUE(two.trials.measure(point, {}));
  ASSERT_TRUE(two.trials.measure(point, {}));
  ASSERT_TRUE(two.trials.measure(point, {0, 4}));
  EXPECT_EQ(two.trials.load_of_search().block, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(two.trials.contender(point).samples.load.block, std::vector<std::uint64_t>{4});
}

}  // namespace
}  // namespace sphlab::test
