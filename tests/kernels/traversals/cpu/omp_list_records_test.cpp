// Each pass fills the records of omp-list-records, in memory that a rebuild leaves alone.
#include <gtest/gtest.h>

#include "harness/packs/pack_library.hpp"
#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"

namespace sphlab::test {
namespace {

TEST(OmpListRecords, MemoryAloneIsNoStage) {
  const RunnablePack pack = pack_of("cpu-gcc");
  Variant variant = variant_of("omp-list-records");
  variant.list_format = "split-sequential";
  Simulation simulation(*pack.runtime, *pack.pack, adaptive_water(), variant);
  for (const auto& [stage, times] : simulation.stage_counts()) EXPECT_NE(stage, "records");
  for (const auto& [stage, strategy] : simulation.strategies()) EXPECT_NE(stage, "records");
  EXPECT_FALSE(timed_names(*pack.pack->pack).contains("records"));
  simulation.run_cycles(2);
  EXPECT_NO_THROW(simulation.require_sound());
}

}  // namespace
}  // namespace sphlab::test
