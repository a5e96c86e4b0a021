#include "harness/best/ratio.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness/records/energy_summary.hpp"
#include "harness/records/statistics.hpp"
#include "harness/records/student_interval.hpp"

namespace sphlab {
namespace {

constexpr int resamples = 2000;
constexpr std::uint64_t bootstrap_seed = 20;

using Blocks = std::vector<std::vector<double>>;

double median_of_drawn(const Blocks& blocks, const std::vector<std::size_t>& drawn) {
  std::vector<double> times;
  for (const std::size_t block : drawn)
    times.insert(times.end(), blocks[block].begin(), blocks[block].end());
  return median(std::move(times));
}

/// The interval of what `statistic` makes of blocks that are drawn.
template <class Statistic>
Interval interval_of(std::size_t blocks, const Statistic& statistic) {
  std::mt19937_64 generator(bootstrap_seed);
  std::vector<std::size_t> drawn(blocks);
  for (std::size_t block = 0; block < blocks; ++block) drawn[block] = block;
  Interval interval;
  interval.median = statistic(drawn);
  std::vector<double> values;
  for (int k = 0; k < resamples; ++k) {
    for (std::size_t& block : drawn) block = generator() % blocks;
    values.push_back(statistic(drawn));
  }
  std::sort(values.begin(), values.end());
  const double tail = (1 - interval_confidence) / 2;
  interval.low = quantile(values, tail);
  interval.high = quantile(values, 1 - tail);
  return interval;
}

std::map<std::uint64_t, double> energy_by_round(const Record::EnergySamples& samples) {
  const std::vector<double> joules = joules_per_step(samples);
  std::map<std::uint64_t, double> by_round;
  for (std::size_t run = 0; run < joules.size(); ++run) by_round[samples.block[run]] = joules[run];
  return by_round;
}

/// Half width of the interval of the mean, as a share of it.
double relative_resolution(const Record::EnergySamples& samples) {
  return energy_resolution(samples) / student_interval(joules_per_step(samples)).mean;
}

}  // namespace

Interval median_interval(const Record::Samples& samples) {
  Blocks blocks;
  for (const auto& [number, times] : times_by_block(samples)) blocks.push_back(times);
  return interval_of(blocks.size(), [&](const std::vector<std::size_t>& drawn) {
    return median_of_drawn(blocks, drawn);
  });
}

Interval ratio_interval(const Record::Samples& base, const Record::Samples& candidate) {
  const auto all_of_candidate = times_by_block(candidate);
  Blocks of_base, of_candidate;
  for (const auto& [number, times] : times_by_block(base)) {
    const auto same = all_of_candidate.find(number);
    if (same == all_of_candidate.end()) continue;
    of_base.push_back(times);
    of_candidate.push_back(same->second);
  }
  if (of_base.empty()) throw std::invalid_argument("two series of samples have no block in common");
  return interval_of(of_base.size(), [&](const std::vector<std::size_t>& drawn) {
    return median_of_drawn(of_candidate, drawn) / median_of_drawn(of_base, drawn);
  });
}

Interval energy_ratio(const Record::EnergySamples& base, const Record::EnergySamples& candidate) {
  const std::vector<double> logarithms =
      log_ratios(energy_by_round(base), energy_by_round(candidate));
  if (logarithms.size() < 2)
    throw std::invalid_argument("two series of energies have fewer than two rounds in common");
  const MeanInterval mean = student_interval(logarithms);
  const double either_side =
      mean.half_width + relative_resolution(base) + relative_resolution(candidate);
  return {std::exp(mean.mean), std::exp(mean.mean - either_side),
          std::exp(mean.mean + either_side)};
}

}  // namespace sphlab
