// Packs whose table must not be believed.
#include "harness/packs/table_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "kernels/abi/layout.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// What is said of a test pack, which must not load.
std::string refusal_of(const std::string& name) {
  std::vector<std::string> problems;
  const auto packs = load_packs({fs::path(SPHLAB_BINARY_DIR) / "test-packs" / name}, &problems);
  EXPECT_TRUE(packs.empty()) << name;
  EXPECT_EQ(problems.size(), 1u) << name;
  return problems.empty() ? "" : problems[0];
}

void expect_named(const std::string& problem, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(problem.find(word), std::string::npos) << word << " in: " << problem;
}

TEST(TableCheck, NamesBothLayouts) {
  expect_named(refusal_of("other_layout"),
               {"sphlab 0.0.1", fmt::format("layout {:016x}", layout_hash() + 1),
                fmt::format("layout {:016x}", layout_hash()), "build it again"});
}

TEST(TableCheck, NamesTwoStrategiesOfOneName) {
  expect_named(refusal_of("twin_strategies"),
               {"two strategies 'par-part-noloop'", "stage 'forces'", "physics 'wcsph-lj'"});
}

TEST(TableCheck, NamesAStageWithoutADefault) {
  expect_named(refusal_of("no_default"), {"stage 'list'", "none is declared the default"});
}

TEST(TableCheck, NamesAPassThatReadsWhatNothingWrote) {
  expect_named(refusal_of("unwritten_array"),
               {"formulation 'wcsph-lj'", "'forces'", "no pass before it writes"});
}

TEST(TableCheck, RefusesAMissingTable) {
  EXPECT_EQ(table_problem(nullptr), "sphlab_kernel_pack() returned no table");
}

TEST(TableCheck, ReadsNothingBehindAnotherVersion) {
  KernelPack pack{};
  pack.abi_version = pack_abi_version + 1;
  expect_named(table_problem(&pack), {fmt::format("version {}", pack_abi_version + 1),
                                      fmt::format("needs {}", pack_abi_version)});
}

}  // namespace
}  // namespace sphlab
