// Planes that push back out of a document that has passed its schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/scenarios/quantity.hpp"
#include "kernels/abi/constants.hpp"

namespace sphlab {

/// Reads "geometry.planes", and how hard they push from "physics"; without planes, none.
///
/// @param lower corner of the domain, from which points are measured [m]. @param source the file.
/// Throws InputError that names the file, the key and the remedy: of planes that nothing says the
/// stiffness of, of a stiffness without planes, of a normal without a direction, and of planes that
/// swing unlike each other.
PenaltyPlanes read_penalty_planes(const nlohmann::json& geometry, const nlohmann::json& physics,
                                  const Vector& lower, const std::string& source);

/// Throws InputError where planes swing and the scheme evaluates forces at other times than the
/// start of a step. @param source the file.
void require_scheme_of_planes(const PenaltyPlanes& planes, const std::string& scheme,
                              const std::string& source);

/// Where planes that swing are, as Clock has it.
struct SwingOfPlanes {
  double share = 0;  ///< of their stroke that they are along their normals [1]
  double rate = 0;   ///< at which that grows [1/s]
};

/// Place and speed of the swing at a time [s]; zeros where none swings.
SwingOfPlanes swing_at(const PenaltyPlanes& planes, double time);

/// The longest step in which no plane throws a particle back faster than it has come [s]: infinite
/// without planes. Of symplectic Euler steps, K dt^2 + 2 C dt is to be at most 4.
double longest_step(const PenaltyPlanes& planes);

}  // namespace sphlab
