// Physical quantities out of a document that has passed its schema, units included.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/abi/vector_types.hpp"

namespace sphlab {

using Vector = std::array<double, 3>;  ///< x, y, z

/// The value of object[key], a scalar quantity.
double scalar(const nlohmann::json& object, const char* key);

/// The value of object[key], a quantity with three components.
Vector vector(const nlohmann::json& object, const char* key);

/// Whether single precision holds it: without overflow, and neither as zero nor as a subnormal
/// number unless it is zero.
bool fits_single_precision(double value);

/// Rounds to single precision. Throws InputError that names `where` (file and key) when the value
/// overflows, or is not zero and becomes zero or subnormal.
float to_float(double value, const std::string& where);

/// to_float of each component.
float3 to_float3(const Vector& value, const std::string& where);

}  // namespace sphlab
