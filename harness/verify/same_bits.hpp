// Equality of particles bit by bit, by which what was found for some holds for others.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

/// Compares numbers without padding bit by bit: unlike by ==, a zero differs from its negative, and
/// what is not a number equals itself.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && true_of_ranges(a.size(), [&](const HostRange& range) {
           const std::size_t count = range.end - range.begin;
           return count == 0 ||
                  std::memcmp(&a[range.begin], &b[range.begin], count * sizeof(T)) == 0;
         });
}

inline bool same_fields(const ParticleFields& a, const ParticleFields& b) {
  const auto same = [](const auto& one, const auto& other) {
    return one.first == other.first && same_bits(one.second, other.second);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Fields and arrays included, and the time: the passes of a formulation read them.
inline bool same_particles(const ParticleState& a, const ParticleState& b) {
  return same_bits(a.position, b.position) && same_bits(a.velocity, b.velocity) &&
         same_bits(a.identity, b.identity) && same_fields(a.fields, b.fields) && a.time == b.time;
}

}  // namespace sphlab
