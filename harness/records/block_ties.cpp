#include "harness/records/block_ties.hpp"

#include <cmath>
#include <vector>

#include "harness/records/statistics.hpp"
#include "harness/records/student_interval.hpp"

namespace sphlab {
namespace {

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
  const MeanInterval interval = student_interval(ratios);
  return std::abs(interval.mean) <= interval.half_width;
}

}  // namespace sphlab
