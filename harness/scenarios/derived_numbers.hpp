// Computes what kernels derive from the constants of a scenario, in single precision.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace sphlab {

struct Scenario;

/// Throws InputError, with the key to blame, where one of those numbers overflows or vanishes
/// although the constants that it is made of do not: a pressure, the gradient of a smoothing
/// kernel, the reach of a wall squared.
/// @param physics of the document. @param source the file.
void require_derived_numbers(const Scenario& scenario, const nlohmann::json& physics,
                             const std::string& source);

}  // namespace sphlab
