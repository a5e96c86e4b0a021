#include "harness/verify/checks_evaluation.hpp"

#include <algorithm>
#include <utility>

#include "harness/verify/checks_passes.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

void check_quantities(const Simulation& simulation, const std::vector<ObservedPass>& observed,
                      const Scenario& scenario, const JudgedParticles& judged,
                      LabelledChecks& checks) {
  std::vector<RepetitionError> errors;
  for (const ObservedPass& each : observed) {
    const OracleQuantities oracle = oracle_pass_of(scenario.physics, each.pass.name, each.before,
                                                   judged, scenario.wcsph, all_threads());
    for (Check& check : quantities_agree(each, judged, simulation.formulation(), oracle))
      checks.add(of_sample(std::move(check), judged));
    if (each.time == 0) continue;
    errors.resize(each.time);
    errors.back().value = std::max(errors.back().value, oracle.largest_error);
    errors.back().uncertainty = std::max(errors.back().uncertainty, oracle.error_uncertainty);
  }
  // the largest error may be that of a particle that is not judged
  if (errors.empty() || judged.is_sample()) return;
  checks.add(repetitions_end(errors, simulation.counts().repetition, scenario.wcsph.repetition));
}

}  // namespace sphlab
