#include "harness/verify/checks_density.hpp"

#include <cmath>

namespace sphlab {

Check densities_agree(const ParticleState& state, std::size_t live, const OracleDensities& oracle) {
  LargestDeviation deviation;
  for (std::size_t i = 0; i < live; ++i) {
    if (type_of(state.identity[i]) != ParticleType::fluid) continue;
    deviation.take(i, std::abs(state.velocity[i].w - oracle.excess[i]));
  }
  Check check = relative_check("densities", deviation, 1, density_tolerance, state);
  check.norm = norms::rest_density;
  return check;
}

}  // namespace sphlab
