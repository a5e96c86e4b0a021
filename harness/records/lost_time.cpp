#include "harness/records/lost_time.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "harness/records/statistics.hpp"

namespace sphlab {

double lost_share(const Record::Load& load, std::size_t k) {
  constexpr double most = 0.99;  // what has come to an end has had some of its time
  return std::min(most, load.waited[k].value_or(0) + load.stolen[k].value_or(0));
}

double least_share(const Record::Samples& samples, const Record::Load& load) {
  std::map<std::uint64_t, double> lost;
  for (std::size_t k = 0; k < load.block.size(); ++k) lost[load.block[k]] = lost_share(load, k);
  std::vector<double> left = samples.time_s;
  for (std::size_t k = 0; k < left.size(); ++k) left[k] *= 1 - lost[samples.block[k]];
  return median(left) / median(samples.time_s);
}

void LoadSeen::add(const Record::Load& load) {
  for (std::size_t k = 0; k < load.block.size(); ++k) {
    const double lost = lost_share(load, k);
    ++blocks;
    if (lost > lost_time_that_matters) ++busy;
    largest = std::max(largest, lost);
  }
}

}  // namespace sphlab
