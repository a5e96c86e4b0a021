#include "harness/measure/sweep.hpp"

#include "harness/measure/sampling.hpp"
#include "harness/records/statistics.hpp"

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

}  // namespace

void sweep_stage(Runtime& runtime, Simulation& simulation, const std::string& stage,
                 const Tuning& fixed, std::size_t samples, std::vector<Record::SweepPoint>& sweep) {
  const std::vector<Tuning> candidates = combinations(simulation.tuning_parameters(stage), fixed);
  if (candidates.size() < 2) return;
  const Tuning* best = nullptr;
  double best_median = 0;
  for (const Tuning& tuning : candidates) {
    simulation.retune(stage, tuning);
    std::vector<double> seconds;
    for (std::size_t k = 0; k < samples; ++k)
      seconds.push_back(sample_stage(runtime, simulation, stage, false));
    const double median = summarise(seconds).median_s.value();
    sweep.push_back({stage, tuning, median});
    if (best == nullptr || median < best_median) {
      best = &tuning;
      best_median = median;
    }
  }
  simulation.retune(stage, *best);
}

}  // namespace sphlab
