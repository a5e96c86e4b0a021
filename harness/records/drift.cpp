#include "harness/records/drift.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "harness/records/statistics.hpp"
#include "harness/records/student_interval.hpp"

namespace sphlab {
namespace {

double mean_of(const std::vector<double>& times, std::size_t first, std::size_t count) {
  const auto begin = times.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0) /
         static_cast<double>(count);
}

/// Last third over first third, less 1.
double change_within(const std::vector<double>& times) {
  const std::size_t third = times.size() / 3;
  return mean_of(times, times.size() - third, third) / mean_of(times, 0, third) - 1;
}

}  // namespace

std::optional<Record::Drift> drift_of(const Record::Samples& samples) {
  std::vector<double> changes;
  for (const auto& [block, times] : times_by_block(samples)) {
    if (times.size() >= fewest_samples_to_drift) changes.push_back(change_within(times));
  }
  if (changes.size() < fewest_blocks_to_drift) return std::nullopt;
  const MeanInterval change = student_interval(changes);
  if (!std::isfinite(change.mean) || !std::isfinite(change.half_width)) return std::nullopt;
  const double least = std::abs(change.mean) - change.half_width;
  return Record::Drift{change.mean, change.mean - change.half_width,
                       change.mean + change.half_width, least > drift_limit};
}

}  // namespace sphlab
