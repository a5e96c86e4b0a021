// What a physics says of who acts on whom: sources that it leaves out change nothing that is
// stored, and those that it names do.
#include <gtest/gtest.h>

#include "tests/kernels/physics/every_physics.hpp"

namespace sphlab::test {
namespace {

template <class Physics>
constexpr bool names_sources = requires {
  Physics::sources_of(ParticleType::fluid);
};

struct Stored {
  float4 rate;
  float approach_rate;  ///< where the physics limits the step; else 0
};

/// What is stored of the first target of a type, acted on by the particles of `sources` alone.
template <class Physics>
Stored stored(ParticleType type, TypeMask sources) {
  const auto coefficients = Physics::prepare(test_constants<Physics>());
  const auto particles = test_particles<Physics, float>();
  const auto target = std::find_if(particles.begin(), particles.end(),
                                   [&](const auto& particle) { return particle.type == type; });
  typename Physics::template Sum<float> sum;
  for (const auto& source : particles) {
    if (&source == &*target || (mask_of(source.type) & sources) == 0) continue;
    const auto& a = target->particle;
    const auto& b = source.particle;
    const Pair<float> pair = make_pair_distance(a.x, a.y, a.z, b.x, b.y, b.z, true);
    if (pair.r2 >= test_radius * test_radius) continue;
    with_group(typename Physics::Groups{}, source.type, [&]<class Group>(Group) {
      add_one_sided<Physics, Group>(coefficients, target->particle, source.particle, pair, sum);
    });
  }
  std::uint32_t identity = make_identity(type, 0);
  Stored result{};
  ForceArguments arguments{};
  arguments.particles = 1;
  arguments.state.identity = &identity;
  arguments.rate = &result.rate;
  arguments.approach_rate = &result.approach_rate;
  Physics::store(coefficients, arguments, 0, sum);
  return result;
}

TEST(SourcesOf, AreAllThatChangeWhatIsStored) {
  std::size_t physics = 0;
  for_each_physics(CellPairPhysics{}, [&]<class Physics>() {
    if constexpr (names_sources<Physics>) {
      ++physics;
      for (const ParticleType type :
           {ParticleType::fluid, ParticleType::boundary, ParticleType::body}) {
        if (!is_target<Physics>(type)) continue;
        SCOPED_TRACE(std::string(Physics::name) + " " + type_name(type));
        const Stored nothing = stored<Physics>(type, 0);
        const Stored others =
            stored<Physics>(type, source_types<Physics> & ~Physics::sources_of(type));
        const Stored named = stored<Physics>(type, Physics::sources_of(type));
        EXPECT_EQ(others.rate.x, nothing.rate.x);
        EXPECT_EQ(others.rate.y, nothing.rate.y);
        EXPECT_EQ(others.rate.z, nothing.rate.z);
        EXPECT_EQ(others.rate.w, nothing.rate.w);
        EXPECT_EQ(others.approach_rate, nothing.approach_rate);
        EXPECT_NE(named.rate.w, nothing.rate.w);
      }
    }
  });
  EXPECT_GE(physics, 1u);
}

}  // namespace
}  // namespace sphlab::test
