#include "harness/measure/sweep.hpp"

#include <algorithm>

#include "harness/interrupt.hpp"
#include "harness/measure/sampling.hpp"
#include "harness/records/statistics.hpp"
#include "harness/stepping/refused.hpp"

namespace sphlab {
namespace {

using Tuning = std::map<std::string, std::uint32_t>;

/// A combination has lost whose every sample is so many times as long as the best median so far.
constexpr double hopeless = 1.5;
/// Seconds of samples that are enough of a combination, from `fewest_samples` on, since long
/// samples differ little; one sample of as many is enough, and a shorter one shows a hopeless
/// combination.
constexpr double enough_seconds = 0.05;
constexpr double long_sample = 0.005;
constexpr std::size_t fewest_samples = 3;

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

/// Samples of the stage, and of those that have its tuning, too, in sum, with the tuning that it
/// has: `most` of them, or fewer where that is enough.
/// @param best median so far; 0: none.
std::vector<double> sample_tuning(Runtime& runtime, System& system, const std::string& stage,
                                  std::size_t most, double best) {
  std::vector<double> seconds;
  double total = 0;
  while (seconds.size() < most) {
    stop_if_requested();
    seconds.push_back(0);
    for (const std::string& tuned : system.tuned_together(stage))
      seconds.back() += sample_stage(runtime, system, tuned, false);
    total += seconds.back();
    const double shortest = *std::min_element(seconds.begin(), seconds.end());
    const bool is_told = seconds.size() > 1 || shortest > long_sample;
    if (best > 0 && is_told && shortest > hopeless * best) break;
    if (shortest > enough_seconds) break;
    if (seconds.size() >= fewest_samples && total > enough_seconds) break;
  }
  return seconds;
}

/// Measures the stage with a tuning, or takes down why it refuses.
Record::SweepPoint try_tuning(Runtime& runtime, System& system, const std::string& stage,
                              const Tuning& tuning, std::size_t samples, double best) {
  try {
    system.retune(stage, tuning);
    // one of several that are tuned together may work with what an earlier one has left
    if (system.tuned_together(stage).size() > 1) system.evaluate();
    const std::vector<double> seconds = sample_tuning(runtime, system, stage, samples, best);
    return {stage, tuning, summarise(seconds).median_s, std::nullopt};
  } catch (const Refused& refusal) {
    return {stage, tuning, std::nullopt, refusal.what()};
  }
}

}  // namespace

void sweep_stage(Runtime& runtime, System& system, const std::string& stage, const Tuning& fixed,
                 std::size_t samples, std::vector<Record::SweepPoint>& sweep) {
  const std::vector<Tuning> candidates = combinations(system.tuning_parameters(stage), fixed);
  if (candidates.size() < 2) return;
  const Tuning* best = nullptr;
  double best_median = 0;
  for (const Tuning& tuning : candidates) {
    sweep.push_back(try_tuning(runtime, system, stage, tuning, samples, best_median));
    const std::optional<double> median = sweep.back().median_s;
    if (median && (best == nullptr || *median < best_median)) {
      best = &tuning;
      best_median = *median;
    }
  }
  if (best == nullptr) throw Refused(*sweep.back().refusal);
  system.retune(stage, *best);
}

}  // namespace sphlab
