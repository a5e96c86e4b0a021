#include "harness/measure/sweep.hpp"

#include "harness/measure/sampling.hpp"
#include "harness/records/statistics.hpp"
#include "harness/stepping/bound_stage.hpp"

namespace sphlab {
namespace {

using Tuning = std::map<std::string, std::uint32_t>;

/// The Cartesian product of the parameters' values, `fixed` ones excepted.
std::vector<Tuning> combinations(const std::vector<TuningParameter>& parameters,
                                 const Tuning& fixed) {
  std::vector<Tuning> all = {fixed};
  for (const TuningParameter& parameter : parameters) {
    if (fixed.contains(parameter.name)) continue;
    std::vector<Tuning> longer;
    for (const Tuning& tuning : all) {
      for (std::uint32_t k = 0; k < parameter.value_count; ++k) {
        longer.push_back(tuning);
        longer.back()[parameter.name] = parameter.values[k];
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Measures the stage with a tuning, or takes down why it refuses.
Record::SweepPoint try_tuning(Runtime& runtime, Simulation& simulation, const std::string& stage,
                              const Tuning& tuning, std::size_t samples) {
  try {
    simulation.retune(stage, tuning);
    std::vector<double> seconds;
    for (std::size_t k = 0; k < samples; ++k)
      seconds.push_back(sample_stage(runtime, simulation, stage, false));
    return {stage, tuning, summarise(seconds).median_s, std::nullopt};
  } catch (const Refused& refusal) {
    return {stage, tuning, std::nullopt, refusal.what()};
  }
}

}  // namespace

void sweep_stage(Runtime& runtime, Simulation& simulation, const std::string& stage,
                 const Tuning& fixed, std::size_t samples, std::vector<Record::SweepPoint>& sweep) {
  const std::vector<Tuning> candidates = combinations(simulation.tuning_parameters(stage), fixed);
  if (candidates.size() < 2) return;
  const Tuning* best = nullptr;
  double best_median = 0;
  for (const Tuning& tuning : candidates) {
    sweep.push_back(try_tuning(runtime, simulation, stage, tuning, samples));
    const std::optional<double> median = sweep.back().median_s;
    if (median && (best == nullptr || *median < best_median)) {
      best = &tuning;
      best_median = *median;
    }
  }
  if (best == nullptr) throw Refused(*sweep.back().refusal);
  simulation.retune(stage, *best);
}

}  // namespace sphlab
