#include "harness/verify/neighbour_spread.hpp"

#include <cmath>
#include <cstddef>

#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

/// Number of targets by their number of neighbours.
class Histogram {
 public:
  void take(std::uint32_t neighbours) { add(neighbours, 1); }
  void merge(const Histogram& others) {
    for (std::size_t n = 0; n < others.targets_of_.size(); ++n) add(n, others.targets_of_[n]);
  }

  std::uint64_t targets() const { return targets_; }
  std::uint64_t neighbours() const { return neighbours_; }
  /// Neighbours of the target of this rank, from the fewest on. There must be one.
  std::uint32_t neighbours_at(std::uint64_t rank) const {
    std::size_t n = 0;
    for (std::uint64_t below = targets_of_[0]; below <= rank; below += targets_of_[n]) ++n;
    return static_cast<std::uint32_t>(n);
  }

 private:
  void add(std::size_t neighbours, std::uint64_t targets) {
    if (neighbours >= targets_of_.size()) targets_of_.resize(neighbours + 1);
    targets_of_[neighbours] += targets;
    targets_ += targets;
    neighbours_ += neighbours * targets;
  }

  std::vector<std::uint64_t> targets_of_;  ///< with so many neighbours
  std::uint64_t targets_ = 0;
  std::uint64_t neighbours_ = 0;
};

std::uint32_t percentile(const Histogram& histogram, double share) {
  const auto last = static_cast<double>(histogram.targets() - 1);
  return histogram.neighbours_at(static_cast<std::uint64_t>(std::llround(share * last)));
}

}  // namespace

NeighbourSpread spread_of(const std::vector<std::uint32_t>& neighbours) {
  const auto histogram =
      merged_over_items<Histogram>(neighbours.size(), [&](Histogram& found, std::size_t i) {
        if (neighbours[i] != no_target) found.take(neighbours[i]);
      });
  if (histogram.targets() == 0) return {};
  return {static_cast<double>(histogram.neighbours()) / static_cast<double>(histogram.targets()),
          percentile(histogram, 0.05), percentile(histogram, 0.95)};
}

}  // namespace sphlab
