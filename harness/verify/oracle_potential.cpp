#include "harness/verify/oracle_potential.hpp"

#include <cmath>

#include "harness/verify/oracle_search.hpp"

namespace sphlab {

namespace {

double pair_potential(double r2, const LjPotentialConstants& k) {
  const double ratio2 =
      static_cast<double>(k.zero_radius) * k.zero_radius / (r2 + static_cast<double>(k.softening));
  const double ratio6 = ratio2 * ratio2 * ratio2;
  return 4 * static_cast<double>(k.well_depth) * (ratio6 * ratio6 - ratio6);
}

}  // namespace

OraclePotential oracle_potential(const ParticleState& state, std::size_t live,
                                 const LjPotentialConstants& constants, TypeMask targets,
                                 int threads) {
  OraclePotential potential;
  potential.value.resize(state.size());
  potential.borderline.resize(state.size());
  const CellSearch search(state, live, borderline_reach(constants.cutoff));
  const double cutoff2 = static_cast<double>(constants.cutoff) * constants.cutoff;
  const double band = borderline_width(constants.cutoff);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256) reduction(+ : pairs)
  for (std::size_t i = 0; i < live; ++i) {
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    double sum = 0;
    double doubtful = 0;
    search.visit(i, [&](std::uint32_t, double, double, double, double r2) {
      const double value = pair_potential(r2, constants);
      if (std::abs(r2 - cutoff2) <= band) doubtful += std::abs(value);
      if (r2 >= cutoff2) return;
      sum += value;
      ++pairs;
    });
    potential.value[i] = sum;
    potential.borderline[i] = doubtful;
  }
  potential.accepted_pairs = pairs;
  return potential;
}

}  // namespace sphlab
