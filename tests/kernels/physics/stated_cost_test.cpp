// Pairs of a stated cost show each number that is read and each step that is done, take the
// operations that they declare, and are what their oracle says.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/physics/stated_cost_16/formulation.cuh"
#include "kernels/physics/stated_cost_32/formulation.cuh"
#include "kernels/physics/stated_cost_48/formulation.cuh"
#include "kernels/physics/stated_cost_64/formulation.cuh"
#include "tests/kernels/physics/every_physics.hpp"

namespace sphlab::test {
namespace {

using AllStated = TypeList<StatedCost16, StatedCost32, StatedCost48, StatedCost64>;

LjPotentialConstants constants_with(float flops) {
  return {test_radius, 0, 0, 0, {flops}};
}

/// A pair of particles in reach of each other, of `Physics`, in numbers of type T.
template <class Physics, class T>
T value_of(const LjPotentialConstants& constants, const typename Physics::template Particle<T>& i,
           const typename Physics::template Particle<T>& j) {
  using Group = SourceTypes<ParticleType::fluid, ParticleType::boundary>;
  return Physics::template terms<Group>(Physics::prepare(constants), i, j, pair_of<T>(i, j)).value;
}

template <class Physics>
double oracle_of(const LjPotentialConstants& constants,
                 const typename Physics::template Particle<float>& i,
                 const typename Physics::template Particle<float>& j) {
  const auto read = [](const auto& from) {
    const auto numbers = numbers_of<float>(from);
    OracleParticle particle{};
    for (std::size_t axis = 0; axis < 3; ++axis) particle.position[axis] = numbers[axis];
    for (std::size_t k = 3; k < numbers.size(); ++k)
      particle.fields[(k - 3) / 4][(k - 3) % 4] = numbers[k];
    return particle;
  };
  OracleSum sum{};
  Physics::Oracle::add(constants, read(i), read(j), sum);
  return sum.values[0];
}

constexpr float all_flops[] = {11, 18, 35, 40, 60, 61, 131, 1000, 9999, 10000};

TEST(StatedCost, IsWhatTheOracleSays) {
  for_each_physics(AllStated{}, []<class Physics>() {
    const auto floats = test_particles<Physics, float>();
    const auto doubles = test_particles<Physics, double>();
    for (const float flops : all_flops) {
      const LjPotentialConstants constants = constants_with(flops);
      if (flops < Physics::least_flops) continue;
      const double expected = oracle_of<Physics>(constants, floats[0].particle, floats[1].particle);
      EXPECT_NEAR((value_of<Physics, double>(constants, doubles[0].particle, doubles[1].particle)),
                  expected, 1e-6 * std::abs(expected))
          << Physics::name << " " << flops;
      EXPECT_NEAR((value_of<Physics, float>(constants, floats[0].particle, floats[1].particle)),
                  expected, 1e-5 * std::abs(expected))
          << Physics::name << " " << flops;
    }
  });
}

/// Whether a value is told from another by verification, whose tolerance is 1e-5.
bool differs(double one, double other) {
  return std::abs(one - other) > 1e-4 * std::abs(other);
}

TEST(StatedCost, ShowsEachNumberOfASource) {
  for_each_physics(AllStated{}, []<class Physics>() {
    const auto particles = test_particles<Physics, double>();
    for (const float flops : {60.0f, 10000.0f}) {
      const LjPotentialConstants constants = constants_with(flops);
      const auto& source = particles[1].particle;
      const double whole = value_of<Physics, double>(constants, particles[0].particle, source);
      for (std::size_t k = 3; k < numbers_of<double>(source).size(); ++k) {
        auto numbers = numbers_of<double>(source);
        numbers[k] = 0;
        const auto without = std::bit_cast<typename Physics::template Particle<double>>(numbers);
        EXPECT_TRUE(
            differs(value_of<Physics, double>(constants, particles[0].particle, without), whole))
            << Physics::name << " " << flops << " " << k;
      }
    }
  });
}

TEST(StatedCost, ShowsEachStep) {
  for_each_physics(AllStated{}, []<class Physics>() {
    const auto particles = test_particles<Physics, double>();
    const auto value = [&](double flops) {
      return value_of<Physics, double>(constants_with(static_cast<float>(flops)),
                                       particles[0].particle, particles[1].particle);
    };
    for (const double flops : {Physics::least_flops + 4, 60.0, 500.0, 10000.0}) {
      EXPECT_TRUE(differs(value(flops - 4), value(flops))) << Physics::name << " " << flops;
      EXPECT_TRUE(differs(value(flops / 2), value(flops))) << Physics::name << " " << flops;
    }
  });
}

TEST(StatedCost, TakesWhatWasStatedToTwoOperations) {
  for_each_physics(AllStated{}, []<class Physics>() {
    for (const float flops : all_flops) {
      if (flops < Physics::least_flops) continue;
      const double taken = Physics::flops_of_pair(constants_with(flops));
      EXPECT_LE(std::abs(taken - flops), 2) << Physics::name;
      const auto steps = Physics::prepare(constants_with(flops)).steps;
      EXPECT_EQ(taken, Physics::least_flops + 4 * steps) << "two FMAs a step";
    }
  });
  EXPECT_EQ(StatedCost32::flops_of_pair(constants_with(60)), 59);
  EXPECT_EQ(StatedCost64::least_flops, 35);
}

}  // namespace
}  // namespace sphlab::test
