#include "harness/verify/checks_density.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

TEST(DensitiesAgree, ToTheToleranceAndNoFurther) {
  ParticleState state = test::random_state(300, 0.4f, 29);
  const OracleDensities oracle =
      oracle_densities_of("wcsph-lj-summed", state, 300, test::wcsph_constants(), 1);
  for (std::size_t i = 0; i < 300; ++i) state.velocity[i].w = static_cast<float>(oracle.excess[i]);
  EXPECT_TRUE(densities_agree(state, 300, oracle).passed);
  state.velocity[2].w = 7;
  EXPECT_TRUE(densities_agree(state, 300, oracle).passed) << "a wall has none";
  state.velocity[3].w += 1e-4f;
  const Check check = densities_agree(state, 300, oracle);
  EXPECT_FALSE(check.passed);
  EXPECT_NE(check.detail.find("particle 3"), std::string::npos) << check.detail;
  state.velocity[3].w = NAN;
  EXPECT_FALSE(densities_agree(state, 300, oracle).passed);
}

}  // namespace
}  // namespace sphlab
