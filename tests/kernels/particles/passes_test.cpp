// What formulations declare of their passes.
#define SPHLAB_WARP_WIDTH 32
#include "kernels/particles/passes.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "kernels/physics/formulation.hpp"
#include "kernels/physics/pair_physics.cuh"

namespace sphlab {
namespace {

using Density = WcsphLjSummed::Density;
using Forces = WcsphLjSummed::Forces;

TEST(Passes, AreThoseThatAFormulationLists) {
  EXPECT_TRUE((std::is_same_v<PassesOf<WcsphLjSummed>, TypeList<Density, Forces>>));
  EXPECT_TRUE((std::is_same_v<PassesOf<WcsphLj>, TypeList<WcsphLj>>)) << "its own only pass";
  EXPECT_TRUE((std::is_same_v<PassesOfAll<TypeList<WcsphLj, WcsphLjSummed, LjPotential>>,
                              TypeList<WcsphLj, Density, Forces, LjPotential>>));
  EXPECT_TRUE((std::is_same_v<PassesOfAll<TypeList<>>, TypeList<>>));
}

TEST(Passes, RunInTheirStage) {
  EXPECT_EQ(pass_stage<Density>, Stage::density);
  EXPECT_EQ(pass_stage<Forces>, Stage::forces);
  EXPECT_EQ(pass_stage<WcsphLj>, Stage::forces);
}

TEST(Passes, ReadOneList) {
  EXPECT_EQ(list_types<Density>, list_types<Forces>);
  EXPECT_EQ(list_types<Forces>, source_types<Forces>);
  EXPECT_NE(list_types<Density>, source_types<Density>) << "walls do not count";
}

TEST(Passes, TellWhetherTheDensityIsIntegrated) {
  EXPECT_FALSE(integrates_density<WcsphLjSummed>);
  EXPECT_TRUE(integrates_density<WcsphLj>);
}

}  // namespace
}  // namespace sphlab
