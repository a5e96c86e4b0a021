// The identity word holds each type with each id, and every type has a name of its own.
#include "kernels/abi/particle_type.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace sphlab {
namespace {

constexpr ParticleType every_type[] = {ParticleType::fluid, ParticleType::boundary,
                                       ParticleType::body, ParticleType::second_fluid};

TEST(ParticleType, TheIdentityWordKeepsTypeAndId) {
  for (const ParticleType type : every_type) {
    for (const std::uint32_t id : {0u, 1u, 12345u, identity_id_mask}) {
      EXPECT_EQ(type_of(make_identity(type, id)), type);
      EXPECT_EQ(id_of(make_identity(type, id)), id);
    }
  }
}

TEST(ParticleType, MasksAreDisjointAndTogetherAllTypes) {
  TypeMask seen = 0;
  for (const ParticleType type : every_type) {
    EXPECT_EQ(seen & mask_of(type), 0u);
    seen |= mask_of(type);
  }
  EXPECT_EQ(seen, all_types);
}

TEST(ParticleType, EveryTypeHasItsOwnName) {
  std::set<std::string> names;
  for (const ParticleType type : every_type) names.insert(type_name(type));
  EXPECT_EQ(names, (std::set<std::string>{"fluid", "boundary", "body", "second fluid"}));
}

}  // namespace
}  // namespace sphlab
