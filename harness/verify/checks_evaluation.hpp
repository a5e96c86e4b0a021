// The checks of what the passes of one evaluation write beside densities and accelerations.
#pragma once

#include <vector>

#include "harness/stepping/simulation.hpp"
#include "harness/verify/labelled_checks.hpp"
#include "harness/verify/observed_passes.hpp"

namespace sphlab {

/// Each pass from what the device gave it, and where passes are repeated, whether they ended when
/// they should. Throws as oracle_pass_of().
/// @param judged of the particles observed; of a sample, as many as each of the passes is worth.
void check_quantities(const Simulation& simulation, const std::vector<ObservedPass>& observed,
                      const Scenario& scenario, const JudgedParticles& judged,
                      LabelledChecks& checks);

}  // namespace sphlab
