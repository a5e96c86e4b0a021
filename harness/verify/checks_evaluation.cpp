#include "harness/verify/checks_evaluation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/verify/checks_passes.hpp"
#include "harness/verify/excerpt.hpp"
#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

namespace {

OracleQuantities check_pass(const ObservedPass& observed, const JudgedParticles& judged,
                            const FormulationDescription& formulation, const Scenario& scenario,
                            LabelledChecks& checks) {
  OracleQuantities oracle = oracle_pass_of(scenario.physics, observed.pass.name, observed.before,
                                           judged, scenario.wcsph, all_threads());
  for (Check& check : quantities_agree(observed, judged, formulation, oracle))
    checks.add(of_sample(std::move(check), judged));
  return oracle;
}

}  // namespace

void check_quantities(const Simulation& simulation, const std::vector<ObservedPass>& observed,
                      const Scenario& scenario, const JudgedParticles& judged,
                      LabelledChecks& checks) {
  if (observed.empty()) return;
  const ParticleState& first = observed.front().before;
  const JudgedParticles few = judged.thinned(observed.size());
  std::optional<Excerpt> excerpt;
  if (few.is_sample() && first.excerpted.empty())
    excerpt.emplace(excerpt_around(
        first, few, borderline_reach(static_cast<float>(scenario.influence_radius), first.period)));
  std::vector<RepetitionError> errors;
  for (const ObservedPass& each : observed) {
    const FormulationDescription& formulation = simulation.formulation();
    const OracleQuantities oracle = excerpt
                                        ? check_pass(excerpt_of(each, excerpt->particles.excerpted),
                                                     excerpt->judged, formulation, scenario, checks)
                                        : check_pass(each, few, formulation, scenario, checks);
    if (each.time == 0) continue;
    errors.resize(each.time);
    errors.back().value = std::max(errors.back().value, oracle.largest_error);
    errors.back().uncertainty = std::max(errors.back().uncertainty, oracle.error_uncertainty);
  }
  // the largest error may be that of a particle that is not judged
  if (errors.empty() || few.is_sample()) return;
  checks.add(repetitions_end(errors, simulation.counts().repetition, scenario.wcsph.repetition));
}

}  // namespace sphlab
