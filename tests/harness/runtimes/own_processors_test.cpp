#include "harness/runtimes/own_processors.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <set>
#include <vector>

#include "harness/runtimes/host_limits.hpp"

namespace sphlab {
namespace {

/// The processors that each OpenMP thread may use.
std::vector<std::set<int>> allowed_by_thread() {
  std::vector<std::set<int>> allowed(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
  {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (CPU_ISSET(processor, &set))
        allowed[static_cast<std::size_t>(omp_get_thread_num())].insert(processor);
    }
  }
  return allowed;
}

TEST(OwnProcessors, AreOneAThreadUntilTheyAreGivenBack) {
  if (omp_get_proc_bind() != omp_proc_bind_false) GTEST_SKIP() << "the runtime binds its threads";
  const std::vector<std::set<int>> before = allowed_by_thread();
  {
    const OwnProcessors own;
    std::set<int> taken;
    for (const std::set<int>& of_thread : allowed_by_thread()) {
      ASSERT_EQ(of_thread.size(), 1u);
      taken.insert(*of_thread.begin());
    }
    EXPECT_EQ(taken.size(), std::min(before.size(), before.front().size()));
  }
  EXPECT_EQ(allowed_by_thread(), before);
}

// What is measured afterwards has the threads that it would have without.
TEST(OwnProcessors, AreNotKeptByTheLimitOfLaunches) {
  const std::vector<std::set<int>> before = allowed_by_thread();
  std::vector<std::uint8_t> memory(1 << 20);
  LimitCall call{};
  ASSERT_EQ(reach_host_limit(nullptr, Limit::launch, memory.data(), memory.size(), &call), 0);
  EXPECT_EQ(call.work, 1000);
  EXPECT_EQ(allowed_by_thread(), before);
}

}  // namespace
}  // namespace sphlab
