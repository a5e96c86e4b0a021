// What all passes of a formulation together make of the positions, in double precision: no number
// that the device has computed is among what it starts from.
#pragma once

#include <cstddef>
#include <string>

#include "harness/verify/oracle_density.hpp"
#include "harness/verify/oracle_rates.hpp"

namespace sphlab {

/// Rates at the oracle's own densities, and what these must not be off by.
struct EndToEndRates {
  OracleRates rates;
  /// Largest change of an acceleration where every density is off by density_tolerance [m/s^2], up
  /// or down by the particle's id: an equation of state with the exponent 7 makes much of little.
  double sensitivity = 0;
};

/// @param densities of the state, by the oracle. Throws as oracle_rates_of().
EndToEndRates oracle_end_to_end(const std::string& physics, const ParticleState& state,
                                std::size_t live, const WcsphConstants& constants,
                                const OracleDensities& densities);

}  // namespace sphlab
