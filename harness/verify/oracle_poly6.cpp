#include "harness/verify/oracle_poly6.hpp"

#include <cmath>
#include <numbers>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {
namespace {

// (h^2 - r^2)^3 315 / (64 pi h^9) [1/m^3].
double poly6(double r2, double h) {
  return 315 / (64 * std::numbers::pi * cube(h)) * cube(1 - r2 / (h * h));
}

}  // namespace

OracleDensities poly6_densities(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads, const OracleKernel&) {
  OracleDensities densities;
  resize_touched(densities.excess, state.size());
  resize_touched(densities.rounding, state.size());
  const double h = constants.influence_radius;
  const double volume = static_cast<double>(constants.particle_mass) / constants.rest_density;
  const CellSearch search(state, judged, h);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    double sum = poly6(0, h);
    std::uint64_t terms = 1;
    search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= h * h) return;
      ++terms;
      sum += poly6(r2, h);
    });
    densities.excess[i] = volume * sum - 1;
    densities.rounding[i] = static_cast<double>(terms) * 0x1p-24 * volume * sum;
    pairs += terms - 1;
  }
  stop_if_requested();
  densities.accepted_pairs = judged.over_all(pairs);
  return densities;
}

}  // namespace sphlab
