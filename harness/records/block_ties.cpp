#include "harness/records/block_ties.hpp"

#include <cmath>
#include <map>
#include <vector>

#include "harness/records/statistics.hpp"
#include "harness/records/student_interval.hpp"

namespace sphlab {
namespace {

std::map<std::uint64_t, double> median_by_block(const Record::Samples& samples) {
  std::map<std::uint64_t, double> medians;
  for (const auto& [block, times] : times_by_block(samples)) medians[block] = median(times);
  return medians;
}

}  // namespace

bool is_tie(const Record::Samples& best, const Record::Samples& other) {
  const std::vector<double> ratios = log_ratios(median_by_block(best), median_by_block(other));
  if (ratios.size() < 2) return true;
  const MeanInterval interval = student_interval(ratios);
  return std::abs(interval.mean) <= interval.half_width;
}

}  // namespace sphlab
