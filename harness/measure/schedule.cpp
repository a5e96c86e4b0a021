#include "harness/measure/schedule.hpp"

#include <algorithm>
#include <utility>

namespace sphlab {
namespace {

std::vector<std::vector<std::size_t>> each_alone(std::size_t contenders) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t index = 0; index < contenders; ++index) groups.push_back({index});
  return groups;
}

}  // namespace

AbbaSchedule::AbbaSchedule(std::size_t contenders, std::uint64_t seed)
    : AbbaSchedule(each_alone(contenders), seed) {}

AbbaSchedule::AbbaSchedule(std::vector<std::vector<std::size_t>> groups, std::uint64_t seed)
    : groups_(std::move(groups)), generator_(seed) {}

std::vector<std::size_t> AbbaSchedule::next_round() {
  std::shuffle(groups_.begin(), groups_.end(), generator_);
  std::vector<std::size_t> order;
  for (std::vector<std::size_t>& group : groups_) {
    std::shuffle(group.begin(), group.end(), generator_);
    order.insert(order.end(), group.begin(), group.end());
  }
  std::vector<std::size_t> round = order;
  round.insert(round.end(), order.rbegin(), order.rend());
  return round;
}

}  // namespace sphlab
