#include "harness/records/block_ties.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "harness/records/statistics.hpp"

namespace sphlab {
namespace {

constexpr double confidence = 0.95;

/// Logarithms of the ratios in the blocks that both have.
std::vector<double> log_ratios(const Record::Samples& best, const Record::Samples& other) {
  const auto of_best = times_by_block(best);
  std::vector<double> ratios;
  for (const auto& [block, times] : times_by_block(other)) {
    const auto same = of_best.find(block);
    if (same != of_best.end()) ratios.push_back(std::log(median(times) / median(same->second)));
  }
  return ratios;
}

}  // namespace

bool is_tie(const Record::Samples& best, const Record::Samples& other) {
  const std::vector<double> ratios = log_ratios(best, other);
  if (ratios.size() < 2) return true;
  const auto count = static_cast<double>(ratios.size());
  double mean = 0;
  for (const double ratio : ratios) mean += ratio / count;
  double variance = 0;
  for (const double ratio : ratios) variance += (ratio - mean) * (ratio - mean) / (count - 1);
  const boost::math::students_t distribution(count - 1);
  const double half_width =
      boost::math::quantile(distribution, (1 + confidence) / 2) * std::sqrt(variance / count);
  return std::abs(mean) <= half_width;
}

}  // namespace sphlab
