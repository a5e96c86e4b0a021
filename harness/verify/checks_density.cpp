#include "harness/verify/checks_density.hpp"

#include <cmath>

#include "harness/verify/parallel_particles.hpp"

namespace sphlab {

Check densities_agree(const ParticleState& state, std::size_t live, const OracleDensities& oracle) {
  const auto deviation =
      merged_over_particles<LargestDeviation>(live, [&](LargestDeviation& largest, std::size_t i) {
        if (type_of(state.identity[i]) != ParticleType::fluid) return;
        largest.take(i, std::abs(state.velocity[i].w - oracle.excess[i]));
      });
  Check check = relative_check("densities", deviation, 1, density_tolerance, state);
  check.norm = norms::rest_density;
  return check;
}

}  // namespace sphlab
