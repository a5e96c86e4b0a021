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

/// Neighbours to expect at most of fluid that begins as `placement` has it: lattice_neighbours(),
/// but where places are as good as random, random_neighbours(), and where such particles move, the
/// greater. Among a million at random, a sphere that holds 33.5 may have 89 and not 51, and one
/// that holds 1244, 1534 and not 1867: of such lists one may fit where the other does not.
/// @param particles all that are placed.
double placed_neighbours(const Placement& placement, double radius_in_spacings, double particles,
                         bool moves);

/// The smallest number of neighbours that uniformly random particles exceed with a probability
/// below one in a billion, all `particles` together (Poisson's tail, summed over the particles).
/// @param mean neighbours in a full sphere.
double random_neighbours(double mean, double particles);

}  // namespace sphlab
