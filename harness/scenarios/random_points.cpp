#include "harness/scenarios/random_points.hpp"

#include <algorithm>
#include <cmath>

namespace sphlab {

RandomPoints::RandomPoints(std::uint64_t seed, double side)
    : engine_(seed), side_(side), largest_(std::nextafter(static_cast<float>(side), 0.0f)) {}

float3 RandomPoints::next() {
  const float x = coordinate();
  const float y = coordinate();
  const float z = coordinate();
  return {x, y, z};
}

float RandomPoints::coordinate() {
  constexpr double step = 1.0 / (1 << 24);
  const double fraction = static_cast<double>(engine_() >> 40) * step;
  return std::min(static_cast<float>(fraction * side_), largest_);
}

}  // namespace sphlab
