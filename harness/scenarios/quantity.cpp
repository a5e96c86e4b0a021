#include "harness/scenarios/quantity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "harness/error.hpp"

namespace sphlab {

double scalar(const nlohmann::json& object, const char* key) {
  return object.at(key).at("value").get<double>();
}

Vector vector(const nlohmann::json& object, const char* key) {
  return object.at(key).at("value").get<Vector>();
}

bool fits_single_precision(double value) {
  const double magnitude = std::abs(value);
  return magnitude <= std::numeric_limits<float>::max() &&
         (value == 0 || magnitude >= std::numeric_limits<float>::min());
}

float to_float(double value, const std::string& where) {
  if (!fits_single_precision(value)) {
    throw InputError(
        fmt::format("{}: {} does not fit single precision. Choose a value between 1e-37 and 3e38.",
                    where, value));
  }
  return static_cast<float>(value);
}

float3 to_float3(const Vector& value, const std::string& where) {
  return {to_float(value[0], where), to_float(value[1], where), to_float(value[2], where)};
}

}  // namespace sphlab
