#include "harness/verify/oracle_planes.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sphlab {
namespace {

// With one plane: the depth behind it and its rounding [m], the speed along its normal [m/s].
struct Meeting {
  DoubleVector normal;
  double depth, rounding, speed;
};

Meeting meeting(const float4& plane, const float4& x, const float4& v) {
  const DoubleVector n = {plane.x, plane.y, plane.z};
  const double terms[] = {n[0] * x.x, n[1] * x.y, n[2] * x.z};
  const double magnitudes = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
  return {n, plane.w - (terms[0] + terms[1] + terms[2]),
          4 * 0x1p-24 * (magnitudes + std::abs(plane.w)), n[0] * v.x + n[1] * v.y + n[2] * v.z};
}

}  // namespace

OraclePlanes oracle_planes(const PenaltyPlanes& planes, const float4& position,
                           const float4& velocity) {
  OraclePlanes all;
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const Meeting with = meeting(planes.plane[k], position, velocity);
    if (with.depth < -with.rounding) continue;
    all.uncertainty += planes.stiffness * with.rounding;
    if (with.depth <= with.rounding) all.uncertainty += std::abs(planes.damping * with.speed);
    if (with.depth <= 0) continue;
    const double push = planes.stiffness * with.depth - planes.damping * with.speed;
    for (std::size_t axis = 0; axis < 3; ++axis) all.acceleration[axis] += push * with.normal[axis];
  }
  return all;
}

}  // namespace sphlab
