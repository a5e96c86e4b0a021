#include "harness/measure/schedule.hpp"

#include <algorithm>
#include <numeric>

namespace sphlab {

AbbaSchedule::AbbaSchedule(std::size_t contenders, std::uint64_t seed)
    : order_(contenders), generator_(seed) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::vector<std::size_t> AbbaSchedule::next_round() {
  std::shuffle(order_.begin(), order_.end(), generator_);
  std::vector<std::size_t> round = order_;
  round.insert(round.end(), order_.rbegin(), order_.rend());
  return round;
}

}  // namespace sphlab
