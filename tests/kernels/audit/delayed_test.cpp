// The strategies that can be slowed down compute what they compute however slow they are.
#include <gtest/gtest.h>

#include "harness/stepping/simulation.hpp"
#include "tests/support/packs.hpp"
#include "tests/support/small_scenarios.hpp"
#include "tests/support/state_equality.hpp"

namespace sphlab::test {
namespace {

std::vector<float4> rates(const Scenario& scenario, const LoadedPack& pack, Runtime& runtime,
                          const std::string& traversal, std::uint32_t extra) {
  Simulation simulation(runtime, pack, scenario, variant_of(traversal, {{"extra", extra}}));
  simulation.rebuild();
  simulation.forces();
  return simulation.download_rates();
}

TEST(Delayed, ChangesNoBitOfTheResult) {
  const Scenario water = adaptive_water();
  std::vector<std::string> problems;
  const auto packs = load_packs({SPHLAB_BINARY_DIR "/lib/audit"}, &problems);
  EXPECT_TRUE(problems.empty());
  std::size_t compared = 0;
  for (const LoadedPack& pack : packs) {
    for (const RunnablePack& plain : runnable_packs()) {
      if (plain.toolchain() != pack.pack->toolchain) continue;
      SCOPED_TRACE(plain.toolchain());
      const std::string undelayed = pack.pack->warp_width > 1 ? "list-gather" : "omp-list";
      const auto of = [&](std::uint32_t extra) {
        return rates(water, pack, *plain.runtime, undelayed + "-delayed", extra);
      };
      const std::vector<float4> fast = of(0);
      EXPECT_TRUE(same_bits(fast, of(1)));
      EXPECT_TRUE(same_bits(fast, of(4095)));
      ++compared;
    }
  }
  EXPECT_GE(compared, 2u) << "build the audit packs first";
}

TEST(Delayed, IsOfTheAuditPacksAlone) {
  for_each_pack([](const RunnablePack& pack) {
    for (const std::string& name : strategy_names(*pack.pack->pack, {Stage::pass, "wcsph-lj"}))
      EXPECT_FALSE(name.ends_with("-delayed")) << name;
  });
}

}  // namespace
}  // namespace sphlab::test
