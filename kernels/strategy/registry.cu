#include "kernels/strategy/registry.hpp"

#include <algorithm>
#include <cstring>

namespace sphlab {

Registry& registry() {
  static Registry all;
  return all;
}

bool register_strategy(const Strategy& strategy) {
  registry().strategies.push_back(strategy);
  return true;
}

bool register_scheme(const SchemeDescription& scheme) {
  registry().schemes.push_back(scheme);
  return true;
}

bool register_formulation(const FormulationDescription& formulation) {
  std::vector<FormulationDescription>& all = registry().formulations;
  const bool known = std::any_of(all.begin(), all.end(), [&](const FormulationDescription& other) {
    return std::strcmp(other.name, formulation.name) == 0;
  });
  if (!known) all.push_back(formulation);
  return true;
}

}  // namespace sphlab
