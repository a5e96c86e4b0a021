#include "harness/verify/oracle_end_to_end.hpp"

#include <algorithm>

#include "harness/verify/checks_density.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// The state with the oracle's densities, every other one of them higher by `off` and the rest
/// lower.
ParticleState at_densities(ParticleState state, std::size_t live, const OracleDensities& densities,
                           double off) {
  over_items(live, [&](std::size_t i) {
    if (!is_fluid(state.identity[i])) return;
    // ids count along rows: neighbours in a row, and rows of an odd length, are off to either side
    const bool higher = (id_of(state.identity[i]) & 1) != 0;
    state.velocity[i].w = static_cast<float>(densities.excess[i] + (higher ? off : -off));
  });
  return state;
}

}  // namespace

EndToEndRates oracle_end_to_end(const std::string& physics, const ParticleState& state,
                                std::size_t live, const WcsphConstants& constants,
                                const OracleDensities& densities) {
  const auto rates_with = [&](double off) {
    return oracle_rates_of(physics, at_densities(state, live, densities, off), live, constants,
                           all_threads());
  };
  EndToEndRates end_to_end{rates_with(0), 0};
  const OracleRates other = rates_with(density_tolerance);
  for (std::size_t i = 0; i < live; ++i) {
    const DoubleVector& a = end_to_end.rates.acceleration[i];
    const DoubleVector& b = other.acceleration[i];
    end_to_end.sensitivity =
        std::max(end_to_end.sensitivity, magnitude({a[0] - b[0], a[1] - b[1], a[2] - b[2]}));
  }
  return end_to_end;
}

}  // namespace sphlab
