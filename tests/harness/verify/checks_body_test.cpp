// A body that has moved as a whole passes; one particle off by a bit is caught and named.
#include "harness/verify/checks_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/harness/verify/states.hpp"

namespace sphlab {
namespace {

class BodyCheck : public testing::Test {
 protected:
  BodyCheck() {
    for (int k = 0; k < 8; ++k) {
      const float x = 0.25f * static_cast<float>(k);
      test::add_particle(initial_, k < 3 ? ParticleType::fluid : ParticleType::body, x, 0.5f, 0.5f);
    }
    state_ = initial_;
    for (float4& p : state_.position) p.y += 0.125f;
    std::swap(state_.position[0], state_.position[7]);
    std::swap(state_.identity[0], state_.identity[7]);
  }
  ParticleState initial_, state_;
};

TEST_F(BodyCheck, ABodyThatMovesAsAWholePasses) {
  state_.position[1].x = 17;  // fluid goes where it likes
  const Check check = body_rigid(state_, initial_);
  EXPECT_TRUE(check.passed) << check.detail;
}

TEST_F(BodyCheck, AParticleOffByOneBitIsCaughtAndNamed) {
  state_.position[5].z = std::nextafter(state_.position[5].z, 1.0f);
  const Check check = body_rigid(state_, initial_);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.value, 1);
  EXPECT_EQ(check.detail.find("particle 5 (body, id 5) has moved"), 0u) << check.detail;
}

TEST_F(BodyCheck, WhatIsNotANumberIsCaught) {
  state_.position[5].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(body_rigid(state_, initial_).passed);
}

}  // namespace
}  // namespace sphlab
