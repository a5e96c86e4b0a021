#include "harness/scenarios/lattice.hpp"

#include <gtest/gtest.h>

#include "harness/scenarios/particle_creation.hpp"

namespace sphlab {
namespace {

TEST(Lattice, WallsAreOptionalFaceByFace) {
  const Box domain{{0, 0, 0}, {5, 4, 3}};
  const Lattice open = make_lattice(1, domain, {}, {domain}, "file");
  EXPECT_EQ(points_of(open.fluid), 60u);
  EXPECT_EQ(open.boundary_points(), 0u);
  const Lattice floor = make_lattice(1, domain, {{"z-"}}, {domain}, "file");
  EXPECT_EQ(points_of(floor.fluid), 40u);
  EXPECT_EQ(floor.boundary_points(), 20u);
}

TEST(Lattice, CreatesAsManyParticlesAsItCounts) {
  const Box domain{{-1, 2, 0.5}, {7, 5, 6}};
  for (const std::vector<std::string>& walls : {std::vector<std::string>{},
                                                {"x-"},
                                                {"x+"},
                                                {"y-", "y+"},
                                                {"x-", "x+", "z+"},
                                                {"x-", "x+", "y-", "y+", "z-", "z+"}}) {
    const Lattice lattice = make_lattice(1, domain, {walls}, {{{0, 0, 0}, {2, 1, 1}}}, "file");
    const ParticleState state = create_lattice_particles(lattice, {}, false);
    EXPECT_EQ(state.size(), 2 + lattice.boundary_points());
    EXPECT_EQ(state.position.size(), state.size());
    EXPECT_EQ(state.velocity.size(), state.size());
  }
}

TEST(Lattice, DepthIsMeasuredToTheSurfaceAbove) {
  const Box domain{{0, 0, 0}, {4, 4, 20}};
  const Lattice lattice = make_lattice(
      0.5, domain, {}, {{{0, 0, 0}, {4, 4, 2}}, {{0, 0, 2}, {2, 4, 1}}, {{0, 0, 10}, {4, 4, 1}}},
      "file");
  // under the second box, not under the drop
  EXPECT_DOUBLE_EQ(lattice.column_above({0, 0, 0}).first, 2.75);
  EXPECT_DOUBLE_EQ(lattice.column_above({7, 0, 0}).first, 1.75);  // beside the second box
  EXPECT_DOUBLE_EQ(lattice.column_above({0, 0, 5}).first, 0.25);
  EXPECT_DOUBLE_EQ(lattice.column_above({0, 0, 20}).first, 0.75);
}

}  // namespace
}  // namespace sphlab
