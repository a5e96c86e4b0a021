#include "harness/verify/checks_density.hpp"

#include <algorithm>
#include <cmath>

#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// What of a deviation the rounding of a particle's sum does not explain, where that is more than
/// the tolerance. What is not a number remains.
double beyond(double deviation, const OracleDensities& oracle, std::size_t i) {
  if (oracle.rounding.empty()) return deviation;
  const double more = std::max(oracle.rounding[i] - density_tolerance, 0.0);
  return deviation <= more ? 0 : deviation - more;
}

}  // namespace

Check densities_agree(const ParticleState& state, const JudgedParticles& judged,
                      const OracleDensities& oracle) {
  const auto deviation = merged_over_items<LargestDeviation>(
      judged.count(), [&](LargestDeviation& largest, std::size_t k) {
        const std::size_t i = judged[k];
        if (type_of(state.identity[i]) != ParticleType::fluid) return;
        const double off = std::abs(state.velocity[i].w - oracle.excess[i]);
        largest.take(i, beyond(off, oracle, i));
      });
  Check check = relative_check("densities", deviation, 1, density_tolerance, state);
  check.norm = norms::rest_density;
  return check;
}

}  // namespace sphlab
