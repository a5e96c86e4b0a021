// Slots of the neighbour list that a particle arrangement needs.
#pragma once

#include <cstdint>
#include <string>

#include "harness/scenarios/placement.hpp"

namespace sphlab {

/// Slots for `neighbours` neighbours and two end markers, a multiple of list_batch.
/// Throws InputError naming `source` above 2^16 slots: such a list is a mistake in the radius.
std::uint32_t list_slots(double neighbours, const std::string& source);

/// Neighbours to expect at most in a flow that starts on a cubic lattice: one and a half times
/// those in a full sphere. Water of a dam break compresses by a per cent, but clumps on impact.
/// @param radius_in_spacings influence radius over particle spacing [1].
double lattice_neighbours(double radius_in_spacings);

/// lattice_neighbours(), and where places are as good as random no fewer than random_neighbours():
/// those are more where a sphere holds few, 89 against 51 among a million in spheres of 33.5.
/// @param particles all that are placed.
double placed_neighbours(const Placement& placement, double radius_in_spacings, double particles);

/// The smallest number of neighbours that uniformly random particles exceed with a probability
/// below one in a billion, all `particles` together (Poisson's tail, summed over the particles).
/// @param mean neighbours in a full sphere.
double random_neighbours(double mean, double particles);

}  // namespace sphlab
