#include "kernels/strategy/registry.hpp"

namespace sphlab {

std::vector<Strategy>& registered_strategies() {
  static std::vector<Strategy> strategies;
  return strategies;
}

bool register_strategy(const Strategy& strategy) {
  registered_strategies().push_back(strategy);
  return true;
}

}  // namespace sphlab
