// What a pack says of itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/abi/layout.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

template <class Row, class Place>
void expect_ascending(const Row* rows, std::uint32_t count, Place&& place) {
  ASSERT_GT(count, 0u);
  for (std::uint32_t k = 1; k < count; ++k) EXPECT_LT(place(rows[k - 1]), place(rows[k])) << k;
}

TEST(PackTable, IsInAnOrderThatNoLinkerChanges) {
  for_each_pack([](const RunnablePack& runnable) {
    const KernelPack& pack = *runnable.pack->pack;
    expect_ascending(pack.strategies, pack.strategy_count, [](const Strategy& s) {
      return std::tuple(s.stage, std::string(s.pass), std::string(s.name), std::string(s.physics),
                        std::string(s.list_format), s.types);
    });
    const auto name = [](const auto& row) { return std::string(row.name); };
    expect_ascending(pack.schemes, pack.scheme_count, name);
    expect_ascending(pack.formulations, pack.formulation_count, name);
  });
}

/// Of the laboratory, as this build was configured.
std::string configured_version() {
  const std::string key = "CMAKE_PROJECT_VERSION:STATIC=";
  std::ifstream cache(SPHLAB_BINARY_DIR "/CMakeCache.txt");
  for (std::string line; std::getline(cache, line);) {
    if (line.starts_with(key)) return line.substr(key.size());
  }
  throw std::runtime_error("no " + key + " in " SPHLAB_BINARY_DIR "/CMakeCache.txt");
}

TEST(PackTable, TellsTheLayoutAndTheVersionOfItsHeaders) {
  for_each_pack([](const RunnablePack& runnable) {
    EXPECT_EQ(runnable.pack->pack->layout, layout_hash());
    EXPECT_EQ(runnable.pack->pack->built_with, configured_version());
  });
}

TEST(PackTable, HasTheStepProgramOfThePredictorCorrector) {
  for_each_pack([](const RunnablePack& runnable) {
    const KernelPack& pack = *runnable.pack->pack;
    const SchemeDescription* scheme = std::find_if(
        pack.schemes, pack.schemes + pack.scheme_count,
        [](const auto& described) { return std::string(described.name) == "predictor-corrector"; });
    ASSERT_NE(scheme, pack.schemes + pack.scheme_count);
    using Step = std::tuple<Stage, StateSlot, StateSlot, std::uint32_t>;
    std::vector<Step> steps;
    for (std::uint32_t k = 0; k < scheme->step_count; ++k) {
      const ProgramStep& step = scheme->steps[k];
      steps.emplace_back(step.stage, step.reads, step.writes, step.every);
    }
    const StateSlot now = StateSlot::now;
    const StateSlot midpoint = StateSlot::midpoint;
    EXPECT_EQ(steps, (std::vector<Step>{{Stage::pass, now, now, 1},
                                        {Stage::time_step, now, now, 1},
                                        {Stage::predict, now, midpoint, 1},
                                        {Stage::pass, midpoint, midpoint, 1},
                                        {Stage::correct, now, now, 1}}));
    EXPECT_EQ(scheme->field_count, 0u);
  });
}

}  // namespace
}  // namespace sphlab::test
