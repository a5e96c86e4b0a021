// What a traversal becomes in a pack: a strategy of its physics' pass, on that pass' arguments.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <type_traits>

#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/support.cuh"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

/// A density pass, and the forces of the formulation that it belongs to.
struct SummedDensity : WcsphLj {
  static constexpr const char* name = "summed";
  static constexpr const char* pass = "density";
  static constexpr PassKind pass_kind = PassKind::density;
};
struct Summed;
struct SummedForces : WcsphLj {
  static constexpr const char* name = "summed";
  using Formulation = Summed;
};
struct Summed : WcsphLj {
  using Passes = TypeList<SummedDensity, SummedForces>;
  static constexpr bool integrates_density = false;
};

/// Writes what it was told to into the result of each particle.
struct Stamp {
  static constexpr const char* name = "stamp";
  static constexpr std::uint32_t stamps[] = {3, 4};
  static constexpr TuningParameter parameters[] = {{"stamp", stamps, 2, 3}};

  template <class Physics>
  static constexpr bool is_default_for() {
    return !has_list_traversals<Physics>;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return run.loop({.bytes_per_particle = Physics::bytes_per_target}, [&] {
      for (std::uint32_t i = 0; i < a.particles; ++i) result(a)[i].w = static_cast<float>(*tuning);
    });
  }

 private:
  static float4* result(const ForceArguments& a) { return a.rate; }
  static float4* result(const DensityArguments& a) { return a.velocity; }
};

template <class Physics>
struct Nothing {
  static constexpr const char* name = "nothing";
  static int workspace(const PairArguments&, const std::uint32_t*, std::size_t* bytes) {
    *bytes = 0;
    return 0;
  }
  template <class Run>
  static int launches(const PairArguments&, const std::uint32_t*, Run&) {
    return 0;
  }
};

struct PreparedStamp : Stamp {
  template <class Physics>
  using PreparationFor = Nothing<Physics>;
};

template <class Physics>
struct MemoryAlone {
  static constexpr const char* name = "memory";
  static constexpr auto workspace = &Nothing<Physics>::workspace;
};

struct StampWithMemory : Stamp {
  template <class Physics>
  using PreparationFor = MemoryAlone<Physics>;
};

template <class Traversal, class Physics>
Strategy strategy() {
  return detail::strategy_of<detail::ComputingPhysics<Traversal, Physics>>(
      {.physics = Physics::name});
}

static_assert(std::is_same_v<PassArguments<WcsphLj>, ForceArguments>);
static_assert(std::is_same_v<PassArguments<WithinRadius<LjPotential>>, ForceArguments>);
static_assert(std::is_same_v<PassArguments<WithinRadius<SummedDensity>>, DensityArguments>);

TEST(RegisterTraversal, StageAndConstantsAreThePhysics) {
  const Strategy of_density = strategy<Stamp, SummedDensity>();
  EXPECT_EQ(of_density.stage, Stage::pass);
  EXPECT_STREQ(stage_name(of_density), "density");
  EXPECT_EQ(of_density.constants, ConstantsKind::wcsph);
  EXPECT_STREQ(of_density.physics, "summed");
  const Strategy of_potential = strategy<Stamp, LjPotential>();
  EXPECT_STREQ(stage_name(of_potential), "forces");
  EXPECT_EQ(of_potential.constants, ConstantsKind::lj_potential);
}

TEST(RegisterTraversal, ADensityPassWritesTheDensity) {
  float4 velocity[2] = {};
  DensityArguments a{};
  a.particles = 2;
  a.velocity = velocity;
  const std::uint32_t tuning = 4;
  EXPECT_EQ((strategy<Stamp, SummedDensity>().launch(&a, &tuning, nullptr)), 0);
  EXPECT_EQ(velocity[0].w, 4.0f);
  EXPECT_EQ(velocity[1].w, 4.0f);
}

TEST(RegisterTraversal, DescribingRunsNothing) {
  float4 rate{};
  ForceArguments a{};
  a.particles = 1;
  a.rate = &rate;
  const std::uint32_t tuning = 4;
  KernelLaunch kernels[most_launches];
  std::uint32_t count = 0;
  EXPECT_EQ((strategy<Stamp, WcsphLj>().describe(&a, &tuning, kernels, &count)), 0);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(kernels[0].work.bytes_per_particle, WcsphLj::bytes_per_target);
  EXPECT_EQ(rate.w, 0.0f);
}

TEST(RegisterTraversal, TheDefaultIsDeclaredForAPhysics) {
  EXPECT_FALSE((strategy<Stamp, WcsphLj>().is_default));
  EXPECT_TRUE((strategy<Stamp, LjPotentialUncut>().is_default));
}

TEST(RegisterTraversal, APreparationIsThereWhereTheTraversalHasOne) {
  EXPECT_FALSE(has_preparation(strategy<Stamp, WcsphLj>()));
  const Strategy prepared = strategy<PreparedStamp, WcsphLj>();
  EXPECT_STREQ(prepared.preparation.name, "nothing");
  EXPECT_TRUE(runs_preparation(prepared));
  EXPECT_EQ(prepared.preparation.measure, nullptr);
  EXPECT_EQ(prepared.parameter_count, 1u);
}

TEST(RegisterTraversal, APreparationWithoutLaunchesIsMemoryAlone) {
  const Strategy prepared = strategy<StampWithMemory, WcsphLj>();
  EXPECT_TRUE(has_preparation(prepared));
  EXPECT_FALSE(runs_preparation(prepared));
  EXPECT_EQ(prepared.preparation.describe, nullptr);
}

TEST(Formulation, OnePassUnlessThePhysicsNamesMore) {
  const FormulationDescription one = describe_formulation<WcsphLj>();
  ASSERT_EQ(one.pass_count, 1u);
  EXPECT_STREQ(one.passes[0].name, "forces");
  EXPECT_TRUE(one.integrates_density);
  EXPECT_EQ(one.sources, 0b0011u);
  EXPECT_EQ(one.targets, 0b0001u);
  const FormulationDescription two = describe_formulation<SummedForces>();
  ASSERT_EQ(two.pass_count, 2u);
  EXPECT_STREQ(two.passes[0].name, "density");
  EXPECT_FALSE(two.integrates_density);
}

TEST(Formulation, PotentialsIntegrateNothing) {
  const FormulationDescription potential = describe_formulation<LjPotential>();
  EXPECT_FALSE(potential.integrates_density);
  EXPECT_EQ(potential.constants, ConstantsKind::lj_potential);
}

}  // namespace
}  // namespace sphlab
