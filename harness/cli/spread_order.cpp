#include "harness/cli/spread_order.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace sphlab {

std::vector<std::size_t> spread_order(std::size_t count) {
  // multiples of the golden ratio, without their whole part, fill each interval evenly
  constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;  // 2^64 times its fraction
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [](std::uint64_t left, std::uint64_t right) {
    return left * golden_ratio < right * golden_ratio;
  });
  return order;
}

}  // namespace sphlab
