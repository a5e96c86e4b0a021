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

TEST(Passes, HaveTheirNamesAndKinds) {
  EXPECT_STREQ(pass_description<Density>.name, "density");
  EXPECT_EQ(pass_description<Density>.kind, PassKind::density);
  EXPECT_STREQ(pass_description<ElasticStrain>.name, "strain");
  EXPECT_EQ(pass_description<ElasticStrain>.kind, PassKind::quantities);
  EXPECT_STREQ(pass_description<Forces>.name, forces_pass);
  EXPECT_TRUE(computes_forces<Forces>);
  EXPECT_TRUE(computes_forces<WcsphLj>) << "where nothing is said";
}

TEST(Passes, ReadOneList) {
  EXPECT_EQ(list_types<Density>, list_types<Forces>);
  EXPECT_EQ(list_types<Forces>, source_types<Forces>);
  EXPECT_NE(list_types<Density>, source_types<Density>) << "walls do not count";
}

struct SecondFluidAlone {
  using Groups = TypeList<SourceTypes<ParticleType::second_fluid>>;
};

TEST(Passes, ReadAListThatIsBuilt) {
  EXPECT_EQ(built_list_types<Forces>, list_types<Forces>);
  EXPECT_EQ(built_list_types<Pcisph::Forces>, list_type_sets[0]) << "of fluid alone";
  EXPECT_EQ(built_list_types<SecondFluidAlone>, all_types);
}

TEST(Passes, TellWhetherTheDensityIsIntegrated) {
  EXPECT_FALSE(integrates_density<WcsphLjSummed>);
  EXPECT_TRUE(integrates_density<WcsphLj>);
}

}  // namespace
}  // namespace sphlab
