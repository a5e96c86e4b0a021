// Checks that no particle is lost, doubled or changed in kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/verify/check.hpp"

namespace sphlab {

/// Every identity word (type and id) of `expected` occurs in `state` exactly once, and no other
/// does.
/// @param expected of the initial condition, any order, without repetition.
Check particles_conserved(const ParticleState& state, const std::vector<std::uint32_t>& expected);

/// A rebuild has brought the particles into another order, and each has its position, velocity and
/// density, its identity, and the fields that `before` has, to the last bit.
Check particles_carried(const ParticleState& before, const ParticleState& after);

/// No particle has left the grid.
/// @param live particles [0, live) of `state` are in the grid's cells.
Check none_lost(const ParticleState& state, std::size_t live);

/// Every position, velocity and density is finite.
Check state_finite(const ParticleState& state);

}  // namespace sphlab
