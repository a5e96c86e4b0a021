// Computes all passes of a formulation from the positions on, in double precision: no number that
// the device has computed is among what it starts from.
#pragma once

#include <cstddef>
#include <string>

#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {

/// Rates at the oracle's own densities and quantities, and what these must not be off by.
struct EndToEndRates {
  OracleRates rates;
  /// Largest change of an acceleration where every density is off by density_tolerance, and every
  /// array by rate_tolerance of its largest magnitude and by what rounding may decide on [m/s^2],
  /// up or down by the particle's id: an equation of state with the exponent 7 makes much of
  /// little.
  double sensitivity = 0;
};

/// @param state with the fields that the formulation carries, as they were before the first pass.
/// @param densities of the state, by the oracle; nullptr where no pass sums them. @param
/// repetitions that the device has made of passes that are repeated. Throws as oracle_rates_of()
/// and oracle_pass_of().
EndToEndRates oracle_end_to_end(const std::string& physics, const ParticleState& state,
                                std::size_t live, const WcsphConstants& constants,
                                const OracleDensities* densities, std::uint32_t repetitions = 0);

}  // namespace sphlab
