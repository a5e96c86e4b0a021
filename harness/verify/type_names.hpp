// Particle types in words.
#pragma once

#include <string>

#include "kernels/particles/particle_type.hpp"

namespace sphlab {

/// "fluid", "boundary", ...; "?" for what is no type.
const char* type_name(ParticleType type);

/// The names of a set, joined: "fluid+boundary".
std::string type_names(TypeMask types);

}  // namespace sphlab
