// Finds where each particle stands in another order of the same particles.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Place in `state` of each particle of `order`. Both have the same identities; ids are numbers
/// from zero, and no two particles have the same. Throws std::out_of_range where one is missing.
std::vector<std::uint32_t> places(const ParticleState& order, const ParticleState& state);

}  // namespace sphlab
