#include "harness/records/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/error.hpp"

namespace sphlab {

double quantile(const std::vector<double>& sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], rank - static_cast<double>(below));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

std::vector<double> log_ratios(const std::map<std::uint64_t, double>& base,
                               const std::map<std::uint64_t, double>& candidate) {
  std::vector<double> ratios;
  for (const auto& [block, value] : candidate) {
    const auto same = base.find(block);
    if (same != base.end()) ratios.push_back(std::log(value / same->second));
  }
  return ratios;
}

std::map<std::uint64_t, std::vector<double>> times_by_block(const Record::Samples& samples) {
  std::map<std::uint64_t, std::vector<double>> by_block;
  for (std::size_t i = 0; i < samples.time_s.size(); ++i)
    by_block[samples.block[i]].push_back(samples.time_s[i]);
  return by_block;
}

Record::Summary summarise(const std::vector<double>& time_s, std::optional<double> resolution) {
  for (std::size_t i = 0; i < time_s.size(); ++i) {
    if (!std::isfinite(time_s[i]))
      throw Error(ExitCode::failure, fmt::format("sample {} is {} s, not finite", i, time_s[i]));
  }
  Record::Summary summary;
  summary.count = time_s.size();
  if (time_s.empty()) return summary;

  std::vector<double> sorted = time_s;
  std::sort(sorted.begin(), sorted.end());
  summary.median_s = quantile(sorted, 0.5);
  summary.mean_s =
      std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  summary.min_s = sorted.front();
  summary.max_s = sorted.back();
  summary.p05_s = quantile(sorted, 0.05);
  summary.p95_s = quantile(sorted, 0.95);
  if (*summary.median_s > 0)
    summary.relative_spread = (*summary.p95_s - *summary.p05_s) / *summary.median_s;
  if (resolution) {
    summary.below_resolution = static_cast<std::uint64_t>(
        std::lower_bound(sorted.begin(), sorted.end(), *resolution) - sorted.begin());
  }
  return summary;
}

}  // namespace sphlab
