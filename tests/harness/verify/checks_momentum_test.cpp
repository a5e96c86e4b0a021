#include "harness/verify/checks_momentum.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sphlab {
namespace {

// Two kilograms over three seconds, the walls carrying all but a little.
MomentumBalance balance() {
  return {{0.5, 0, -1.0}, {0, 0, -58.86}, {0.5, 0, 57.86}};
}

TEST(MomentumCheck, ABalancedRunPasses) {
  const Check check = momentum_balanced(balance());
  EXPECT_TRUE(check.passed) << check.detail;
  EXPECT_LT(check.value, 1e-12);
}

TEST(MomentumCheck, AResidualIsRelativeToGravity) {
  MomentumBalance b = balance();
  b.change[1] = 0.9 * momentum_tolerance * 58.86;
  EXPECT_TRUE(momentum_balanced(b).passed);
  b.change[1] = 1.1 * momentum_tolerance * 58.86;
  EXPECT_FALSE(momentum_balanced(b).passed);
}

TEST(MomentumCheck, AFlippedWallImpulseIsCaught) {
  MomentumBalance b = balance();
  for (double& component : b.wall_impulse) component = -component;
  EXPECT_FALSE(momentum_balanced(b).passed);
}

TEST(MomentumCheck, AFrozenRunIsCaught) {
  MomentumBalance b = balance();
  b.change = {0, 0, 0};
  EXPECT_FALSE(momentum_balanced(b).passed);
}

TEST(MomentumCheck, WhatIsNotANumberIsCaught) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto member : {&MomentumBalance::change, &MomentumBalance::gravity_impulse,
                      &MomentumBalance::wall_impulse}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      MomentumBalance b = balance();
      (b.*member)[axis] = nan;
      EXPECT_FALSE(momentum_balanced(b).passed);
      (b.*member)[axis] = std::numeric_limits<double>::infinity();
      EXPECT_FALSE(momentum_balanced(b).passed);
    }
  }
}

TEST(MomentumCheck, WithoutGravityThereIsNoScale) {
  EXPECT_FALSE(momentum_balanced(MomentumBalance{}).passed);
}

}  // namespace
}  // namespace sphlab
