#include "harness/verify/checks_particles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/harness/verify/states.hpp"
#include "tests/harness/verify/threads.hpp"

namespace sphlab {
namespace {

class ParticlesCheck : public testing::Test {
 protected:
  ParticlesCheck() { std::reverse(state_.identity.begin(), state_.identity.end()); }
  Check conserved() const { return particles_conserved(state_, expected_); }

  ParticleState state_ = test::random_state(20, 1, 59);
  std::vector<std::uint32_t> expected_ = state_.identity;
};

TEST_F(ParticlesCheck, AnyOrderPasses) {
  EXPECT_TRUE(conserved().passed) << conserved().detail;
  EXPECT_TRUE(none_lost(state_, 20).passed);
  EXPECT_TRUE(state_finite(state_).passed);
}

TEST_F(ParticlesCheck, IdsNeedNotBeNumberedFromZero) {
  for (std::vector<std::uint32_t>* identities : {&state_.identity, &expected_})
    for (std::uint32_t& identity : *identities) identity += 1000;
  EXPECT_TRUE(conserved().passed) << conserved().detail;
  state_.identity[3] = state_.identity[4];
  EXPECT_EQ(conserved().value, 2);
}

TEST_F(ParticlesCheck, ADuplicateIdIsCaughtAndNamed) {
  state_.identity[2] = make_identity(ParticleType::fluid, 10);
  const Check check = conserved();
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.value, 2);  // one twice, another missing
  EXPECT_NE(check.detail.find("id 10 occurs more than once"), std::string::npos) << check.detail;
}

TEST_F(ParticlesCheck, AChangedTypeIsCaught) {
  state_.identity[0] = make_identity(ParticleType::boundary, id_of(state_.identity[0]));
  EXPECT_FALSE(conserved().passed);
}

TEST_F(ParticlesCheck, EveryTypeIsNamed) {
  expected_.push_back(make_identity(ParticleType::body, 999));
  EXPECT_EQ(conserved().detail, "the body particle with id 999 is missing");
  state_.identity[0] = make_identity(ParticleType::body, 999);
  EXPECT_EQ(particle_label(state_, 0), "particle 0 (body, id 999)");
  state_.identity[0] = make_identity(ParticleType::second_fluid, 999);
  EXPECT_EQ(particle_label(state_, 0), "particle 0 (second fluid, id 999)");
}

TEST_F(ParticlesCheck, AnUnknownIdIsCaught) {
  state_.identity[0] = make_identity(ParticleType::boundary, 999);
  EXPECT_FALSE(conserved().passed);
}

TEST_F(ParticlesCheck, AMissingAndASurplusParticleAreCaught) {
  state_.identity.pop_back();
  EXPECT_FALSE(conserved().passed);
  EXPECT_EQ(conserved().detail, "the fluid particle with id 0 is missing");
  state_.identity.push_back(expected_.front());
  state_.identity.push_back(make_identity(ParticleType::fluid, 77));
  EXPECT_EQ(conserved().detail, "the fluid particle with id 77 does not belong to the run");
}

TEST_F(ParticlesCheck, ALostParticleIsCaughtAndNamed) {
  const Check check = none_lost(state_, 19);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.value, 1);
  EXPECT_EQ(check.detail.find("particle 19 (fluid, id 0) is outside the grid"), 0u) << check.detail;
}

TEST_F(ParticlesCheck, WhatIsNotFiniteIsCaughtAndNamed) {
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (auto* array : {&state_.position, &state_.velocity}) {
      for (float float4::*component : {&float4::x, &float4::y, &float4::z, &float4::w}) {
        const float right = (*array)[4].*component;
        (*array)[4].*component = wrong;
        EXPECT_FALSE(state_finite(state_).passed);
        EXPECT_EQ(state_finite(state_).detail.find("particle 4 ("), 0u);
        (*array)[4].*component = right;
      }
    }
  }
}

class ManyParticles : public testing::Test {
 protected:
  ManyParticles() { std::reverse(state_.identity.begin(), state_.identity.end()); }
  Check conserved() const {
    return test::on_any_threads([&] { return particles_conserved(state_, expected_); });
  }
  ParticleState state_ = test::random_state(test::many_particles, 1, 77);
  std::vector<std::uint32_t> expected_ = state_.identity;
};

TEST_F(ManyParticles, AreConservedInAnyOrder) {
  EXPECT_TRUE(conserved().passed);
}

TEST_F(ManyParticles, OneThatIsDoubledIsCaughtWhereverItIs) {
  for (const std::size_t i : {1u, 20'000u, 40'006u}) {
    const std::uint32_t own = state_.identity[i];
    state_.identity[i] = state_.identity[i - 1];
    EXPECT_EQ(conserved().value, 2) << i;
    state_.identity[i] = own;
  }
}

TEST_F(ManyParticles, OneOfAnotherTypeOrAnUnknownIdIsCaught) {
  const std::uint32_t own = state_.identity[33'000];
  for (const std::uint32_t wrong :
       {make_identity(ParticleType::body, id_of(own)), make_identity(type_of(own), 99'999)}) {
    state_.identity[33'000] = wrong;
    EXPECT_EQ(conserved().value, 2);
  }
}

TEST_F(ManyParticles, ThoseThatAreNotFiniteAreCountedAndTheFirstIsNamed) {
  const auto check = [&] { return test::on_any_threads([&] { return state_finite(state_); }); };
  EXPECT_TRUE(check().passed);
  for (const std::size_t i : {9'000u, 9'001u, 33'000u})
    state_.velocity[i].y = std::numeric_limits<float>::infinity();
  EXPECT_EQ(check().value, 3);
  EXPECT_EQ(check().detail.find("particle 9000 ("), 0u) << check().detail;
}

}  // namespace
}  // namespace sphlab
