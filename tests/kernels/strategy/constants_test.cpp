#include "kernels/strategy/constants.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

TEST(ConstantsOf, GivesThoseThatTheArgumentsCarry) {
  const WcsphConstants water{};
  EXPECT_EQ(&constants_of<WcsphConstants>(PhysicsConstants::of(water)), &water);
}

TEST(ConstantsOfDeathTest, EndsTheProcessOnAnotherKind) {
  const WcsphConstants water{};
  EXPECT_DEATH(constants_of<LjPotentialConstants>(PhysicsConstants::of(water)),
               "constants of kind 2 and was given kind 1");
}

}  // namespace
}  // namespace sphlab
