// Reads how hard predictive-corrective SPH pushes against compression.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/abi/constants.hpp"

namespace sphlab {

/// delta [m^2/s^2], pressure by the density that it undoes in a step, of the fullest neighbourhood
/// that there is at rest: that of a point in a cubic lattice. Infinite where it has no neighbour.
///
/// @param radius h, where the kernels vanish [m]. @param spacing of the lattice, whose cells have
/// the volume m / rho0 [m]. @param step dt [s].
double correcting_stiffness(double radius, double spacing, double step);

/// How much of the density a wave of pressure changes for each part that delta expects: the largest
/// of waves through the lattice along its axes and diagonals. delta takes the neighbours of a
/// particle for as compressed as itself, and the particles beyond them for at rest; in a wave, both
/// move. Corrections by delta grow from one to the next where this is above 2.
double largest_response(double radius, double spacing);

/// Reads the constants of a scenario whose physics is "pcisph", and whose "influence_ratio" is
/// known. A "wave_relaxation" is the "relaxation" by largest_response(). Throws InputError where no
/// particle would have a neighbour to be pushed by, where corrections would grow, and where both
/// relaxations are given.
///
/// @param spacing of the lattice [m]. @param step dt [s]. @param source file, for the error.
PredictionConstants read_prediction(const nlohmann::json& physics, double spacing, double step,
                                    const std::string& source);

}  // namespace sphlab
