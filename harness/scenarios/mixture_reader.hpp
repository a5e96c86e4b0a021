// Reads the keys of a mixture from a document that has passed its schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/abi/constants.hpp"

namespace sphlab {

/// Reads the second phase and the drift into constants that have all else.
///
/// @param volume of a particle at rest [m^3]. @param place file and key of `physics`.
/// Throws InputError that names it and the key.
void read_mixture(const nlohmann::json& physics, double volume, const std::string& place,
                  WcsphConstants& constants);

/// The volumes of the phases that the particles of each box begin with must be there, none below
/// zero, and 1 together.
///
/// @param boxes of fluid, as the document has them. @param source the file. Throws InputError that
/// names it, the key and the remedy.
void require_phase_volumes(const nlohmann::json& boxes, const std::string& source);

/// The longest step in which nothing spreads too far by diffusion [s], h^2 / (8 D), as Morris, Fox
/// and Zhu (1997) have it of viscosities: D is the greatest of the phases' kinematic viscosities
/// and of the drift's diffusivity. Infinite where nothing diffuses.
double longest_diffusive_step(const WcsphConstants& constants);

}  // namespace sphlab
