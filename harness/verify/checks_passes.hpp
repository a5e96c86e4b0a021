// The checks of what passes write beside densities and accelerations, against their oracles.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/verify/check.hpp"
#include "harness/verify/checks_rates.hpp"
#include "harness/verify/observed_passes.hpp"
#include "harness/verify/oracle_pass.hpp"

namespace sphlab {

/// Makes a check for each array, rate and field that a pass declares to write, called "drift:
/// relative-velocity" or "prediction 2: pressure", within rate_tolerance of its largest magnitude,
/// and what rounding may decide on, of the judged particles. Those for which the pass forms no sum
/// are compared, too: theirs is what the oracle has for them, mostly zero. What the oracle does not
/// tell fails.
std::vector<Check> quantities_agree(const ObservedPass& observed, const JudgedParticles& judged,
                                    const FormulationDescription& formulation,
                                    const OracleQuantities& oracle);

/// The largest error of one repetition, and by how much rounding may decide on it.
struct RepetitionError {
  double value = 0, uncertainty = 0;
};

/// Whether repetitions have ended when they should: not before the error, which the oracle tells of
/// each, was small enough or there were as many as there may be, nor later. An error within
/// rate_tolerance of the limit, or within its uncertainty, is on either side of it.
///
/// @param errors of the repetitions that have run, by the oracle. @param device what it counted.
Check repetitions_end(const std::vector<RepetitionError>& errors, const Repetition& device,
                      const RepetitionLimits& limits);

}  // namespace sphlab
