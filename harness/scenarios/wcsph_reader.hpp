// The constants of weakly compressible SPH out of a document that has passed its schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/abi/constants.hpp"

namespace sphlab {

/// Every smoothing kernel vanishes at this many smoothing lengths.
inline constexpr double kernel_radius = 2;

/// Reads "physics", all but what belongs to the time step and to the body.
///
/// @param physics of a physics whose name starts with "wcsph". @param spacing of the lattice [m].
/// @param source the file. Throws InputError that names it and the key.
WcsphConstants read_wcsph(const nlohmann::json& physics, double spacing, const std::string& source);

}  // namespace sphlab
