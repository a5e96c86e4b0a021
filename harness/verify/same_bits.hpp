// Equality of particles bit by bit, by which what was found for some holds for others.
#pragma once

#include <cstring>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Of numbers without padding: unlike ==, a zero is not its negative, and what is not a number is
/// itself.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Fields that a scheme keeps beside are not compared: no check of a state by itself reads them.
inline bool same_particles(const ParticleState& a, const ParticleState& b) {
  return same_bits(a.position, b.position) && same_bits(a.velocity, b.velocity) &&
         same_bits(a.identity, b.identity);
}

}  // namespace sphlab
