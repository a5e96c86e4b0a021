#include "harness/measure/machine_load.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

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
  std::this_thread::sleep_for(400ms);
  watch.end(3, load);
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(load.block, std::vector<std::uint64_t>{3});
  if (!load.waited[0]) GTEST_SKIP() << "this kernel does not count it";
  EXPECT_GT(*load.waited[0], 0.4) << "four threads a processor: each waits three quarters";
  EXPECT_LT(*load.waited[0], 1.5);
  EXPECT_GE(load.average[0].value_or(-1), 0);
  EXPECT_GE(load.stolen[0].value_or(0), 0);
}

TEST(LoadWatch, SeesNoneOfThreadsThatSleep) {
  Record::Load load;
  const LoadWatch watch;
  std::thread sleeping([] { std::this_thread::sleep_for(300ms); });
  std::this_thread::sleep_for(200ms);
  watch.end(0, load);
  watch.end(1, load);
  sleeping.join();
  ASSERT_EQ(load.waited.size(), 2u);
  EXPECT_EQ(load.average.size(), 2u);
  EXPECT_EQ(load.stolen.size(), 2u);
  EXPECT_LT(load.waited[0].value_or(0), 0.5);
}

}  // namespace
}  // namespace sphlab
