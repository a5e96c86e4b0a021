// A pair taken once, for both its particles, gives what it gives taken from each side.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/kernels/physics/every_physics.hpp"

namespace sphlab::test {
namespace {

/// Largest difference of two lists of sums in one of their numbers, over that number's largest
/// magnitude. Expects that magnitude not to be zero.
template <class T, class Sum>
double largest_difference(const std::vector<Sum>& one, const std::vector<Sum>& other) {
  constexpr std::size_t numbers = sizeof(Sum) / sizeof(T);
  double worst = 0;
  for (std::size_t k = 0; k < numbers; ++k) {
    double difference = 0;
    double magnitude = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      const double a = static_cast<double>(numbers_of<T>(one[i])[k]);
      const double b = static_cast<double>(numbers_of<T>(other[i])[k]);
      difference = std::max(difference, std::abs(a - b));
      magnitude = std::max(magnitude, std::abs(a));
    }
    EXPECT_GT(magnitude, 0) << "number " << k << " of the sum is never formed";
    worst = std::max(worst, difference / magnitude);
  }
  return worst;
}

template <class Physics, class T>
double difference_of_sides() {
  const auto coefficients = Physics::prepare(test_constants<Physics>());
  const auto particles = test_particles<Physics, T>();
  return largest_difference<T>(one_sided_sums<Physics, T>(coefficients, particles),
                               two_sided_sums<Physics, T>(coefficients, particles));
}

TEST(TwoSidedSums, AreTheOneSidedSumsOfEveryPhysics) {
  for_each_physics(CellPairPhysics{}, []<class Physics>() {
    EXPECT_LT((difference_of_sides<Physics, double>()), 1e-13) << Physics::name;
    EXPECT_LT((difference_of_sides<Physics, float>()), 1e-5) << Physics::name;
  });
}

/// Mass of a particle over the mass that the physics' sum of forces is for, up to a factor.
template <class Physics>
double weight(const typename Physics::template Particle<double>& particle) {
  if constexpr (std::is_same_v<Physics, WcsphTwoFluids>)
    return 1 / (1 + particle.density_excess);  // forces on a volume
  if constexpr (std::is_same_v<Physics, WcsphSummed::Forces>)
    return particle.volume;  // by which a sum is multiplied when it is stored
  return 1;
}

template <class Physics>
void expect_momentum_kept() {
  const auto coefficients = Physics::prepare(test_constants<Physics>());
  auto particles = test_particles<Physics, double>();
  std::erase_if(particles, [](const auto& p) {
    return p.type != ParticleType::fluid && p.type != ParticleType::second_fluid;
  });
  const auto sums = two_sided_sums<Physics, double>(coefficients, particles);
  double total[3] = {};
  double magnitude = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const double share = weight<Physics>(particles[i].particle);
    total[0] += share * sums[i].x;
    total[1] += share * sums[i].y;
    total[2] += share * sums[i].z;
    magnitude += share * std::abs(sums[i].x);
  }
  EXPECT_GT(magnitude, 0) << Physics::name;
  for (const double axis : total) EXPECT_LT(std::abs(axis), 1e-13 * magnitude) << Physics::name;
}

/// Whether a pass sums forces, or something else.
template <class Pass>
constexpr bool sums_forces = computes_forces<Pass>;

TEST(TwoSidedSums, KeepTheMomentumOfFluids) {
  for_each_physics(PassesOfAll<SteppingPhysics>{}, []<class Pass>() {
    if constexpr (sums_forces<Pass>) expect_momentum_kept<Pass>();
  });
}

struct OneSided : WcsphLj {
  static constexpr bool reciprocal = false;
};

TEST(HasReaction, WhereTheSourceIsATargetAndThePhysicsDefinesIt) {
  using Fluid = SourceTypes<ParticleType::fluid>;
  using Wall = SourceTypes<ParticleType::boundary>;
  using Solid = SourceTypes<ParticleType::boundary, ParticleType::body>;
  EXPECT_TRUE((has_reaction<WcsphLj, Fluid>));
  EXPECT_FALSE((has_reaction<WcsphLj, Wall>)) << "a wall is no target";
  EXPECT_TRUE((has_reaction<WcsphDynamic, Solid>)) << "its density follows the fluid";
  EXPECT_FALSE((has_reaction<WcsphTwoFluids, Solid>));
  EXPECT_FALSE((has_reaction<OneSided, Fluid>));
}

}  // namespace
}  // namespace sphlab::test
