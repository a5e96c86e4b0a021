// Particle types in words.
#pragma once

#include <string>

#include "kernels/abi/particle_type.hpp"

namespace sphlab {

/// The names of a set, joined: "fluid+boundary".
std::string type_names(TypeMask types);

}  // namespace sphlab
