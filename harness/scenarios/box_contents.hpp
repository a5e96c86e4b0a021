// Initial values of the particles of a box of fluid.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// Gives the particles of some boxes the velocities and the fields that the document has for them.
/// Particles for which it has no field begin with zeros in it.
///
/// @param state in which the particles of `boxes` follow each other from `first` on.
/// @param described the document's boxes, as many. @param key of them, for messages.
/// @param source the file. Throws InputError where boxes give a field other numbers of components,
/// or what single precision cannot hold.
void fill_boxes(ParticleState& state, std::size_t first, const std::vector<LatticeBox>& boxes,
                const nlohmann::json& described, const std::string& key, const std::string& source);

}  // namespace sphlab
