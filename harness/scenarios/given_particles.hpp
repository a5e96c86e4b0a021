// The initial particles of a scenario that a particle file gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/scenarios/particle_file.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// The particles of a file as fluid at rest, in the order of the file, at their positions from the
/// lower corner of its box on, rounded to single precision: other arrays are not read. Particles at
/// one place are taken as they are.
///
/// @param radius of influence, in the file's unit of length.
/// Throws InputError that names the file, `position` and the index of the particle for one that is
/// not finite or out of the box, and InputError where single precision does not resolve the radius
/// across the box.
ParticleState given_particles(const ParticleFile& particles, double radius,
                              const std::string& file);

/// The most particles that any of `positions` (xyz, finite) has within `reach`, itself left out. On
/// all threads of the host.
/// @param most where counting ends: the result is exact up to it, and above it where any has more.
std::uint64_t most_neighbours(const std::vector<float4>& positions, double reach,
                              std::uint64_t most);

}  // namespace sphlab
