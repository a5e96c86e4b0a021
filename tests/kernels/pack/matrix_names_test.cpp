// What kernels/matrix.json names is there: CMake knows files, packs know strategies.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

/// Collects the names of strategies in the packs of this build, by their audit packs, which have
/// all of them.
std::set<std::string> names_of_strategies() {
  std::set<std::string> names;
  for (const LoadedPack& pack : load_packs({SPHLAB_BINARY_DIR "/lib/audit"}, &load_problems())) {
    for (std::uint32_t k = 0; k < pack.pack->strategy_count; ++k)
      names.insert(pack.pack->strategies[k].name);
  }
  return names;
}

TEST(MatrixNames, AreThoseOfStrategies) {
  const std::set<std::string> strategies = names_of_strategies();
  ASSERT_TRUE(strategies.contains("par-part-noloop") && strategies.contains("omp-asymmetric"))
      << "build the audit packs first: " << fmt::format("{}", fmt::join(load_problems(), "; "));
  const auto matrix =
      nlohmann::json::parse(std::ifstream(SPHLAB_SOURCE_DIR "/kernels/matrix.json"));
  std::size_t judged = 0;
  for (const auto& [name, row] : matrix.at("rows").items()) {
    for (const char* key : {"cells", "traversals"}) {
      for (const std::string traversal : row.value(key, nlohmann::json::array())) {
        if (traversal == "*") continue;
        EXPECT_TRUE(strategies.contains(traversal)) << "row " << name << ": " << traversal;
        ++judged;
      }
    }
  }
  EXPECT_GT(judged, 50u);
}

}  // namespace
}  // namespace sphlab::test
