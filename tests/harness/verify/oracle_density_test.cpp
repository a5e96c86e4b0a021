#include "harness/verify/oracle_density.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

constexpr float spacing = 0.1f;

/// h equal to the spacing of the lattice, (1 kg / 1000 kg/m^3)^(1/3): a particle's neighbours there
/// are the 6 at q = 1, the 12 at sqrt 2 and the 8 at sqrt 3.
WcsphConstants constants() {
  WcsphConstants c = test::wcsph_constants();
  c.smoothing_length = spacing;
  c.influence_radius = 2 * spacing;
  c.particle_mass = 1;
  return c;
}

/// W / W(0) of Wendland's C2 kernel.
double relative_value(double q) {
  return std::pow(1 - q / 2, 4) * (1 + 2 * q);
}

const double lattice = 1 + 6 * relative_value(1) + 12 * relative_value(std::numbers::sqrt2) +
                       8 * relative_value(std::numbers::sqrt3);

ParticleState particles_at_origin(int count) {
  ParticleState state;
  for (int k = 0; k < count; ++k) test::add_particle(state, ParticleType::fluid, 0, 0, 0);
  return state;
}

TEST(OracleDensities, ByHand) {
  ParticleState state = particles_at_origin(4);
  state.position[3].x = spacing;
  const OracleDensities densities =
      oracle_densities_of("wcsph-lj-summed", state, 4, constants(), 1);
  EXPECT_NEAR(densities.excess[0], (3 + relative_value(1)) / lattice - 1, 1e-6);
  EXPECT_LT(1 + 3 * relative_value(1), lattice);
  EXPECT_EQ(densities.excess[3], 0) << "never thinner than at rest";
  EXPECT_EQ(densities.accepted_pairs, 12u);
}

TEST(OracleDensities, AreThoseOfRestOnTheLattice) {
  ParticleState state = test::lattice_state(7, spacing);
  for (std::uint32_t& word : state.identity) word = make_identity(ParticleType::fluid, id_of(word));
  const OracleDensities densities =
      oracle_densities_of("wcsph-lj-summed", state, state.size(), constants(), 2);
  EXPECT_NEAR(densities.excess[state.size() / 2], 0, 1e-6);
  for (const double excess : densities.excess) EXPECT_LT(excess, 1e-6);
}

TEST(OracleDensities, WallsAndLostParticlesDoNotCount) {
  ParticleState state = particles_at_origin(5);
  state.identity[2] = make_identity(ParticleType::boundary, 2);
  const OracleDensities densities =
      oracle_densities_of("wcsph-lj-summed", state, 4, constants(), 1);
  EXPECT_NEAR(densities.excess[0], 3 / lattice - 1, 1e-6);
  EXPECT_EQ(densities.excess[2], 0) << "a wall";
  EXPECT_EQ(densities.excess[4], 0) << "lost";
  EXPECT_EQ(densities.accepted_pairs, 6u);
}

TEST(OracleDensities, NeitherThreadsNorOrderChangeThem) {
  const ParticleState state = test::random_state(500, 0.4f, 29);
  const OracleDensities one = oracle_densities_of("wcsph-lj-summed", state, 500, constants(), 1);
  EXPECT_EQ(one.excess, oracle_densities_of("wcsph-lj-summed", state, 500, constants(), 3).excess);
  EXPECT_GT(one.accepted_pairs, 500u);
}

TEST(OracleDensitiesOf, NamesThePhysicsThatItDoesNotKnow) {
  EXPECT_THROW(oracle_densities_of("wcsph-lj", {}, 0, constants(), 1), Error);
}

}  // namespace
}  // namespace sphlab
