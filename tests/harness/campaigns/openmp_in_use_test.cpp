// Two OpenMP runtimes in one process: they have as many threads, and neither spins while the other
// works.
#include "harness/campaigns/openmp_in_use.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/error.hpp"
#include "harness/packs/openmp_threads.hpp"
#include "harness/runtimes/openmp_environment.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

using namespace std::chrono_literals;

std::vector<RunnablePack> cpu_packs() {
  std::vector<RunnablePack> packs;
  for (const RunnablePack& pack : runnable_packs()) {
    if (pack.on_host() && !pack.is_executor()) packs.push_back(pack);
  }
  return packs;
}

/// The pack of the compiler that has an OpenMP runtime of its own; nullptr where it was not built.
const LoadedPack* clang_pack() {
  for (const RunnablePack& pack : cpu_packs()) {
    if (pack.toolchain().starts_with("cpu-clang")) return pack.pack;
  }
  return nullptr;
}

/// Seconds for which the threads of this process, but for the first, were on a processor or asked
/// for one: a busy machine may give a thread that spins little of what it asks for.
double awake_seconds() {
  std::uint64_t nanoseconds = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    if (thread.path().filename() == std::to_string(getpid())) continue;
    std::ifstream schedule(thread.path() / "schedstat");
    std::uint64_t running = 0;
    std::uint64_t waiting = 0;
    if (schedule >> running >> waiting) nanoseconds += running + waiting;
  }
  return 1e-9 * static_cast<double>(nanoseconds);
}

/// Processors that this process asks for while it has nothing to do.
double asked_for_while_idle() {
  constexpr auto idle = 150ms;  // within what LLVM's runtime spins by default
  const double before = awake_seconds();
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(idle);
  const double asked_for = awake_seconds() - before;
  return asked_for /
         std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Works with every CPU pack in turn, and ends the process: with 0 where the threads of none go on.
[[noreturn]] void work_and_end() {
  const Scenario water = shipped("still-water", {{"particles_per_depth", 4}});
  bool is_idle = true;
  for (const RunnablePack& pack : cpu_packs()) {
    Simulation simulation(*pack.runtime, *pack.pack, water, variant_of(""));
    simulation.rebuild();
    // on a busy machine it may take a thread long to get the processor that it goes to sleep on
    is_idle = is_idle && eventually([&] {
                simulation.forces();
                const double asked_for = asked_for_while_idle();
                fmt::print(stderr, "{}: {:.3f} processors\n", pack.toolchain(), asked_for);
                return asked_for < 0.2;
              });
  }
  std::_Exit(is_idle ? 0 : 1);
}

TEST(OpenMpInUse, ThreadsThatWaitTakeNoProcessor) {
  if (!std::filesystem::exists("/proc/self/schedstat"))
    GTEST_SKIP() << "this kernel does not count what threads ask for";
  // A process of its own: a runtime reads the environment once.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"}) unsetenv(name);
  setenv("OMP_NUM_THREADS", "2", 1);
  complete_openmp_environment();
  EXPECT_EXIT(work_and_end(), testing::ExitedWithCode(0), "");
}

TEST(OpenMpInUse, IsWhatAllPacksSay) {
  std::vector<const LoadedPack*> packs;
  for (const RunnablePack& pack : cpu_packs()) packs.push_back(pack.pack);
  const std::optional<Record::OpenMp> in_use = openmp_in_use(packs);
  ASSERT_TRUE(in_use.has_value());
  EXPECT_EQ(in_use->threads, static_cast<unsigned>(omp_get_max_threads()));
  EXPECT_EQ(in_use->environment, openmp_environment());
  EXPECT_EQ(in_use->processors, allowed_processors());
}

TEST(OpenMpInUse, IsRefusedWhereTwoRuntimesDiffer) {
  const LoadedPack* clang = clang_pack();
  if (clang == nullptr) GTEST_SKIP() << "no clang++ that links OpenMP";
  const LoadedPack* gcc = pack_of("cpu-gcc").pack;
  const int before = omp_get_max_threads();
  omp_set_num_threads(before + 3);  // of the harness's runtime, which is the gcc pack's, too
  EXPECT_EQ(openmp_threads(*gcc), before + 3);
  EXPECT_EQ(openmp_threads(*clang), before) << "a runtime of its own";
  try {
    openmp_in_use({clang, gcc});
    ADD_FAILURE() << "they were taken for the same";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    const std::string text = error.what();
    EXPECT_NE(text.find(clang->pack->toolchain), std::string::npos) << text;
    EXPECT_NE(text.find("set OMP_NUM_THREADS"), std::string::npos) << text;
  }
  omp_set_num_threads(before);
}

TEST(OpenMpInUse, IsNothingWithoutARuntime) {
  EXPECT_FALSE(openmp_in_use({}).has_value());
  EXPECT_FALSE(openmp_threads(LoadedPack{}).has_value());
}

}  // namespace
}  // namespace sphlab::test
