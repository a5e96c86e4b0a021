#include "harness/cli/record_choice.hpp"

#include <algorithm>

namespace sphlab {

bool is_variant_or_traversal(const std::string& variant, const std::string& name) {
  return variant == name || variant.starts_with(name + "+");
}

bool has_parameters(const Record& record, const std::map<std::string, double>& wanted) {
  const auto& has = record.scenario.parameters;
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& parameter) {
    const auto found = has.find(parameter.first);
    return found != has.end() && found->second == parameter.second;
  });
}

}  // namespace sphlab
