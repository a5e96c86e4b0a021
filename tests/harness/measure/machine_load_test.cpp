#include "harness/measure/machine_load.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/support/eventually.hpp"

namespace sphlab {
namespace {

using namespace std::chrono_literals;

TEST(LoadWatch, SeesThreadsThatWaitForAProcessor) {
  std::atomic<bool> is_over = false;
  std::vector<std::thread> threads;
  Record::Load load;
  const LoadWatch watch;
  for (unsigned k = 0; k < 4 * std::thread::hardware_concurrency(); ++k) {
    threads.emplace_back([&] {
      while (!is_over) {
      }
    });
  }
  const bool is_seen = test::eventually([&] {
    std::this_thread::sleep_for(100ms);
    load = {};
    watch.end(3, load);
    return load.waited[0].value_or(1) > 0.4;
  });
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(load.block, std::vector<std::uint64_t>{3});
  if (!load.waited[0]) GTEST_SKIP() << "this kernel does not count it";
  EXPECT_TRUE(is_seen) << "four threads a processor: each waits three quarters, not "
                       << *load.waited[0];
  EXPECT_LE(*load.waited[0], 1.5);
  EXPECT_GE(load.average[0].value_or(-1), 0);
  EXPECT_GE(load.stolen[0].value_or(0), 0);
}

TEST(LoadWatch, SeesNoneOfThreadsThatSleep) {
  Record::Load load;
  const bool is_seen = test::eventually([&] {
    load = {};
    const LoadWatch watch;
    std::thread sleeping([] { std::this_thread::sleep_for(150ms); });
    std::this_thread::sleep_for(100ms);
    watch.end(0, load);
    watch.end(1, load);
    sleeping.join();
    return load.waited[0].value_or(0) < 0.5;
  });
  ASSERT_EQ(load.waited.size(), 2u);
  EXPECT_EQ(load.average.size(), 2u);
  EXPECT_EQ(load.stolen.size(), 2u);
  EXPECT_TRUE(is_seen) << "it sleeps, and waits for nothing";
}

}  // namespace
}  // namespace sphlab
