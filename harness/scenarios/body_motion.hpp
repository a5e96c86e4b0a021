// The prescribed motion of a body out of a document that has passed its schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/scenarios/lattice.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/abi/grid.hpp"

namespace sphlab {

/// Reads "geometry.body.motion".
///
/// @param grid on which the body moves: tells the quantum. @param source the file.
/// Throws InputError that names the file and the key.
BodyMotion read_body_motion(const nlohmann::json& motion, const Grid& grid,
                            const std::string& source);

/// Throws InputError when the motion carries a box of the body into or out of the walls before
/// `end_time`, or is faster than a tenth of the speed of sound, where the fluid in its way would be
/// compressed by more than a per cent.
void check_body_motion(const BodyMotion& motion, const Lattice& lattice, double end_time,
                       double sound_speed, const std::string& source);

}  // namespace sphlab
