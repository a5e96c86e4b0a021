// Resolution parameters: what a scenario declares, and what a run makes of them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

/// The value of every declared parameter, overrides applied.
///
/// @param declared the scenario's "parameters". @param source the file, for messages.
/// Throws InputError for a default outside its own bounds, an override of an undeclared parameter
/// (naming the nearest), and one that is not a whole number within the bounds.
std::map<std::string, double> resolve_parameters(const nlohmann::json& declared,
                                                 const std::map<std::string, double>& overrides,
                                                 const std::string& source);

/// The value of the parameter that `reference` names. Throws InputError naming the nearest.
/// @param where file and key of the reference.
double referenced_parameter(const std::map<std::string, double>& parameters,
                            const std::string& reference, const std::string& where);

}  // namespace sphlab
