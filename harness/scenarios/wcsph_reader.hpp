// The constants of weakly compressible SPH out of a document that has passed its schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/scenarios/physics.hpp"
#include "kernels/abi/constants.hpp"

namespace sphlab {

/// A smoothing kernel vanishes at this many smoothing lengths, where a scenario gives these.
inline constexpr double kernel_radius = 2;

/// The influence radius over the spacing.
double influence_ratio(const nlohmann::json& physics);

/// The constants that a physics has of its own. @param place of "physics": file and key. Throws
/// InputError that names it.
OwnConstants read_own_constants(const PhysicsKind& kind, const nlohmann::json& physics,
                                const std::string& place);

/// Reads "physics", all but what belongs to the time step, to the body and to planes.
///
/// @param kind that takes WcsphConstants. @param spacing of the lattice [m].
/// @param source the file. Throws InputError that names it and the key.
WcsphConstants read_wcsph(const PhysicsKind& kind, const nlohmann::json& physics, double spacing,
                          const std::string& source);

}  // namespace sphlab
