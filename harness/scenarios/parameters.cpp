#include "harness/scenarios/parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"

namespace sphlab {
namespace {

std::vector<std::string> names(const std::map<std::string, double>& parameters) {
  std::vector<std::string> keys;
  for (const auto& parameter : parameters) keys.push_back(parameter.first);
  return keys;
}

/// Not "value < minimum": a NaN must not pass.
void check_bounds(const nlohmann::json& declaration, double value, const std::string& where) {
  const double minimum = declaration.at("minimum").get<double>();
  const double maximum = declaration.at("maximum").get<double>();
  if (!(value >= minimum && value <= maximum && value == std::floor(value))) {
    throw InputError(fmt::format("{}: must be a whole number from {:.0f} to {:.0f}, found {}.",
                                 where, minimum, maximum, value));
  }
}

}  // namespace

std::map<std::string, double> resolve_parameters(const nlohmann::json& declared,
                                                 const std::map<std::string, double>& overrides,
                                                 const std::string& source) {
  std::map<std::string, double> values;
  for (const auto& [name, declaration] : declared.items()) {
    const auto value = declaration.at("default").get<double>();
    check_bounds(declaration, value, fmt::format("{}: parameters.{}.default", source, name));
    values[name] = value;
  }
  for (const auto& [name, value] : overrides) {
    if (values.find(name) == values.end()) {
      throw InputError(fmt::format("{}: the scenario has no parameter {}. {}", source,
                                   excerpt(name), suggestion(name, names(values))));
    }
    check_bounds(declared.at(name), value, fmt::format("{}: parameter {}", source, name));
    values[name] = value;
  }
  return values;
}

double referenced_parameter(const std::map<std::string, double>& parameters,
                            const std::string& reference, const std::string& where) {
  const auto found = parameters.find(reference);
  if (found == parameters.end()) {
    throw InputError(fmt::format("{}: no parameter {} is declared. {}", where, excerpt(reference),
                                 suggestion(reference, names(parameters))));
  }
  return found->second;
}

}  // namespace sphlab
