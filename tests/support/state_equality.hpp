// Particle states compared bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab::test {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline void expect_same_state(const ParticleState& a, const ParticleState& b) {
  ASSERT_EQ(a.identity, b.identity) << "the order differs";
  EXPECT_TRUE(same_bits(a.position, b.position)) << "positions differ";
  EXPECT_TRUE(same_bits(a.velocity, b.velocity)) << "velocities differ";
}

}  // namespace sphlab::test
