// Measures by how much of a term the device's accelerations are off, which finds a term that is
// missing, or wrong by a thousandth, where others are larger.
#pragma once

#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {

/// Largest share of a term that may be missing, or too much, where rounding is less: a hundred
/// times what single precision leaves of the terms of all physics.
inline constexpr double share_tolerance = 0x1p-12;

/// Makes a check for each term of the physics (terms_seen.hpp) that is part of the judged
/// accelerations, called "share of wall force": the deviations r of all particles projected on what
/// the term does to them, s, |sum r.s| / sum s.s, is within share_tolerance or six times what
/// rounding makes of it, as the scatter of r tells. It is 1 where the term is missing. A term that
/// rounding hides even so, to a fifth or more, has no check.
///
/// @param rate of the device, in the order of the state. @param oracle those with all terms.
void check_shares(const Scenario& scenario, const ParticleState& state,
                  const JudgedParticles& judged, const std::vector<float4>& rate,
                  const OracleRates& oracle, LabelledChecks& checks);

}  // namespace sphlab
