#include "harness/verify/neighbour_spread.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sphlab {
namespace {

std::uint32_t percentile(std::vector<std::uint32_t>& values, double share) {
  const auto last = static_cast<double>(values.size() - 1);
  const auto rank = values.begin() + static_cast<std::ptrdiff_t>(share * last + 0.5);
  std::nth_element(values.begin(), rank, values.end());
  return *rank;
}

}  // namespace

NeighbourSpread spread_of(std::vector<std::uint32_t> neighbours) {
  std::erase(neighbours, no_target);
  if (neighbours.empty()) return {};
  const std::uint64_t sum = std::accumulate(neighbours.begin(), neighbours.end(), std::uint64_t{0});
  return {static_cast<double>(sum) / static_cast<double>(neighbours.size()),
          percentile(neighbours, 0.05), percentile(neighbours, 0.95)};
}

}  // namespace sphlab
