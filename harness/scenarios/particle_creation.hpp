// The initial particles of a scenario.
#pragma once

#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/placement.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Most particles that an identity word can number.
inline constexpr std::uint64_t max_particles = std::uint64_t{identity_id_mask} + 1;

/// Throws InputError naming `source` for more than max_particles, OutOfMemory when a state of so
/// many needs more than `available` bytes.
void require_particles(std::uint64_t particles, std::size_t available, const std::string& source);

/// The particles of a lattice: fluid box by box, then the second fluid and the body likewise, then
/// the boundary; in each, x runs fastest and z slowest. Ids count in that order. Fluid and
/// boundary are at rest; the body has the velocity that its motion begins with.
/// @param placement of the fluids' particles.
/// @param hydrostatic whether the fluids' density balances gravity (which must be along -z).
ParticleState create_lattice_particles(const Lattice& lattice, const WcsphConstants& constants,
                                       bool hydrostatic, const Placement& placement = {});

/// `particles` fluid particles at rest, uniformly random in [0, side)^3.
ParticleState create_random_particles(std::size_t particles, std::uint64_t seed, double side);

}  // namespace sphlab
