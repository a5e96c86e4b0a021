#include "harness/verify/oracle_density.hpp"

#include <algorithm>
#include <cmath>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {

namespace {

// The sum of W on the lattice on which one particle has the volume m / rho0, itself included.
double lattice_sum(const OracleKernel& kernel, const WcsphConstants& k) {
  const double h = k.smoothing_length;
  const double spacing = std::cbrt(static_cast<double>(k.particle_mass) / k.rest_density);
  const int reach = static_cast<int>(2 * h / spacing) + 1;
  double sum = 0;
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      for (int z = -reach; z <= reach; ++z)
        sum += oracle_kernel_value(kernel, spacing * std::sqrt(x * x + y * y + z * z), h);
    }
  }
  return sum;
}

// The sum of W over a fluid particle and the fluid around it, over the same sum on the cubic
// lattice of spacing (m/rho0)^(1/3); at least 1.
OracleDensities summed_densities(const ParticleState& state, const JudgedParticles& judged,
                                 const WcsphConstants& constants, int threads,
                                 const OracleKernel& kernel) {
  OracleDensities densities;
  resize_touched(densities.excess, state.size());
  const double h = constants.smoothing_length;
  const double radius = constants.influence_radius;
  const double at_rest = lattice_sum(kernel, constants);
  const CellSearch search(state, judged, radius);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if (!is_fluid(state.identity[i])) continue;
    double sum = oracle_kernel_value(kernel, 0, h);
    search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= radius * radius) return;
      ++pairs;
      sum += oracle_kernel_value(kernel, std::sqrt(r2), h);
    });
    densities.excess[i] = std::max(sum / at_rest, 1.0) - 1;
  }
  stop_if_requested();
  densities.accepted_pairs = judged.over_all(pairs);
  return densities;
}

const RegisterOracle<DensityOracle> wcsph_lj_summed_density("wcsph-lj-summed", summed_densities);

}  // namespace

OracleDensities oracle_densities_of(const std::string& physics, const ParticleState& state,
                                    const JudgedParticles& judged, const WcsphConstants& constants,
                                    int threads) {
  const PhysicsKind& kind = physics_kind(physics);
  const DensityOracle densities_of = registered_oracle<DensityOracle>(
      kind.oracle_name(), "the oracle has no densities for the physics '" + physics + "'");
  return densities_of(state, judged, constants, threads, oracle_kernel(kind.smoothing_kernel));
}

}  // namespace sphlab
