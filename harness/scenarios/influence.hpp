// What is within the influence radius of a scenario's particles.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

struct Scenario;

/// The key of "physics" that says how wide the influence radius is, whatever else follows from it.
const char* radius_key(const nlohmann::json& physics);

/// Throws InputError where no particle of a lattice has a neighbour well inside the influence
/// radius: such a fluid falls through itself. @param source the file.
void require_neighbours(const Scenario& scenario, const nlohmann::json& physics,
                        const std::string& source);

/// Throws InputError where walls push from beyond the influence radius, where nobody looks for
/// them, or from so near that single precision cannot tell it. @param source the file.
void require_walls_in_reach(const Scenario& scenario, const std::string& source);

}  // namespace sphlab
