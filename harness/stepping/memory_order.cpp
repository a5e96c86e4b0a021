#include "harness/stepping/memory_order.hpp"

#include <cmath>
#include <cstddef>

namespace sphlab {

double distance_in_memory(const std::vector<float4>& position) {
  if (position.size() < 2) return 0;
  double sum = 0;
  for (std::size_t i = 1; i < position.size(); ++i) {
    const float4& a = position[i - 1];
    const float4& b = position[i];
    sum += std::hypot(static_cast<double>(b.x) - static_cast<double>(a.x),
                      static_cast<double>(b.y) - static_cast<double>(a.y),
                      static_cast<double>(b.z) - static_cast<double>(a.z));
  }
  return sum / static_cast<double>(position.size() - 1);
}

}  // namespace sphlab
